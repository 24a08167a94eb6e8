"""When the service deletes a graph."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import TypeAlias, Union

Expiry: TypeAlias = Union[str, date, timedelta]
"""A length of time (``90d``, ``12h``, ``4w``, ``1y``, a timedelta), a date, a datetime, or ``never``."""


def expiry_text(expires: Expiry) -> str:
    """The value of ``Plotgate-Expires``. A datetime without a time zone is local time."""
    if isinstance(expires, timedelta):
        expires = datetime.now(timezone.utc) + expires
    if isinstance(expires, datetime):
        return expires.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return expires.isoformat() if isinstance(expires, date) else expires
