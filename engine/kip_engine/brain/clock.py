"""The hour, in microseconds since 1970, and as text that sorts by it."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def now_us() -> int:
    """The present; nothing relies on its never going back."""
    return time.time_ns() // 1_000


def as_text(us: int) -> str:
    """ISO 8601 in UTC with microseconds, always of one length."""
    return _iso(_EPOCH + timedelta(microseconds=us))


def as_us(text: str) -> int:
    """The microseconds of a time with its zone.  Raises ValueError for anything else, OverflowError for
    what lies before year 1 or after 9999 in UTC.
    """
    instant = datetime.fromisoformat(text.strip())
    if instant.tzinfo is None:
        raise ValueError(f"{text!r} has no time zone.")
    return (instant.astimezone(UTC) - _EPOCH) // timedelta(microseconds=1)


def _iso(instant: datetime) -> str:
    return instant.isoformat(timespec="microseconds").replace("+00:00", "Z")
