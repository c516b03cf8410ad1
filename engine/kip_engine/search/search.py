"""SEARCH as a program: by words, or by words and meaning where there are vectors to compare.

By words, one round trip proposes candidates and the engine scores and orders them.  More candidates than
wanted are fetched.  Where a threshold leaves too few hits, ten times as many are fetched, until the hits
suffice or nothing is left (or `MAX_FETCH`, of very many weak ones).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kip_engine.elements import element_json
from kip_engine.embedding.selection import active
from kip_engine.storage.steps import Program
from kip_engine.view import View
from kip_grammar import ast

from . import words
from .blend import BLENDS
from .meaning import Search
from .question import Question, ask
from .request import Request, SearchedSpace, check
from .words import GROWTH, MAX_FETCH, Hit


def run(
    statement: ast.Search,
    parameters: Mapping[str, Any],
    space: SearchedSpace,
    *,
    text: str,
    dry_run: bool = False,
    view: View | None = None,
) -> Program[list[dict[str, Any]]]:
    """The hits of `statement` in `space`, as far as the `view` shows, best first, with `metadata._score`.

    Equal scores are ordered by id.  `text` is the command's, for the places of errors; `dry_run` checks the
    statement and answers nothing.  Without MODE a search is hybrid; without an embedder, or where the space's
    vectors are another embedder's, every mode is keyword.  Raises KIP_1001, KIP_1002, KIP_2001 or KIP_4002
    before the first step.
    """
    request = check(statement, parameters, space, text, view)
    question = ask(space.name, request.term)
    if dry_run or not question.words:
        return []
    hits = yield from _by_meaning(statement.kind, question, request, space.name)
    if hits is None:
        hits = yield from _by_words(statement.kind, question, request, space.name)
    return [_json(hit) for hit in hits]


def _by_meaning(element: str, question: Question, request: Request, space: str) -> Program[list[Hit] | None]:
    embedder = None if request.mode == "keyword" else active()
    if embedder is None:
        return None
    search = Search(element, question, request, space, embedder, BLENDS[request.mode])
    return (yield from search.run())


def _by_words(element: str, question: Question, request: Request, space: str) -> Program[list[Hit]]:
    fetch = request.limit + words.spare(question)
    while True:
        found = yield from words.search(element, question, request, space, fetch)
        if len(found.hits) >= request.limit or fetch == MAX_FETCH or found.exhausted:
            return found.hits[: request.limit]
        fetch = min(fetch * GROWTH, MAX_FETCH)


def _json(hit: Hit) -> dict[str, Any]:
    element = element_json(hit[2])
    element["metadata"]["_score"] = hit[0]
    return element
