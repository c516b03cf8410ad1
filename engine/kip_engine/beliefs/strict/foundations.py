"""What beliefs stand on in one view: how firmly, and on which bases (STRICT, rules 1 to 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from .dominators import Dominators
from .voices import HIGHEST, Judged, View, Way

FEW_BASES = 32
LARGE_CYCLE = 32
"""Of up to so many bases below a cycle of more beliefs than this, each one's ways into it are worked out at
once, in time linear in the cycle.  Where there are more bases, a search meets enough of them soon."""


class Footing(NamedTuple):
    """The rank of a belief's widest way down, and the bases that it reaches, as many as asked for."""

    rank: int
    bases: Sequence[str]


class Cycle:
    """Beliefs that may stand on each other, as one view sees them; mostly a single one.

    `ways` are the ways down from each of `members` that count so far.  `known` is what the beliefs below
    stand on in this view: they are judged already.
    """

    def __init__(
        self,
        view: View,
        members: Iterable[int],
        ways: Iterable[Iterable[Way]],
        beliefs: Sequence[Judged],
        known: Sequence[dict[View, Footing]],
    ) -> None:
        visible = [
            (member, down)
            for member, down in zip(members, ways, strict=True)
            if beliefs[member].belief.scope in view
        ]
        self._place = {member: place for place, (member, _) in enumerate(visible)}
        self._view, self._beliefs, self._known = view, beliefs, known
        self._inside: list[list[tuple[int, int]]] = [[] for _ in visible]
        self._exits: list[list[Footing]] = [[] for _ in visible]
        for place, (_, down) in enumerate(visible):
            for way in down:
                self._add(place, way)
        self._by_rank: dict[int, Dominators] = {}
        self._by_base: dict[str, Dominators] | None = None

    def __contains__(self, member: int) -> bool:
        return member in self._place

    def rank(self, member: int, without: int | None = None) -> int:
        """The rank of the widest way from `member` to a base that avoids `without`; 0 if there is none."""
        if not any(self._inside):
            return max((exit_.rank for exit_ in self._exits[self._place[member]]), default=0)
        for rank in range(HIGHEST, 0, -1):
            if self._leads(self._above(rank), member, without):
                return rank
        return 0

    def bases(self, member: int, wanted: int, without: int | None = None) -> list[str]:
        """Bases that `member` reaches without touching `without`: all, or `wanted` of them."""
        if self._by_base is None:
            self._by_base = self._each_base()
        if self._by_base:
            flows = self._by_base.items()
            return [base for base, flow in flows if self._leads(flow, member, without)][:wanted]
        return self._search(member, wanted, without)

    def _add(self, place: int, way: Way) -> None:
        if way.target is None or self._beliefs[way.target].belief.scope not in self._view:
            self._exits[place].append(Footing(way.rank, (way.source_id,)))
        elif way.target in self._place:
            self._inside[place].append((self._place[way.target], way.rank))
        elif (below := footing(way.target, self._view, self._beliefs, self._known)) is not None:
            self._exits[place].append(Footing(min(way.rank, below.rank), below.bases))

    def _leads(self, flow: Dominators, member: int, without: int | None) -> bool:
        place = self._place[member]
        if without is None or without not in self._place:
            return flow.reaches(place)
        return flow.leads(place, self._place[without])

    def _above(self, rank: int) -> Dominators:
        """How everything of at least `rank` flows from the exits up into the cycle."""
        if rank not in self._by_rank:
            roots = [place for place, down in enumerate(self._exits) if any(way.rank >= rank for way in down)]
            self._by_rank[rank] = Dominators(roots, self._upwards(rank))
        return self._by_rank[rank]

    def _upwards(self, rank: int) -> list[list[int]]:
        upwards: list[list[int]] = [[] for _ in self._inside]
        for place, down in enumerate(self._inside):
            for target, firmness in down:
                if firmness >= rank:
                    upwards[target].append(place)
        return upwards

    def _each_base(self) -> dict[str, Dominators]:
        """How each base flows up into the cycle, if there are few and the cycle is large, else nothing."""
        roots: dict[str, list[int]] = {}
        if len(self._place) <= LARGE_CYCLE:
            return {}
        for place, down in enumerate(self._exits):
            for base in set(chain.from_iterable(way.bases for way in down)):
                roots.setdefault(base, []).append(place)
        if len(roots) > FEW_BASES:
            return {}
        upwards = self._upwards(1)
        return {base: Dominators(places, upwards) for base, places in roots.items()}

    def _search(self, member: int, wanted: int, without: int | None) -> list[str]:
        found: dict[str, None] = {}
        avoided = None if without is None else self._place.get(without)
        for place in self._downwards(self._place[member], avoided):
            for exit_ in self._exits[place]:
                found.update(dict.fromkeys(exit_.bases))
            if len(found) >= wanted:
                break
        return list(found)[:wanted]

    def _downwards(self, start: int, without: int | None) -> Iterator[int]:
        queue, seen = [start], {start, without}
        for place in queue:
            yield place
            for target, _ in self._inside[place]:
                if target not in seen:
                    seen.add(target)
                    queue.append(target)


def footing(
    number: int, view: View, beliefs: Sequence[Judged], known: Sequence[dict[View, Footing]]
) -> Footing | None:
    """What a belief that is judged already stands on in `view`; None if on nothing, or if it is refuted."""
    return None if beliefs[number].refuted else known[number].get(view)
