"""Stretches of time: what a question about "last week" is about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeAlias

from kip_engine.recall.remembering.times import written

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Scope:
    """From `start` up to but without `end`, either open where None; `phrase` is how the question put it.

    `strict` says that the question is about this stretch alone, as "yesterday" and "since March" are; "in
    2023" may also be when something was true that was told later.
    """

    phrase: str
    start: datetime | None = None
    end: datetime | None = None
    strict: bool = True

    def holds(self, instant: str | None) -> bool:
        """Whether an instant of the memory (ISO 8601, UTC) lies within."""
        if instant is None:
            return False
        return self.cutoff <= instant < self.until

    def to_dict(self) -> dict[str, str | None]:
        """The stretch, JSON-ready."""
        start, end = (None if edge is None else written(edge) for edge in (self.start, self.end))
        return {"phrase": self.phrase, "start": start, "end": end}

    @property
    def cutoff(self) -> str:
        """The start as the memory keeps instants; "" where it is open."""
        return "" if self.start is None else written(self.start)

    @property
    def until(self) -> str:
        """The end as the memory keeps instants; "9999" where it is open."""
        return "9999" if self.end is None else written(self.end)


def day(moment: datetime) -> datetime:
    """The beginning of its day."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def week(moment: datetime) -> datetime:
    """The beginning of its week, a Monday."""
    return day(moment) - moment.weekday() * DAY


def month(moment: datetime) -> datetime:
    """The beginning of its month."""
    return day(moment).replace(day=1)


def year(moment: datetime) -> datetime:
    """The beginning of its year."""
    return month(moment).replace(month=1)


def months_on(moment: datetime, count: int) -> datetime:
    """The beginning of a month, `count` months later or, negative, earlier; held within years 1 to 9999."""
    number = moment.year * 12 + moment.month - 1 + count
    number = min(max(number, 12), 9999 * 12 + 11)
    return month(moment).replace(year=number // 12, month=number % 12 + 1)


Begin: TypeAlias = Callable[[datetime], datetime]
GoOn: TypeAlias = Callable[[datetime, int], datetime]
UNITS: dict[str, tuple[Begin, GoOn]] = {
    "day": (day, lambda start, count: start + count * DAY),
    "week": (week, lambda start, count: start + 7 * count * DAY),
    "month": (month, months_on),
    "year": (year, lambda start, count: months_on(start, 12 * count)),
}
"""For each unit of the calendar, where the one around an instant begins, and how to go on from there."""
