"""Converts figures of all kinds to the JSON text that is sent."""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import json
import math
import os
import re
import sys
import uuid
from collections.abc import Iterator, Mapping, Sequence, Set, ValuesView
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any, Protocol, TypeAlias, Union, runtime_checkable

from ._errors import NotAFigure


@runtime_checkable
class SupportsToJson(Protocol):
    """Figures that can convert themselves to JSON text, such as those of plotly."""

    def to_json(self) -> str: ...


@runtime_checkable
class SupportsToPlotlyJson(Protocol):
    """Figures and components that can convert themselves to dictionaries."""

    def to_plotly_json(self) -> Any: ...


FigureLike: TypeAlias = Union[
    str, bytes, Mapping[str, Any], SupportsToJson, SupportsToPlotlyJson, "os.PathLike[str]"
]
"""A plotly figure, a dictionary, JSON text, the path of a JSON file, or an object with one of the methods."""


_traces_alone = 'a list of traces is not a figure: pass {"data": traces}, with "layout" if there is one'


def figure_json(figure: FigureLike) -> bytes:
    """The JSON text of a figure. Text is sent unchanged, because the service stores it byte for byte."""
    if isinstance(figure, str):
        return _checked_text(_utf8(figure), "; for the path of a file, give a pathlib.Path")
    if isinstance(figure, (bytes, bytearray, memoryview)):
        return _checked_text(bytes(figure))
    if isinstance(figure, os.PathLike):
        return _checked_text(Path(figure).read_bytes())
    if isinstance(figure, Mapping):
        return _dump(figure)
    if isinstance(figure, (list, tuple)):
        raise NotAFigure(_traces_alone)
    if hasattr(figure, "plotly_name"):
        raise NotAFigure(
            f"{type(figure).__qualname__} is a part of a figure: "
            'pass {"data": [trace], "layout": layout} or a plotly.graph_objects.Figure of it'
        )
    if type(figure).__name__ in ("DataFrame", "Series"):
        raise NotAFigure(
            f"a {type(figure).__name__} is data, not a figure: "
            "make a figure of it first, such as with plotly.express.line(…)"
        )
    if isinstance(figure, type):
        name = figure.__name__
        raise NotAFigure(f"{name} is a class: make a figure of it first, as in {name}(…)")
    # Figures have both methods, components only to_plotly_json, and tables only to_json.
    if isinstance(figure, SupportsToJson):
        return _checked_text(_own_text(figure))
    if isinstance(figure, SupportsToPlotlyJson):
        return _dump(_unwrapped(figure.to_plotly_json()))
    kind = type(figure)
    raise NotAFigure(
        f"{kind.__module__}.{kind.__qualname__} is not a figure: give a plotly figure, a dict with data and "
        "layout, its JSON text, or an object with to_json() or to_plotly_json()"
    )


def _own_text(figure: SupportsToJson) -> bytes:
    try:
        return _without_html_escapes(str(figure.to_json())).encode()
    except TypeError:
        # What plotly cannot encode, such as periods of pandas.
        if isinstance(figure, SupportsToPlotlyJson):
            return _plain_text(figure.to_plotly_json())
        raise


def layout_size(figure: Any) -> tuple[float | None, float | None]:
    """Width and height of a figure's layout or template, if known without parsing its text."""
    layout = figure.get("layout") if isinstance(figure, Mapping) else getattr(figure, "layout", None)
    return _measure(layout, "width"), _measure(layout, "height")


def _measure(layout: Any, side: str) -> float | None:
    for place in (layout, _member(_member(layout, "template"), "layout")):
        value = _member(place, side)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return value
    return None


def _member(parent: Any, name: str) -> Any:
    return parent.get(name) if isinstance(parent, Mapping) else getattr(parent, name, None)


def _checked_text(text: bytes, remedy: str = "") -> bytes:
    """Refuses text that is clearly not a figure, such as a path or a table. The service checks the rest."""
    if text[:1] == b"{" or text.lstrip(b" \t\r\n\xef\xbb\xbf")[:1] == b"{":
        return text
    if text.lstrip()[:1] == b"[":
        raise NotAFigure(_traces_alone)
    raise NotAFigure(f"a figure's JSON is an object with data and layout, this {_found(text, remedy)}")


_pictures = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"%PDF-", b"<svg")


