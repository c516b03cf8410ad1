"""The Cypher of searching by meaning: which elements' vectors are nearest to the question's.

A space with few vectors (`SCANNED`, of the type asked for if there is one) is scanned, and nothing is missed;
a larger one is asked through its own vector index, once `reembed` has made it, which proposes and is then
filtered by type.  `reached` says how many of the pool were near enough before that filter: while it is the
whole pool there may be more.  No row: the vectors of the space are of another model, or there are none yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kip_cypher.names import PROPOSITION_TYPE
from kip_cypher.query import Query
from kip_engine.embedding.embedder import Vector
from kip_engine.embedding.indexing import SCANNED

from .request import Request

DEFINITIONS = 10

_OF_ELEMENT = "e.space = $space AND e.element = $element AND e.kind IS NOT NULL"
_OF_KIND = "e.space = $space AND e.element = $element AND e.kind = $kind"
# From a condition on embeddings `e`, without and within the index, to rows of `reached` and (hit, cosine).
# Neo4j's similarity is (1 + cosine) / 2.
_NEAREST = """
MATCH (space:Space {name: $space}) WHERE space.embedding_model = $model
CALL (space) {
  MATCH (e:Embedding) WHERE <chosen> AND space.vector_index IS NOT NULL
  WITH e LIMIT $scanned + 1
  RETURN count(e) > $scanned AS large
}
CALL (space, large) {
  CALL (space, large) {
    WITH large WHERE NOT large
    MATCH (e:Embedding) WHERE <chosen> AND e.model = $model
    WITH e, vector.similarity.cosine(e.vector, $vector) AS similarity WHERE similarity >= $least
    RETURN e, similarity ORDER BY similarity DESC LIMIT $pool
    UNION ALL
    WITH space, large WHERE large
    CALL db.index.vector.queryNodes(space.vector_index, $pool, $vector) YIELD node AS e, score AS similarity
    WITH e, similarity WHERE similarity >= $least
    RETURN e, similarity
  }
  WITH collect(CASE WHEN <chosen> AND e.model = $model THEN {e: e, similarity: similarity} END) AS chosen,
    count(*) AS reached
  CALL (chosen) {
    UNWIND chosen AS hit
    WITH hit.e AS e, hit.similarity AS similarity
    MATCH (e)-[:OF]->(n)
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
  MATCH (link:Proposition) WHERE link.space = $space AND link.predicate = definition.name
  WITH link LIMIT $fetch
  RETURN collect(properties(link)) AS links
}
RETURN cosine, links
"""

_ANY = _NEAREST.replace("<chosen>", _OF_ELEMENT)
_TYPED = _NEAREST.replace("<chosen>", _OF_KIND)
_CONCEPTS, _PROPOSITIONS = (_KNOWN.replace("<label>", label) for label in ("Concept", "Proposition"))
TEXTS = {
    ("concept", False): _ANY + _CONCEPTS,
    ("concept", True): _TYPED + _CONCEPTS,
    ("proposition", False): _ANY + _PROPOSITIONS,
    ("proposition", True): _TYPED + _PROPOSITIONS,
}
DEFINED = _TYPED + _LINKS

_PASSAGES = 2
"""How many vectors are proposed for each element wanted: long texts have several."""


def nearest(
    element: str, space: str, model: str, vector: Vector, request: Request, fetch: int, ids: Sequence[str]
) -> Query:
    """The `fetch` elements nearest to `vector`, and how near those of `ids` are."""
    parameters = _parameters(space, model, vector, fetch)
    parameters |= {"element": element, "kind": request.kind, "ids": list(ids)}
    return Query(TEXTS[element, request.kind is not None], parameters)


def defined(space: str, model: str, vector: Vector, request: Request, fetch: int) -> Query:
    """The predicates whose definitions are nearest to `vector`, each with links under it."""
    parameters = _parameters(space, model, vector, fetch)
    parameters |= {"element": "concept", "kind": PROPOSITION_TYPE, "predicate": request.kind}
    return Query(DEFINED, parameters)


def pool(fetch: int) -> int:
    """How many vectors are looked at for `fetch` elements."""
    return fetch * _PASSAGES


def _parameters(space: str, model: str, vector: Vector, fetch: int) -> dict[str, Any]:
    return {
        "space": space,
        "model": model,
        "vector": vector,
        "scanned": SCANNED,
        "least": 0.5,
        "pool": pool(fetch),
        "fetch": fetch,
    }
