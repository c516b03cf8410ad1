"""The Cypher of SEARCH: Lucene proposes candidates; each query returns one row of lists.

`frequencies` are how many elements hold each word of the question (every term of the index begins with its
space, so this counts the caller's only), `candidates` the properties of elements, `described` pairs of a
predicate's description and links under it, `ends` pairs of a concept's text and links on it.
"""

from __future__ import annotations

from typing import Any

from kip_cypher.names import PROPOSITION_TYPE
from kip_cypher.query import Query

from . import lucene, seen, terms
from .question import COUNT_CAP, Question, proposals
from .request import Request
from .score import BODY_CEILING, HEAD_CEILING

CONCEPT_INDEX, PROPOSITION_INDEX = "kip_concept_text", "kip_proposition_text"
_POOL, _LEAST_POOL = 4, 128
_DEFINITIONS = 10
_ENDS = 10

# Equal proposals come in an order of Lucene's own; a larger pool, sorted by id, makes the cut repeatable.
# One row of lists: the driver takes half as long over it as over as many rows.
_BY_TEXT = """
CALL () {
  UNWIND $counted AS term
  CALL (term) {
    CALL db.index.fulltext.queryNodes($index, term, {limit: $cap}) YIELD score
    RETURN count(*) AS frequency
  }
  RETURN collect(frequency) AS frequencies
}
CALL () {
  CALL db.index.fulltext.queryNodes($index, $wanted, {limit: $pool}) YIELD node, score
  WHERE node.space = $space
  WITH node, score ORDER BY score DESC, node.id LIMIT $fetch
  RETURN collect(properties(node)) AS candidates
}"""

CONCEPTS = (
    _BY_TEXT
    + """
RETURN frequencies, candidates, [] AS described, [] AS ends
"""
)

# A link is found by its own text, by the description of its predicate, or by the name of an end: links found
# by one definition or end count the same, and as many as are wanted will do.
PROPOSITIONS = (
    _BY_TEXT
    + """
CALL () {
  CALL db.index.fulltext.queryNodes($concepts, $defined, {limit: $definitions}) YIELD node AS definition
  WHERE definition.space = $space AND coalesce(definition.name = $kind, true)
  CALL (definition) {
    MATCH (link:Proposition) WHERE link.space = $space AND link.predicate = definition.name
    WITH link LIMIT $pool
    WITH link ORDER BY link.id LIMIT $limit
    RETURN collect(properties(link)) AS links
  }
  RETURN collect([coalesce(definition.description, ""), links]) AS described
}
CALL () {
  CALL db.index.fulltext.queryNodes($concepts, $named, {limit: $most_ends}) YIELD node AS end
  WHERE end.space = $space
  CALL (end) {
    MATCH (end)<-[:SUBJECT|OBJECT]-(link:Proposition) WHERE coalesce(link.predicate = $kind, true)
    WITH DISTINCT link LIMIT $pool
    WITH link ORDER BY link.id LIMIT $limit
    RETURN collect(properties(link)) AS links
  }
  RETURN collect([end.search_text, links]) AS ends
}
RETURN frequencies, candidates, described, ends
"""
)


def concepts(question: Question, request: Request, space: str, fetch: int) -> Query:
    """The query for the `fetch` likeliest concepts."""
    parameters = _parameters(CONCEPT_INDEX, question, request, space, fetch)
    if request.view is not None:
        return Query(seen.CONCEPTS, parameters | seen.parameters(request.view, space))
    return Query(CONCEPTS, parameters)


def propositions(question: Question, request: Request, space: str, fetch: int) -> Query:
    """The query for the `fetch` likeliest links by their own text, and by likely predicates."""
    definition = terms.whole(question.prefix, terms.KIND, PROPOSITION_TYPE)
    described = {
        "concepts": CONCEPT_INDEX,
        "defined": lucene.within(definition, proposals(question, heads=True, bodies=True)),
        "definitions": _DEFINITIONS,
        "named": proposals(question, heads=True, bodies=False),
        "most_ends": _ENDS,
        "kind": request.kind,
        "limit": request.limit,
    }
    parameters = _parameters(PROPOSITION_INDEX, question, request, space, fetch) | described
    if request.view is not None:
        return Query(seen.PROPOSITIONS, parameters | seen.parameters(request.view, space))
    return Query(PROPOSITIONS, parameters)


def _parameters(index: str, question: Question, request: Request, space: str, fetch: int) -> dict[str, Any]:
    return {
        "index": index,
        "wanted": _wanted(question, request),
        "counted": question.counted(),
        "cap": COUNT_CAP,
        "pool": max(fetch * _POOL, _LEAST_POOL),
        "fetch": fetch,
        "space": space,
    }


def _wanted(question: Question, request: Request) -> str:
    # What can't reach the threshold is not proposed.
    query = proposals(
        question, heads=request.threshold <= HEAD_CEILING, bodies=request.threshold <= BODY_CEILING
    )
    if request.kind is None:
        return query
    return lucene.within(terms.whole(question.prefix, terms.KIND, request.kind), query)
