"""Warnings with the line of the caller."""

from __future__ import annotations

import os
import sys
import warnings

from ._errors import Detail, FigureWarning

_package = os.path.dirname(__file__) + os.sep


def warn(*details: Detail) -> None:
    """Issues one Python warning each, located at the nearest line outside this package."""
    if not details:
        return
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_package):
        level, frame = level + 1, frame.f_back
    for detail in details:
        warnings.warn(str(detail), FigureWarning, stacklevel=level)
