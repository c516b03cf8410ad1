"""Finds the stretch of time that a question is about: "last week", "since March", "yesterday", ISO dates.

Rules are tried in order, the first that fits counts.  Weeks begin on Monday, and days where `now` is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cache

from .rules import rules
from .scope import DAY, UNITS, Scope, day, months_on

_MONTH_NAMES = "january february march april may june july august september october november december"
_DAY_NAMES = "monday tuesday wednesday thursday friday saturday sunday"
_MONTHS, _DAYS = _MONTH_NAMES.split(), _DAY_NAMES.split()
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_COUNTS |= {"eight": 8, "nine": 9, "ten": 10, "few": 3, "couple of": 2, "couple": 2}
_MOST = 10_000
_BOUNDS = ("since", "from", "after", "before", "until", "till")

_COUNT = r"(?P<count>\d{1,4}|" + "|".join(sorted(_COUNTS, key=len, reverse=True)) + ")"
_UNIT = r"(?P<unit>day|week|month|year)s?"
_MONTH = "(?P<month>" + "|".join(f"{name}|{name[:3]}" for name in _MONTHS) + r")\.?"
_WEEKDAY = "(?P<weekday>" + "|".join(_DAYS) + ")"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_PART = r"(?P<first>[\w,.-]+(?: [\w,.-]+){0,3}?)"
_LAST = r"(?P<second>[\w,.-]+(?: [\w,.-]+){0,3})"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"

Found = tuple[datetime, datetime]
Reader = Callable[[re.Match[str], datetime], Found]


def find_scope(text: str, now: datetime) -> Scope | None:
    """The stretch of time that `text` names, seen from `now`, or None.  Never raises."""
    text = text.lower()
    for pattern, read, strict in _readers():
        match = pattern.search(text)
        if match is None:
            continue
        with suppress(ValueError, OverflowError):
            start, end = read(match, now)
            return _bounded(text, match, (start, end), strict)
    return _in_other_words(text, now)


def _bounded(text: str, match: re.Match[str], found: Found, strict: bool) -> Scope:
    """A stretch as the word before it bounds it: since, after, before, until, or the stretch itself."""
    start, end = found
    if "second" in match.groupdict():
        return Scope(match[0], start, end)
    words = [*text[: match.start()].split()[-1:], match[0].split()[0]]
    bound = next((word for word in reversed(words) if word in _BOUNDS), "")
    phrase = match[0] if bound in ("", words[-1]) else f"{bound} {match[0]}"
    if bound in ("since", "from", "after"):
        return Scope(phrase, end if bound == "after" else start)
    if bound:
        return Scope(phrase, None, start if bound == "before" else end)
    return Scope(phrase, start, end, strict)


def _between(match: re.Match[str], now: datetime) -> Found:
    start, end = (find_scope(f"in {match[part]}", now) for part in ("first", "second"))
    if start is None or end is None or start.start is None or end.end is None:
        raise ValueError("no two dates")
    return start.start, end.end


def _iso(match: re.Match[str], now: datetime) -> Found:
    if match["day"]:
        start = _date(now, int(match["year"]), int(match["month"]), int(match["day"]))
        return start, start + DAY
    start = _date(now, int(match["year"]), int(match["month"]))
    return start, months_on(start, 1)


def _named_month(match: re.Match[str], now: datetime) -> Found:
    """A month, or a day of it; without a year the latest one that has begun."""
    groups = match.groupdict()
    number = next(i for i, name in enumerate(_MONTHS, 1) if name.startswith(match["month"].rstrip(".")))
    chosen = int(groups["year"]) if groups.get("year") else now.year
    on = int(groups["day"]) if groups.get("day") else 1
    start = _date(now, chosen, number, on)
    if not groups.get("year") and start > now:
        start = _date(now, chosen - 1, number, on)
    return start, (start + DAY if groups.get("day") else months_on(start, 1))


def _whole_year(match: re.Match[str], now: datetime) -> Found:
    start = _date(now, int(match["year"]), 1)
    return start, months_on(start, 12)


def _past_units(match: re.Match[str], now: datetime) -> Found:
    """The last so many units, up to now."""
    begin, go_on = UNITS[match["unit"]]
    count = min(_count(match["count"]), _MOST)
    if match["unit"] in ("day", "week"):
        return now - timedelta(days=count * (7 if match["unit"] == "week" else 1)), now + timedelta(seconds=1)
    return go_on(begin(now), -count).replace(day=min(now.day, 28)), now + timedelta(seconds=1)


def _ago(match: re.Match[str], now: datetime) -> Found:
    begin, go_on = UNITS[match["unit"]]
    start = go_on(begin(now), -min(_count(match["count"]), _MOST))
    return start, go_on(start, 1)


def _calendar(match: re.Match[str], now: datetime) -> Found:
    begin, go_on = UNITS[match["unit"]]
    start = go_on(begin(now), {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1}[match["which"]])
    return start, go_on(start, 1)


def _weekday(match: re.Match[str], now: datetime) -> Found:
    """The latest such day before today."""
    back = (now.weekday() - _DAYS.index(match["weekday"]) - 1) % 7 + 1
    start = day(now) - back * DAY
    return start, start + DAY


def _days_off(count: int) -> Reader:
    def read(_: re.Match[str], now: datetime) -> Found:
        start = day(now) + count * DAY
        return start, start + DAY

    return read


def _lately(_: re.Match[str], now: datetime) -> Found:
    return now - 30 * DAY, now + timedelta(seconds=1)


@cache
def _readers() -> tuple[tuple[re.Pattern[str], Reader, bool], ...]:
    """Pattern, reader, and whether the question is about that stretch alone."""
    rows: list[tuple[str, Reader, bool]] = [
        (rf"\b(?:between|from) {_PART} (?:and|to|until|till) {_LAST}", _between, True),
        (r"(?<![\w.-])(?P<year>\d{4})-(?P<month>\d\d)(?:-(?P<day>\d\d))?(?![\w-])", _iso, False),
        (rf"\b{_DAY} (?:of )?{_MONTH},?(?: {_YEAR})?\b", _named_month, False),
        (rf"\b{_MONTH} {_DAY}(?:,? {_YEAR})?\b", _named_month, False),
        (rf"\b{_MONTH},? {_YEAR}\b", _named_month, False),
        (rf"\b(?:last|past|previous) {_COUNT} {_UNIT}\b", _past_units, True),
        (rf"\b{_COUNT} {_UNIT} ago\b", _ago, True),
        (rf"\b(?P<which>last|past|previous|this|next) {_UNIT}\b", _calendar, True),
        (r"\bday before yesterday\b", _days_off(-2), True),
        (r"\byesterday\b", _days_off(-1), True),
        (r"\b(?:today|this (?:morning|afternoon|evening))\b", _days_off(0), True),
        (r"\btonight\b", _days_off(0), True),
        (r"\btomorrow\b", _days_off(1), True),
        (rf"\b(?:last |on |since |this past ){_WEEKDAY}\b", _weekday, True),
        (rf"\b(?:in|since|during|of|from|until|before|after) {_YEAR}\b", _whole_year, False),
        (rf"\b(?:in|since|during|last|this|from|until|before|after) {_MONTH}(?!\w)", _named_month, False),
        (r"\b(?:recently|lately)\b", _lately, False),
    ]
    return tuple((re.compile(pattern), read, strict) for pattern, read, strict in rows)


def _in_other_words(text: str, now: datetime) -> Scope | None:
    """Set phrases of other languages, each standing for one of English."""
    for pattern, english in rules().times:
        if pattern.search(text):
            return find_scope(english, now)
    return None


def _date(now: datetime, *parts: int) -> datetime:
    year, month, *rest = parts
    return day(now).replace(year=year, month=month, day=rest[0] if rest else 1)


def _count(text: str) -> int:
    return _COUNTS[text] if text in _COUNTS else int(text)
