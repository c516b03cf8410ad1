"""Instants as people and programs write them, in any common form, as ISO 8601 in UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from kip_grammar.errors import KipError

_MILLISECONDS = 100_000_000_000
# Seconds or milliseconds since 1970 as programs write them; then digits that are neither date nor time.
_COUNTED = re.compile(r"(\d{9,10}|\d{13})\Z", re.ASCII)
_DIGITS = re.compile(r"(?!(\d{8}|\d{12}|\d{14})\Z)\d+\Z")
# A text that leaves the day open reads differently with these two, and is then refused: whatever would be
# filled in is not what was meant, and not the same tomorrow.
_OPEN = (datetime(1996, 2, 29), datetime(2004, 1, 1))


def instant(given: Any) -> str | None:
    """`given` (ISO 8601, seconds or milliseconds since 1970, "1:56 pm on 8 May, 2023" …) as ISO 8601 in UTC.

    What has no time zone is UTC.  None and blank text give None.  Raises KIP_2003 for anything else.
    """
    if given is None or (isinstance(given, str) and not given.strip()):
        return None
    found = _number(given) if _is_number(given) else _text(given) if isinstance(given, str) else None
    if found is None:
        raise KipError("KIP_2003", f"has a `time` that names no instant: {given!r:.60}")
    return written(found)


def written(moment: datetime) -> str:
    """`moment` as the memory keeps instants: ISO 8601, UTC, no more digits than there are."""
    moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    digits = "milliseconds" if moment.microsecond else "seconds"
    return moment.isoformat(timespec=digits).replace("+00:00", "Z")


def _is_number(given: Any) -> bool:
    return isinstance(given, (int, float)) and not isinstance(given, bool)


def _number(given: float) -> datetime | None:
    try:
        return datetime.fromtimestamp(given / 1000 if abs(given) >= _MILLISECONDS else given, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def _text(given: str) -> datetime | None:
    text = given.strip()
    if _COUNTED.match(text):
        return _number(int(text))
    try:
        # Of digits alone it would take any character as the one between date and time.
        return None if _DIGITS.match(text) else _checked(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        return _read_freely(text)


def _read_freely(text: str) -> datetime | None:
    from dateutil import parser  # takes 20 ms to import

    if len(text) > 100:
        return None
    try:
        first, second = (parser.parse(text, default=default) for default in _OPEN)
        return _checked(first) if first == second else None
    except (ValueError, OverflowError, TypeError, AttributeError):
        return None


def _checked(moment: datetime) -> datetime:
    """`moment` if it can be told in UTC too; raises OverflowError if that is before year 1 or after 9999."""
    return moment if moment.tzinfo is None else moment.astimezone(UTC)
