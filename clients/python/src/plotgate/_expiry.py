"""When the service deletes a graph."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from typing import TypeAlias, Union

Expiry: TypeAlias = Union[str, date, timedelta]
"""A length of time (``90d``, ``12h``, ``4w``, ``1y``, a timedelta), a date, a datetime, or ``never``."""


_forms = 'never, or a time to come such as "90d", "12h", "4w", "1y", a date or a timedelta'


def expiry_text(expires: Expiry) -> str:
    """The value of ``Plotgate-Expires``. A datetime without a time zone is local time."""
    try:
        if isinstance(expires, timedelta):
            expires = datetime.now(timezone.utc) + expires
    except OverflowError:
        raise ValueError(f"expires must be {_forms}, got {expires}") from None
    if isinstance(expires, datetime):
        return expires.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(expires, date):
        return expires.isoformat()
    if not isinstance(expires, str):
        raise TypeError(f"expires must be {_forms}, got {expires!r}")
    return expires