def _found(text: bytes, remedy: str) -> str:
    """What the text is instead, and what to do about it."""
    content = text.lstrip(b" \t\r\n\xef\xbb\xbf")
    if not content:
        return "is empty"
    if content.startswith(_pictures):
        return "is a picture: give the figure that it was drawn from"
    if content.startswith((b"\x1f\x8b", b"PK\3\4")):
        return "is compressed: give what it contains"
    if text.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "is UTF-16: encode it as UTF-8"
    if content[:1] == b"<":
        return "is a web page: give the figure itself, or what fig.write_json writes"
    if b"\0" in text[:40]:
        return "is binary"
    return f"begins with {text[:40].decode(errors='replace')!r}{remedy}"


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        half = text[error.start]
        raise NotAFigure(f"a figure's JSON is Unicode, this has half of a character, {half!r}") from None


def _unwrapped(content: Any) -> Any:
    """The figure of a Dash component, which is one of its properties."""
    if isinstance(content, Mapping) and isinstance(properties := content.get("props"), Mapping):
        return properties.get("figure", content)
    return content


def _dump(figure: Any) -> bytes:
    try:
        return _encoded(figure)
    except (RecursionError, ValueError) as error:
        if isinstance(error, RecursionError) or "circular" in str(error).lower():
            raise NotAFigure("the figure contains itself, or is nested too deeply for JSON") from error
        raise


def _encoded(figure: Any) -> bytes:
    """Encodes a dictionary, with plotly's encoder if plotly is imported, because it supports more arrays."""
    if isinstance(figure, SupportsToJson):
        return _own_text(figure)
    plotly = sys.modules.get("plotly.io")
    if plotly is not None:
        # The code below encodes what plotly cannot, such as sets and columns of polars.
        with suppress(TypeError):
            text = str(plotly.to_json(figure, validate=False, remove_uids=False))
            return _without_html_escapes(text).encode()
    return _plain_text(figure)


def _plain_text(figure: Any) -> bytes:
    return json.dumps(_plain(figure), separators=(",", ":"), allow_nan=False).encode()


_html_escapes = {"\\u003c": "<", "\\u003e": ">", "\\u002f": "/"}
_escape = re.compile(r"\\(?:u00(?:3c|3e|2f)|.)")


def _without_html_escapes(text: str) -> str:
    """The same JSON with <, > and / as themselves.

    Plotly escapes them for scripts in HTML pages, which makes typed arrays up to a quarter longer.
    """
    if "\\\\" in text:
        # After an escaped backslash, the same letters are ordinary text.
        return _escape.sub(lambda found: _html_escapes.get(found[0], found[0]), text)
    for escape, character in _html_escapes.items():
        text = text.replace(escape, character)
    return text


def _plain(value: Any) -> Any:
    """A value that JSON can represent. NaN and infinity become null, as in plotly."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if _is_missing(value):
        return None
    if _has_moments(value):
        return _moments(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, (Sequence, Set, ValuesView, Iterator)) and not isinstance(value, (bytes, bytearray)):
        return [_plain(each) for each in value]
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, enum.Enum):
        return _plain(value.value)
    if isinstance(value, (decimal.Decimal, fractions.Fraction)):
        return _plain(float(value))
    if isinstance(value, (uuid.UUID, PurePath)) or _is_span(value):
        return str(value)
    if isinstance(value, datetime.timedelta):
        raise NotAFigure(f"{value!r} has no form in JSON: give a number, such as its total_seconds()")
    for method in ("to_plotly_json", "tolist", "to_list", "isoformat"):
        if callable(convert := getattr(value, method, None)):
            return _plain(convert())
    raise NotAFigure(f"{type(value).__name__} has no form in JSON: {value!r:.80}")


def _is_span(value: Any) -> bool:
    """Whether it is a period of pandas, such as a month, or an interval, such as a bin."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, (pandas.Period, pandas.Interval))


def _is_missing(value: Any) -> bool:
    """Whether it is a missing value of pandas."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and (value is pandas.NA or value is pandas.NaT)


def _has_moments(value: Any) -> bool:
    """Whether it is a date of NumPy or an array of them, which ``tolist`` would convert to bare numbers."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, (numpy.ndarray, numpy.generic)) and value.dtype.kind == "M"


def _moments(value: Any) -> Any:
    """Dates of NumPy as plotly writes them, with null for missing ones."""
    numpy = sys.modules["numpy"]
    return numpy.where(numpy.isnat(value), None, numpy.datetime_as_string(value)).tolist()
