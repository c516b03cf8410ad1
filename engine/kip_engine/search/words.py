"""Searching by words: one round trip proposes candidates, the engine scores and orders them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kip_cypher.query import Query
from kip_cypher.values import decode
from kip_engine.storage.steps import Program

from . import queries
from .question import Question
from .request import MAX_LIMIT, Request
from .score import scorer
from .text import proposition_text

SPARE = 12
GROWTH = 10
MAX_FETCH = MAX_LIMIT + SPARE
END = 0.5
"""What a link's end says of the link, of the end's own score: it is about much else."""

Properties = Mapping[str, Any]
Hit = tuple[float, str, Properties]
"""A score, the element's id, and its stored properties."""
Row = Sequence[Any]
"""The row of a query: frequencies, candidates, described, ends."""

_MISS: Hit = (0.0, "", {})


@dataclass(frozen=True, slots=True)
class Found:
    """The best hits, whether there are no more, and the score of any element's `search_text`."""

    hits: list[Hit]
    exhausted: bool
    score: Callable[[str], float]


def search(element: str, question: Question, request: Request, space: str, fetch: int) -> Program[Found]:
    """The likeliest `fetch` elements, scored, those that reach the threshold."""
    [row] = yield _query(element, question, request, space, fetch)
    score = scorer(question.weighted(row[0]))
    return Found(_hits(row, score, request, space), len(row[1]) < fetch, score)


def spare(question: Question) -> int:
    """How many more candidates to fetch than are wanted."""
    # Lucene orders by one word much as the scores do, by several less so.
    return min(SPARE, 2 + 2 * len(question.content))


def best_first(hits: Iterator[Hit]) -> list[Hit]:
    """Each element once, by its best score; equal scores by id."""
    best: dict[str, Hit] = {}
    for hit in hits:
        if hit[0] > best.get(hit[1], _MISS)[0]:
            best[hit[1]] = hit
    return sorted(best.values(), key=lambda hit: (-hit[0], hit[1]))


def _query(element: str, question: Question, request: Request, space: str, fetch: int) -> Query:
    build = queries.concepts if element == "concept" else queries.propositions
    return build(question, request, space, fetch)


def _hits(row: Row, score: Callable[[str], float], request: Request, space: str) -> list[Hit]:
    scored = _scored(row, score, space)
    return best_first(hit for hit in scored if hit[0] >= request.threshold)


def _scored(row: Row, score: Callable[[str], float], space: str) -> Iterator[Hit]:
    _, candidates, described, ends = row
    for properties in present(candidates):
        yield score(properties["search_text"]), properties["id"], properties
    for description, links in described:
        for properties in present(links):
            definition = _definition_text(space, properties["predicate"], str(decode(description)))
            yield score(definition), properties["id"], properties
    for text, links in ends:
        for properties in present(links):
            yield round(END * score(text), 4), properties["id"], properties


def present(found: Iterable[Properties]) -> Iterator[Properties]:
    """Those that weren't deleted while the query ran: of such the database answers empty properties."""
    return (properties for properties in found if "id" in properties)


@lru_cache(maxsize=256)
def _definition_text(space: str, predicate: str, description: str) -> str:
    return proposition_text(space, predicate, {"description": description})
