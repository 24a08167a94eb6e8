"""Warnings with the line of the caller."""

from __future__ import annotations

import os
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from ._errors import Detail, FigureWarning

_package = os.path.dirname(__file__) + os.sep


_collecting = threading.local()


@contextmanager
def collected() -> Iterator[list[Detail]]:
    """Collects the warnings of this thread instead, for the caller's thread, whose line they are about."""
    details: list[Detail] = []
    _collecting.details = details
    try:
        yield details
    finally:
        del _collecting.details


def warn(*details: Detail, about: str = "") -> None:
    """Issues one Python warning each, located at the nearest line outside this package.

    ``about`` is put before each.
    """
    if not details:
        return
    if hasattr(_collecting, "details"):
        _collecting.details += details
        return
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_package):
        level, frame = level + 1, frame.f_back
    for detail in details:
        warnings.warn(f"{about}{detail}", FigureWarning, stacklevel=level)
