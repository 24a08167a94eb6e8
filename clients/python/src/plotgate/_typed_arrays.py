"""Typed arrays (``{"dtype": "f8", "bdata": …}``, as of plotly 6), and lists of numbers in place of them."""

from __future__ import annotations

import array
import base64
import json
import math
import re
import sys
from typing import Any

from ._errors import Detail, InvalidFigure
from ._figures import FigureLike, figure_json

# Type codes of the array module. ``i`` has four bytes on all platforms of Python 3.10.
_codes = {
    "i1": "b",
    "u1": "B",
    "u1c": "B",
    "i2": "h",
    "u2": "H",
    "i4": "i",
    "u4": "I",
    "f4": "f",
    "f8": "d",
}


def without_typed_arrays(figure: bytes) -> bytes:
    """The same figure with lists in place of typed arrays."""
    if b'"bdata"' not in figure:
        return figure
    return json.dumps(_unpacked(json.loads(figure)), separators=(",", ":"), allow_nan=False).encode()


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return [_unpacked(each) for each in value]
    if not isinstance(value, dict):
        return value
    if isinstance(value.get("bdata"), str) and value.get("dtype") in _codes:
        return _numbers(value["dtype"], value["bdata"], value.get("shape"))
    return {name: _unpacked(each) for name, each in value.items()}


def _numbers(dtype: str, bdata: str, shape: Any) -> list[Any]:
    items = array.array(_codes[dtype])
    items.frombytes(base64.b64decode(bdata))
    if sys.byteorder == "big":
        items.byteswap()
    numbers: list[Any] = [each if math.isfinite(each) else None for each in items]
    sides = [int(side) for side in str(shape).split(",")] if shape is not None else []
    for side in reversed(sides[1:]):
        numbers = [numbers[start : start + side] for start in range(0, len(numbers), side)]
    return numbers


def figure_body(figure: FigureLike, plain_arrays: bool) -> bytes:
    """The figure as JSON; with ``plain_arrays``, without typed arrays, to which nothing can be appended."""
    body = figure_json(figure)
    return without_typed_arrays(body) if plain_arrays else body


_typed_array = re.compile(r"(is a typed array) \(bdata\).*")


def with_remedy(error: InvalidFigure) -> InvalidFigure:
    """An error of ``append``, with what to do here about typed arrays instead of what to request."""
    remedy = r"\1, to which nothing can be appended; publish the figure with plain_arrays=True"
    details = [Detail(each.path, _typed_array.sub(remedy, each.message)) for each in error.details]
    return InvalidFigure(
        _typed_array.sub(remedy, error.message),
        status=error.status,
        code=error.code,
        details=details,
        request_id=error.request_id,
        retry_after=error.retry_after,
    )
