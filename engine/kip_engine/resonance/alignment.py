"""How the bytes of a query run through a form: equal stretches in order, with small gaps between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from .scale import W, dominates

MAX_GAP = W * W


class Run(NamedTuple):
    """A stretch that query and form share: where it begins in each, and its length, in bytes."""

    asked: int
    stored: int
    size: int

    @property
    def asked_end(self) -> int:
        """Where it ends in the query."""
        return self.asked + self.size

    @property
    def stored_end(self) -> int:
        """Where it ends in the form."""
        return self.stored + self.size


class Gap(NamedTuple):
    """What lies between two runs: its span in the query and in the form."""

    asked: int
    asked_end: int
    stored: int
    stored_end: int

    @property
    def is_two_sided(self) -> bool:
        """Whether both query and form have bytes here."""
        return self.asked < self.asked_end and self.stored < self.stored_end


@dataclass(frozen=True, slots=True)
class Alignment:
    """The runs of one form, in order."""

    query: bytes
    form: bytes
    runs: tuple[Run, ...]

    @property
    def gaps(self) -> list[Gap]:
        """What lies between the runs."""
        return [Gap(a.asked_end, b.asked, a.stored_end, b.stored) for a, b in pairwise(self.runs)]

    @property
    def head(self) -> int:
        """Bytes of the query before the first run."""
        return self.runs[0].asked

    @property
    def tail(self) -> int:
        """Bytes of the query after the last run."""
        return len(self.query) - self.runs[-1].asked_end

    @property
    def surplus(self) -> int:
        """Bytes of the form before the first run and after the last."""
        return self.runs[0].stored + len(self.form) - self.runs[-1].stored_end

    @property
    def is_plausible(self) -> bool:
        """Whether at most W bytes of the query are left at each edge and most of it is matched."""
        between = sum(gap.asked_end - gap.asked for gap in self.gaps if gap.is_two_sided)
        matched = sum(run.size for run in self.runs)
        return self.head <= W and self.tail <= W and dominates(matched + between, len(self.query))


def align(query: bytes, form: bytes, anchors: Sequence[int]) -> Alignment | None:
    """The alignment from the first of the query's windows at `anchors` that `form` has, or None."""
    for anchor in anchors:
        window = query[anchor : anchor + W]
        found = [_whole_alignment(query, form, anchor, place) for place in _occurrences(form, window)]
        if found:
            return max(found, key=lambda one: sum(run.size for run in one.runs))
    return None


def _occurrences(form: bytes, window: bytes) -> Iterator[int]:
    place = form.find(window)
    for _ in range(W):
        if place < 0:
            return
        yield place
        place = form.find(window, place + 1)


def _whole_alignment(query: bytes, form: bytes, anchor: int, place: int) -> Alignment:
    middle = _maximal(query, form, anchor, place)
    after = _runs_after(query, form, middle)
    mirrored = Run(len(query) - middle.asked_end, len(form) - middle.stored_end, middle.size)
    before = [
        Run(len(query) - run.asked_end, len(form) - run.stored_end, run.size)
        for run in _runs_after(query[::-1], form[::-1], mirrored)
    ]
    return Alignment(query, form, (*reversed(before), middle, *after))


def _maximal(query: bytes, form: bytes, asked: int, stored: int) -> Run:
    back = _common(query[:asked][::-1], form[:stored][::-1])
    ahead = _common(query[asked:], form[stored:])
    return Run(asked - back, stored - back, back + ahead)


def _runs_after(query: bytes, form: bytes, run: Run) -> list[Run]:
    runs: list[Run] = []
    while following := _next_run(query, form, run.asked_end, run.stored_end):
        runs.append(following)
        run = following
    return runs


def _next_run(query: bytes, form: bytes, asked: int, stored: int) -> Run | None:
    """The next run after these ends: smallest total gap first, of W bytes or up to the query's edge."""
    for total in range(1, 2 * MAX_GAP + 1):
        for skipped in range(max(0, total - MAX_GAP), min(total, MAX_GAP) + 1):
            run = _run_at(query, form, asked + skipped, stored + total - skipped)
            if run:
                return run
    return None


def _run_at(query: bytes, form: bytes, asked: int, stored: int) -> Run | None:
    if asked >= len(query) or stored >= len(form) or query[asked] != form[stored]:
        return None
    if query[asked : asked + W] != form[stored : stored + W] and len(query) - asked >= W:
        return None
    size = _common(query[asked:], form[stored:])
    return Run(asked, stored, size) if size >= W or asked + size == len(query) else None


def _common(x: bytes, y: bytes) -> int:
    """The length of the common beginning of `x` and `y`."""
    most = min(len(x), len(y))
    if x[:most] == y[:most]:
        return most
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if x[:middle] == y[:middle] else (low, middle)
    return low
