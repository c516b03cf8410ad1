"""What beliefs stand on in one view: how firmly, and on which bases (STRICT, rules 1 to 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import NamedTuple

from .components import components
from .dominators import Dominators
from .voices import HIGHEST, Judged, View, Way

PATIENCE = 64
"""Citations that a search of bases follows before something more thorough is done."""

FEW_BASES = 32
"""Of up to so many bases it is worked out which beliefs of a cycle each one reaches, whatever is left out."""


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
        self._by_base: dict[str, Dominators] = {}
        self._entries: dict[str, list[int]] | None = None
        self._rest: tuple[tuple[int | None, int], list[list[str]]] | None = None

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

    def nearby(self, member: int, wanted: int, without: int | None = None) -> tuple[list[str], bool]:
        """Bases that `member` reaches without touching `without`, and whether these are all, or `wanted`.

        A search that follows PATIENCE citations.
        """
        found: dict[str, None] = {}
        avoided = None if without is None else self._place.get(without)
        queue, seen, followed = [self._place[member]], {self._place[member], avoided}, 0
        for place in queue:
            for exit_ in self._exits[place]:
                found.update(dict.fromkeys(exit_.bases))
            if len(found) >= wanted or followed > PATIENCE:
                return list(found)[:wanted], len(found) >= wanted
            below = {target for target, _ in self._inside[place]} - seen
            followed += len(self._inside[place])
            seen |= below
            queue += sorted(below)
        return list(found)[:wanted], True

    def bases(self, member: int, wanted: int, without: int | None = None) -> list[str]:
        """Bases that `member` reaches without touching `without`: all, or `wanted` of them."""
        found, complete = self._probe(member, wanted, without)
        return found if complete else self._all_without(without, wanted)[self._place[member]]

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

    def _probe(self, member: int, wanted: int, without: int | None) -> tuple[list[str], bool]:
        """Those of FEW_BASES that reach `member`, and whether these are all, or `wanted` of them."""
        entries = self._where_bases_enter()
        found: list[str] = []
        for base in islice(entries, FEW_BASES):
            if base not in self._by_base:
                self._by_base[base] = Dominators(entries[base], self._upwards(1))
            if self._leads(self._by_base[base], member, without):
                found.append(base)
            if len(found) == wanted:
                return found, True
        return found, len(entries) <= FEW_BASES

    def _where_bases_enter(self) -> dict[str, list[int]]:
        if self._entries is None:
            self._entries = {}
            for place, down in enumerate(self._exits):
                for base in dict.fromkeys(chain.from_iterable(way.bases for way in down)):
                    self._entries.setdefault(base, []).append(place)
        return self._entries

    def _all_without(self, without: int | None, wanted: int) -> list[list[str]]:
        """For each place the bases that it reaches without touching `without`: all, or `wanted` of them.

        Kept until something else is left out: the legs of one belief ask one after another.
        """
        asked = without, wanted
        if self._rest is None or self._rest[0] != asked:
            avoided = None if without is None else self._place.get(without)
            self._rest = asked, self._gather(avoided, wanted)
        return self._rest[1]

    def _gather(self, avoided: int | None, wanted: int) -> list[list[str]]:
        graph = [
            [] if place == avoided else [target for target, _ in down if target != avoided]
            for place, down in enumerate(self._inside)
        ]
        gathered: list[list[str]] = [[] for _ in graph]
        for component in components(graph):
            found: dict[str, None] = {}
            for place in component:
                for exit_ in self._exits[place]:
                    found.update(dict.fromkeys(exit_.bases))
                for target in graph[place]:
                    if len(found) < wanted:
                        found.update(dict.fromkeys(gathered[target]))
            for place in component:
                gathered[place] = list(found)[:wanted]
        return gathered


def footing(
    number: int, view: View, beliefs: Sequence[Judged], known: Sequence[dict[View, Footing]]
) -> Footing | None:
    """What a belief that is judged already stands on in `view`; None if on nothing, or if it is refuted."""
    return None if beliefs[number].refuted else known[number].get(view)
