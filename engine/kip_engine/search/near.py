"""The Cypher of searching by meaning: which elements' vectors are nearest to the question's.

A space with few vectors (`SCANNED`, of the type asked for if there is one) is scanned, and nothing is missed;
a larger one is asked through its own vector index, once `reembed` has made it, which proposes and is then
filtered by type.  `reached` says how many of the pool were near enough before that filter: while it is the
whole pool there may be more.  No row: the vectors of the space are of another model, or there are none yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from kip_cypher.names import PROPOSITION_TYPE
from kip_cypher.query import Query
from kip_cypher.sight import concept_is_seen, link_is_seen
from kip_engine.embedding.embedder import Vector
from kip_engine.embedding.indexing import SCANNED
from kip_engine.view import PARAMETER, View

DEFINITIONS = 10

_VIEWERS = f"${PARAMETER}"

_OF_ELEMENT = "e.space = $space AND e.element = $element AND e.kind IS NOT NULL"
_OF_KIND = "e.space = $space AND e.element = $element AND e.kind = $kind"
# From a condition on embeddings `e`, without and within the index, to rows of `reached` and (hit, cosine).
# Neo4j's similarity is (1 + cosine) / 2.  UNWIND and not WHERE chooses the branch: the planner would scan
# first and ask afterwards whether to.
_NEAREST = """
MATCH (space:Space {name: $space}) WHERE space.embedding_model = $model
CALL (space) {
  MATCH (e:Embedding) WHERE <chosen> AND space.vector_index IS NOT NULL
  WITH e LIMIT $scanned + 1
  RETURN count(e) > $scanned AS large
}
CALL (space, large) {
  CALL (space, large) {
    UNWIND CASE WHEN large THEN [] ELSE [true] END AS scan
    MATCH (e:Embedding) WHERE <chosen> AND e.model = $model
    WITH e, vector.similarity.cosine(e.vector, $vector) AS similarity WHERE similarity >= $least<first>
    RETURN e, similarity ORDER BY similarity DESC LIMIT $pool
    UNION ALL
    UNWIND CASE WHEN large THEN [space.vector_index] ELSE [] END AS index
    CALL db.index.vector.queryNodes(index, $pool, $vector) YIELD node AS e, score AS similarity
    WITH e, similarity WHERE similarity >= $least
    RETURN e, similarity
  }
  WITH collect(CASE WHEN <chosen> AND e.model = $model THEN {e: e, similarity: similarity} END) AS chosen,
    count(*) AS reached
  CALL (chosen) {
    UNWIND chosen AS hit
    WITH hit.e AS e, hit.similarity AS similarity
    MATCH (e)-[:OF]->(n)<then>
    WITH n, max(similarity) AS similarity ORDER BY similarity DESC, n.id LIMIT $fetch
    RETURN collect([n, 2 * similarity - 1]) AS near
  }
  RETURN reached, near
}
"""
_KNOWN = """
CALL () {
  UNWIND $ids AS id
  MATCH (n:<label> {id: id})<-[:OF]-(e:Embedding) WHERE e.model = $model
  WITH id, max(vector.similarity.cosine(e.vector, $vector)) AS similarity
  WHERE similarity IS NOT NULL
  RETURN collect([id, 2 * similarity - 1]) AS known
}
RETURN reached, [hit IN near | [properties(hit[0]), hit[1]]] AS near, known
"""
# A definition stands for links under it: as many as are wanted will do, since they count the same.
_LINKS = """
UNWIND near AS hit
WITH hit[0] AS definition, hit[1] AS cosine WHERE coalesce(definition.name = $predicate, true)
CALL (definition) {
  MATCH (link:Proposition) WHERE link.space = $space AND link.predicate = definition.name<seen>
  WITH link LIMIT $fetch
  RETURN collect(properties(link)) AS links
}
RETURN cosine, links
"""

_LABELS = {"concept": "Concept", "proposition": "Proposition"}
_SEEN = {
    "concept": f"{concept_is_seen('n', _VIEWERS)} AND NOT n.type STARTS WITH '$'",
    "proposition": link_is_seen("n", _VIEWERS),
}


def _nearest(chosen: str, seen: str | None) -> str:
    """The query's beginning; within a view, what isn't seen is left out before anything is cut."""
    first = then = ""
    if seen is not None:
        first = f"\n    MATCH (e)-[:OF]->(n) WHERE {seen}\n    WITH e, similarity"
        then = f" WHERE {seen}"
    return _NEAREST.replace("<chosen>", chosen).replace("<first>", first).replace("<then>", then)


def _text(element: str, typed: bool, viewed: bool) -> str:
    found = _nearest(_OF_KIND if typed else _OF_ELEMENT, _SEEN[element] if viewed else None)
    return found + _KNOWN.replace("<label>", _LABELS[element])


TEXTS = {key: _text(*key) for key in product(_LABELS, (False, True), (False, True))}
"""By element, whether of one type, whether within a view."""
# The definitions are everybody's; the links under them are not.
DEFINED = {
    viewed: _nearest(_OF_KIND, None)
    + _LINKS.replace("<seen>", f" AND {link_is_seen('link', _VIEWERS)}" if viewed else "")
    for viewed in (False, True)
}

_PASSAGES = 2
"""How many vectors are proposed for each element wanted: long texts have several."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question's vector, whose it is, and the cosine below which nothing is near."""

    model: str
    vector: Vector
    least: float


def nearest(
    element: str,
    space: str,
    asked: Asked,
    kind: str | None,
    fetch: int,
    ids: Sequence[str],
    view: View | None = None,
) -> Query:
    """The `fetch` elements nearest to what is asked, and how near those of `ids` are."""
    parameters = _parameters(space, asked, fetch, view)
    parameters |= {"element": element, "kind": kind, "ids": list(ids)}
    return Query(TEXTS[element, kind is not None, view is not None], parameters)


def defined(space: str, asked: Asked, predicate: str | None, fetch: int, view: View | None = None) -> Query:
    """The predicates whose definitions are nearest to what is asked, each with links under it."""
    parameters = _parameters(space, asked, fetch, view)
    parameters |= {"element": "concept", "kind": PROPOSITION_TYPE, "predicate": predicate}
    return Query(DEFINED[view is not None], parameters)


def pool(fetch: int) -> int:
    """How many vectors are looked at for `fetch` elements."""
    return fetch * _PASSAGES


def _parameters(space: str, asked: Asked, fetch: int, view: View | None) -> dict[str, Any]:
    return {
        PARAMETER: None if view is None else view.viewers(space),
        "space": space,
        "model": asked.model,
        "vector": asked.vector,
        "least": (1 + asked.least) / 2,
        "scanned": SCANNED,
        "pool": pool(fetch),
        "fetch": fetch,
    }
