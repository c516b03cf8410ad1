"""Searching by meaning, alone or with words: two round trips for concepts, three for links.

Both ways propose a pool of elements, every one of which gets both scores.  Where too few reach the threshold
ten times as many are looked at, until the hits suffice or neither way has more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kip_engine.embedding.embedder import Embedder
from kip_engine.storage.steps import Program

from . import near, words
from .blend import Blend, least_words
from .near import Asked
from .question import Question
from .request import Request
from .words import GROWTH, MAX_FETCH, Found, Hit, Properties

LEAST_POOL = 60
PER_HIT = 3

Meanings = dict[str, tuple[float, Properties]]
"""How relevant elements are by meaning, by id, with their stored properties."""


@dataclass(frozen=True, slots=True)
class Near:
    """What was found by meaning, what is known of the elements asked about, and whether there is more."""

    found: Meanings
    known: dict[str, float]
    exhausted: bool


@dataclass(frozen=True, slots=True)
class Search:
    """One search by meaning, `space` the name of the space."""

    element: str
    question: Question
    request: Request
    space: str
    embedder: Embedder
    blend: Blend

    def run(self) -> Program[list[Hit] | None]:
        """The hits, best first; None where the space has no vectors of this embedder's."""
        asked = self._asked()
        fetch = max(LEAST_POOL, self.request.limit * PER_HIT)
        wide = replace(self.request, threshold=least_words(self.request.mode, self.request.threshold))
        while True:
            found = yield from words.search(self.element, self.question, wide, self.space, fetch)
            nearby = yield from self._near(asked, fetch, found)
            if nearby is None:
                return None
            hits = [hit for hit in self._blended(found, nearby) if hit[0] >= self.request.threshold]
            if len(hits) >= self.request.limit or fetch >= MAX_FETCH or self._exhausted(found, nearby):
                return hits[: self.request.limit]
            fetch = min(fetch * GROWTH, MAX_FETCH)

    def _exhausted(self, found: Found, nearby: Near) -> bool:
        # By meaning alone, words only stand in for vectors that are pending: no more are fetched for them.
        return nearby.exhausted and (found.exhausted or self.request.mode == "semantic")

    def _asked(self) -> Asked:
        [vector] = self.embedder.embed([_whole(self.request.term)])
        return Asked(self.embedder.model, vector, self.embedder.least(self._words))

    def _near(self, asked: Asked, fetch: int, found: Found) -> Program[Near | None]:
        ids = [hit[1] for hit in found.hits]
        kind, view = self.request.kind, self.request.view
        rows = yield near.nearest(self.element, self.space, asked, kind, fetch, ids, view)
        if not rows:
            return None
        reached, nearby, known = rows[0]
        by_meaning = {
            stored["id"]: (self._relevance(cosine), stored) for stored, cosine in nearby if "id" in stored
        }
        if self.element == "proposition":
            described = yield near.defined(self.space, asked, kind, near.DEFINITIONS, view)
            self._add_described(by_meaning, described)
        relevant = {identity: self._relevance(cosine) for identity, cosine in known}
        return Near(by_meaning, relevant, reached < near.pool(fetch))

    def _add_described(self, by_meaning: Meanings, described: Any) -> None:
        for cosine, links in described:
            relevance = self._relevance(cosine)
            for stored in words.present(links):
                if relevance > by_meaning.get(stored["id"], (0.0,))[0]:
                    by_meaning[stored["id"]] = (relevance, stored)

    def _blended(self, found: Found, nearby: Near) -> list[Hit]:
        return words.best_first(hit for hit in self._both(found, nearby) if hit[0] > 0)

    def _both(self, found: Found, nearby: Near) -> Iterator[Hit]:
        for score, identity, stored in found.hits:
            meaning = nearby.known.get(identity)
            if identity in nearby.found:
                meaning = max(meaning or 0.0, nearby.found[identity][0])
            yield self.blend(score, meaning), identity, stored
        scored = {hit[1] for hit in found.hits}
        for identity, (meaning, stored) in nearby.found.items():
            if identity not in scored and meaning > 0:
                yield self.blend(found.score(stored.get("search_text") or ""), meaning), identity, stored

    def _relevance(self, cosine: float) -> float:
        return self.embedder.relevance(cosine, self._words)

    @property
    def _words(self) -> int:
        return len(self.question.words)


def _whole(text: str) -> str:
    """`text` without halves of characters, which no embedder takes."""
    return text.encode("utf-8", "replace").decode()
