"""SEARCH as a program: one round trip proposes candidates, the engine scores and orders them.

More candidates than wanted are fetched.  Where a threshold leaves too few hits, ten times as many are
fetched, until the hits suffice or nothing is left (or `MAX_FETCH`, of very many weak ones).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from kip_cypher.query import Query
from kip_cypher.values import decode
from kip_engine.elements import element_json
from kip_engine.storage.steps import Program
from kip_grammar import ast

from . import queries
from .question import Question, ask
from .request import MAX_LIMIT, Request, SearchedSpace, check
from .score import scorer
from .text import proposition_text

SPARE = 12
GROWTH = 10
MAX_FETCH = MAX_LIMIT + SPARE

Properties = Mapping[str, Any]
Hit = tuple[float, str, Properties]
Found = Sequence[Any]
"""The row of a query: frequencies, candidates, described."""

_MISS: Hit = (0.0, "", {})


def run(
    statement: ast.Search,
    parameters: Mapping[str, Any],
    space: SearchedSpace,
    *,
    text: str,
    dry_run: bool = False,
) -> Program[list[dict[str, Any]]]:
    """The hits of `statement` in `space`, best first, each with `metadata._score`.

    Equal scores are ordered by id.  `text` is the command's, for the places of errors; `dry_run` checks the
    statement and answers nothing.  Raises KIP_1001, KIP_1002, KIP_2001 or KIP_4002 before the first step.
    """
    request = check(statement, parameters, space, text)
    question = ask(space.name, request.term)
    if dry_run or not question.words:
        return []
    fetch = request.limit + _spare(question)
    while True:
        [found] = yield _query(statement.kind, question, request, space.name, fetch)
        hits = _hits(found, question, request, space.name)
        if len(hits) >= request.limit or fetch == MAX_FETCH or len(found[1]) < fetch:
            return [_json(hit) for hit in hits[: request.limit]]
        fetch = min(fetch * GROWTH, MAX_FETCH)


def _spare(question: Question) -> int:
    # Lucene orders by one word much as the scores do, by several less so.
    return min(SPARE, 2 + 2 * len(question.content))


def _query(kind: str, question: Question, request: Request, space: str, fetch: int) -> Query:
    build = queries.concepts if kind == "concept" else queries.propositions
    return build(question, request, space, fetch)


def _hits(found: Found, question: Question, request: Request, space: str) -> list[Hit]:
    best: dict[str, Hit] = {}
    for score, properties in _scored(found, question, space):
        known = best.get(properties["id"], _MISS)
        if score > known[0] and score >= request.threshold:
            best[properties["id"]] = (score, properties["id"], properties)
    return sorted(best.values(), key=lambda hit: (-hit[0], hit[1]))


def _scored(found: Found, question: Question, space: str) -> Iterator[tuple[float, Properties]]:
    frequencies, candidates, described = found
    score = scorer(question.weighted(frequencies))
    for properties in candidates:
        yield score(properties["search_text"]), properties
    for description, links in described:
        for properties in links:
            definition = _definition_text(space, properties["predicate"], str(decode(description)))
            yield score(definition), properties


@lru_cache(maxsize=256)
def _definition_text(space: str, predicate: str, description: str) -> str:
    return proposition_text(space, predicate, {"description": description})


def _json(hit: Hit) -> dict[str, Any]:
    element = element_json(hit[2])
    element["metadata"]["_score"] = hit[0]
    return element
