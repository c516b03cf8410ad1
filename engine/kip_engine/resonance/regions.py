"""The regions of a query: each votes through the window inside it that reaches fewest contexts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log, sqrt

from .asking import Stored
from .scale import Scale, W
from .texts import Token, regions
from .windows import INDEXED, windows

MOST = 256
"""Regions of one query that vote."""


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """A word of a query: its span and length in bytes, and its windows with their offsets inside it."""

    start: int
    end: int
    size: int
    windows: Mapping[str, int]


@dataclass(frozen=True, slots=True, eq=False)
class Voter:
    """A region with the window it votes through and how many contexts that reaches."""

    region: Region
    window: str
    contexts: int

    @property
    def damping(self) -> float:
        """How much of the region the window stands for, 0 to 1."""
        return sqrt(W / self.region.size)

    def weight(self, scale: Scale) -> float:
        """What the region has to give: nothing if its window reaches more than H contexts."""
        if self.contexts > scale.hub:
            return 0.0
        return log(scale.n / self.contexts) * self.damping


def voting_regions(query: str) -> list[Region]:
    """The regions of `query` that are long enough to vote."""
    found = [region_of(token) for token in regions(query[:INDEXED])]
    return [region for region in found if region.size >= W]


def region_of(token: Token) -> Region:
    """The region that `token` is."""
    data = token.text.encode()
    return Region(token.start, token.end, len(data), windows(data))


def voters(cut: Iterable[Region], stored: Mapping[str, Stored]) -> list[Voter]:
    """The regions that have a stored window, each with the one that reaches fewest contexts, the leftmost."""
    found = []
    for region in cut:
        known = [w for w in region.windows if w in stored and stored[w].contexts]
        if known:
            window = min(known, key=lambda w: (stored[w].contexts, region.windows[w]))
            found.append(Voter(region, window, stored[window].contexts))
    found.sort(key=lambda voter: voter.contexts)
    return sorted(found[:MOST], key=lambda voter: voter.region.start)
