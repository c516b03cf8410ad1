"""Hits: the stored forms most like a query, among those that share its rare windows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kip_engine.storage.steps import Program

from .asking import Stored, counts, sharing
from .question import FEW, Asked, Form
from .regions import Region, voting_regions
from .scale import HITS, W
from .similarity import similarity
from .windows import windows

ANCHORS = 24
POOL = 96
FARTHEST = 32


@dataclass(frozen=True, slots=True)
class Hit:
    """A form, how alike it is to the query (0 to 1), and how many edits away, `FARTHEST` + 1 at most."""

    form: Form
    alike: float
    distance: int


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """What lies around a query: its windows with offsets, which are stored, its regions, and its hits.

    `sharing` are the forms that hold most of its rare windows; hits are the most alike of them.
    """

    windows: Mapping[str, int]
    stored: Mapping[str, Stored]
    regions: tuple[Region, ...]
    sharing: tuple[Form, ...]
    hits: tuple[Hit, ...]

    @property
    def containers(self) -> dict[str, int]:
        """For each stored window of the query, how many forms hold it."""
        return {window: self.stored[window].forms for window in self.windows if self._is_stored(window)}

    def _is_stored(self, window: str) -> bool:
        return window in self.stored and self.stored[window].forms > 0


def look_around(asked: Asked) -> Program[Neighbourhood]:
    """The neighbourhood of the query: two queries."""
    found = windows(asked.data)
    cut = voting_regions(asked.query)
    wanted = {*found, *(window for region in cut for window in region.windows)}
    stored = yield from counts(asked, wanted)
    anchors = _anchors(found, stored, max(FEW, asked.scale.hub))
    near = [form for _, form in (yield from sharing(asked, anchors, POOL))] if anchors else []
    return Neighbourhood(found, stored, tuple(cut), tuple(near), tuple(_hits(asked, near)))


def _anchors(found: Mapping[str, int], stored: Mapping[str, Stored], most: int) -> list[str]:
    """The rarest stored windows of a query that don't overlap, those in more than `most` forms left out."""
    rare = [window for window in found if window in stored and 0 < stored[window].forms <= most]
    rare.sort(key=lambda window: (stored[window].forms, found[window]))
    return disjoint(rare, found, ANCHORS)


def disjoint(ranked: list[str], offsets: Mapping[str, int], most: int) -> list[str]:
    """The first `most` of the `ranked` windows that lie at least W bytes apart."""
    kept: list[str] = []
    for window in ranked:
        if all(abs(offsets[window] - offsets[other]) >= W for other in kept):
            kept.append(window)
            if len(kept) == most:
                break
    return kept


def _hits(asked: Asked, forms: list[Form]) -> list[Hit]:
    """The forms most alike to the query, then with fewest edits, then the oldest."""
    from rapidfuzz.distance import Levenshtein

    hits = []
    for form in forms:
        data = form.text.encode()
        distance = Levenshtein.distance(asked.data, data, score_cutoff=FARTHEST)
        hits.append(Hit(form, similarity(asked.data, data), distance))
    return sorted(hits, key=lambda hit: (-hit.alike, hit.distance, hit.form.seq))[:HITS]
