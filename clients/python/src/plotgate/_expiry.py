"""When a graph goes by itself."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import TypeAlias, Union

Expiry: TypeAlias = Union[str, date, timedelta]
"""A length of time (``90d``, ``12h``, ``4w``, ``1y``, a timedelta), a date, a datetime, or ``never``."""


def expiry_text(expires: Expiry) -> str:
    """As ``Plotgate-Expires`` has it. A datetime without a zone is of this machine's."""
    if isinstance(expires, timedelta):
        expires = datetime.now(timezone.utc) + expires
    if isinstance(expires, datetime):
        return expires.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return expires.isoformat() if isinstance(expires, date) else expires
