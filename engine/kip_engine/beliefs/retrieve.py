"""Finds beliefs for a query (specification of beliefs, section 8).

In a small scope every belief is ranked, by the words of its record.  In a large one the index of the scope's
own words proposes beliefs, which are scored as SEARCH scores; where they don't suffice, the most credible of
the others follow, with relevance 0.  A small scope takes one statement, a large one two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from kip_cypher.query import Query
from kip_engine.search.question import Question
from kip_engine.search.score import scorer
from kip_engine.storage.steps import Program
from kip_engine.upsert.references import shorten
from kip_grammar.errors import KipError

from .access import View
from .finding import count, find, question
from .ranking import checked_credence, checked_k, rank
from .records import RankedBelief
from .relevance import lexical_relevance
from .stored import BELIEFS, belief_of
from .surface import surface

MAX_FOUND: Final = 10_000
LEAST_FETCH: Final = 64


class Hit(NamedTuple):
    """A belief of a large scope: what it is ranked by, its place in the store, and its KIP id."""

    score: float
    relevance: float
    order: int
    id: str


def retrieve(view: View, query: Any, k: Any, min_credence: Any) -> Program[list[RankedBelief]]:
    """The `k` beliefs in the scope of `view` that fit `query` best, by relevance times credence.

    A negative `k` leaves that many out, from the end.  Raises KIP_2003 for arguments of the wrong type, and
    KIP_4002 for more than MAX_FOUND beliefs of a large scope.
    """
    wanted, least, text = checked_k(k), checked_credence(min_credence), str(query)
    asked = question(view, text)
    fetch = max(LEAST_FETCH, min(abs(wanted), MAX_FOUND))
    floor = 0.0 if least is None else least
    [(many, few, *found)] = yield find(view, asked, floor, fetch)
    if not many:
        return rank(_lexical(text, few), wanted, least)
    if wanted < 0:
        [(total,)] = yield count(view, floor)
        wanted = max(0, total + wanted)
    if wanted > MAX_FOUND:
        raise _too_many(wanted)
    if wanted > fetch:
        [(_, _, *found)] = yield find(view, asked, floor, wanted)
    return (yield from _read(_best(asked, found, wanted)))


def _lexical(query: str, few: Sequence[Sequence[Any]]) -> Iterator[tuple[float, Any]]:
    for raw, *columns in few:
        belief = belief_of(*columns)
        yield lexical_relevance(query, surface(belief, raw)), belief


def _best(asked: Question, found: Sequence[Any], wanted: int) -> list[Hit]:
    frequencies, proposed, credible = found
    score = scorer(asked.weighted(frequencies))
    hits = {}
    for identity, credence, order, words in proposed:
        relevance = min(1.0, max(0.0, score(words or "")))
        hits[identity] = Hit(relevance * credence, relevance, order, identity)
    ranked = sorted(hits.values(), key=lambda hit: (-hit.score, -hit.relevance, hit.order))
    others = [Hit(0.0, 0.0, order, identity) for identity, _, order in credible if identity not in hits]
    return [*ranked, *others][:wanted]


def _read(hits: Sequence[Hit]) -> Program[list[RankedBelief]]:
    rows = yield Query(BELIEFS, {"ids": [hit.id for hit in hits]})
    beliefs = {row[0]["id"]: belief_of(*row) for row in rows}
    return [RankedBelief(beliefs[hit.id], hit.relevance) for hit in hits if hit.id in beliefs]


def _too_many(wanted: int) -> KipError:
    return KipError(
        "KIP_4002",
        f"{shorten(str(wanted))} beliefs are more than one retrieval returns.",
        hint=f"Ask for up to {MAX_FOUND}; FIND reads beliefs page by page.",
    )
