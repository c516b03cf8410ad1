"""The Cypher of SEARCH: Lucene proposes, the space's own number of candidates comes back.

`frequencies` are how many elements hold each word of the question, in the caller's space: every term of the
index begins with its space.
"""

from __future__ import annotations

from typing import Any

from kip_cypher.names import PROPOSITION_TYPE
from kip_cypher.query import Query

from . import lucene, terms
from .question import COUNT_CAP, Question, proposals
from .request import Request
from .score import BODY_CEILING, HEAD_CEILING

CONCEPT_INDEX, PROPOSITION_INDEX = "kip_concept_text", "kip_proposition_text"
_POOL = 4
_DEFINITIONS = 10

# Equal proposals come in an order of Lucene's own; a larger pool, sorted by id, makes the cut repeatable.
CONCEPTS = """
CALL db.index.fulltext.queryNodes($index, $wanted, {limit: $pool}) YIELD node, score
WHERE node.space = $space
WITH node, score ORDER BY score DESC, node.id LIMIT $fetch
RETURN properties(node), [] AS frequencies
"""

COUNTED_CONCEPTS = """
UNWIND $counted AS term
CALL (term) {
  CALL db.index.fulltext.queryNodes($index, term, {limit: $cap}) YIELD score
  RETURN count(*) AS frequency
}
WITH collect(frequency) AS frequencies
CALL db.index.fulltext.queryNodes($index, $wanted, {limit: $pool}) YIELD node, score
WHERE node.space = $space
WITH node, score, frequencies ORDER BY score DESC, node.id LIMIT $fetch
RETURN properties(node), frequencies
"""

# A link is found by its own text, or by the description of its predicate.
PROPOSITIONS = """
UNWIND CASE WHEN $counted = [] THEN [null] ELSE $counted END AS term
CALL (term) {
  WITH term WHERE term IS NOT NULL
  CALL db.index.fulltext.queryNodes($index, term, {limit: $cap}) YIELD score
  RETURN count(*) AS frequency
}
WITH collect(frequency) AS frequencies
CALL () {
  CALL db.index.fulltext.queryNodes($index, $wanted, {limit: $pool}) YIELD node, score
  WHERE node.space = $space
  WITH node, score ORDER BY score DESC, node.id LIMIT $fetch
  RETURN node, null AS description
  UNION ALL
  CALL db.index.fulltext.queryNodes($concepts, $defined, {limit: $definitions}) YIELD node AS definition
  WHERE definition.space = $space AND coalesce(definition.name = $kind, true)
  CALL (definition) {
    MATCH (node:Proposition) WHERE node.space = $space AND node.predicate = definition.name
    RETURN node LIMIT $fetch
  }
  RETURN node, definition.description AS description
}
RETURN properties(node), frequencies, description
"""


def concepts(question: Question, request: Request, space: str, fetch: int) -> Query:
    """The query for the `fetch` likeliest concepts."""
    parameters = _parameters(CONCEPT_INDEX, question, request, space, fetch)
    if not parameters["counted"]:
        return Query(CONCEPTS, parameters)
    return Query(COUNTED_CONCEPTS, parameters)


def propositions(question: Question, request: Request, space: str, fetch: int) -> Query:
    """The query for the `fetch` likeliest links by their own text, and as many by each likely predicate."""
    definition = terms.whole(question.prefix, terms.KIND, PROPOSITION_TYPE)
    described = {
        "concepts": CONCEPT_INDEX,
        "defined": lucene.within(definition, proposals(question, heads=True, bodies=True)),
        "definitions": _DEFINITIONS,
        "kind": request.kind,
    }
    return Query(PROPOSITIONS, _parameters(PROPOSITION_INDEX, question, request, space, fetch) | described)


def _parameters(index: str, question: Question, request: Request, space: str, fetch: int) -> dict[str, Any]:
    return {
        "index": index,
        "wanted": _wanted(question, request),
        "counted": question.counted(),
        "cap": COUNT_CAP,
        "pool": fetch * _POOL,
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
