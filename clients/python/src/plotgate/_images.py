"""Formats and sizes of images, with the names and defaults of plotly's ``write_image``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import PurePath
from typing import Any, Protocol, TypeAlias, Union

from ._figures import layout_size
from ._formats import aliases, formats


class Writable(Protocol):
    """A file that is open for writing bytes."""

    def write(self, content: bytes, /) -> Any: ...


media_types = {
    "png": "image/png",
    "svg": "image/svg+xml",
    "webp": "image/webp",
    "jpeg": "image/jpeg",
    "pdf": "application/pdf",
    "html": "text/html",
    "json": "application/json",
}
"""Media types by file extension."""

Target: TypeAlias = Union[str, "os.PathLike[str]", Writable]


def known_format(name: str) -> str:
    """The format with this name. Raises an error that lists all formats."""
    if not isinstance(name, str):
        raise TypeError(f"format must be one of {', '.join(formats)}, got {name!r}")
    wanted = name.lower().lstrip(".")
    wanted = aliases.get(wanted, wanted)
    if wanted not in formats:
        raise ValueError(f"there is no format {name!r}; there are {', '.join(formats)}, and jpg is jpeg")
    return wanted


def format_for(target: Target, given: str | None) -> str:
    """The given format, or the one of the file extension. Raises an error if nothing can be written there."""
    _check_target(target)
    if given is not None:
        return known_format(given)
    if not isinstance(target, (str, os.PathLike)):
        return known_format(default_format())
    suffix = PurePath(target).suffix
    if not suffix:
        raise ValueError(
            f"the name {os.fspath(target)!r} has no ending: add one such as .png, or give format="
        )
    return known_format(suffix)


def _check_target(target: Any) -> None:
    if isinstance(target, (str, os.PathLike)):
        return
    if not callable(getattr(target, "write", None)):
        raise TypeError(f"file must be a path or a file that is open for writing, got {target!r}")
    # Only files of text have an encoding.
    if hasattr(target, "encoding"):
        raise TypeError('file is open for text: open it with "wb", or give its path')


def default_format() -> str:
    """The default format of plotly's functions."""
    return _plotly_default("default_format") or "png"


def image_parameters(
    figure: Any,
    *,
    width: float | None = None,
    height: float | None = None,
    scale: float | None = None,
    theme: str | None = None,
    background: str | None = None,
    locale: str | None = None,
) -> dict[str, str]:
    """The query parameters of an image, by plotly's rule: the argument, else the layout, else the default.

    The service reads layouts itself and has plotly's defaults, so only differing values are sent.
    """
    own_width, own_height = layout_size(figure)
    if width is None and own_width is None:
        width = _changed_default("default_width", 700)
    if height is None and own_height is None:
        height = _changed_default("default_height", 500)
    if scale is None:
        scale = _changed_default("default_scale", 1)
    parameters = {
        "width": _written("width", width, lambda number: str(round(number))),
        "height": _written("height", height, lambda number: str(round(number))),
        "scale": _written("scale", scale, lambda number: f"{number:.9f}".rstrip("0").rstrip(".")),
        "theme": theme,
        "background": background,
        "locale": locale,
    }
    return {name: value for name, value in parameters.items() if value is not None}


def _written(name: str, number: float | None, write: Callable[[float], str]) -> str | None:
    try:
        return None if number is None else write(number)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be a number, got {number!r}") from None


def _changed_default(name: str, usual: float) -> float | None:
    """The value of ``plotly.io.defaults``, if it was changed."""
    value = _plotly_default(name)
    return None if value == usual else value


def _plotly_default(name: str) -> Any:
    plotly = sys.modules.get("plotly.io._defaults")
    return getattr(getattr(plotly, "defaults", None), name, None)


def save(content: bytes, target: Target) -> None:
    """Writes to a path or to an open file. A new file that cannot be written to its end is removed."""
    if not isinstance(target, (str, os.PathLike)):
        target.write(content)
        return
    is_new = not os.path.lexists(target)
    try:
        with open(target, "wb") as file:
            file.write(content)
    except BaseException:
        if is_new:
            with suppress(OSError):
                os.unlink(target)
        raise
