"""Writes vectors beside elements, in the transaction that writes their text.

An element's vectors are `(:Embedding)-[:OF]->(element)` nodes of their own, one for each passage, each with
the digest of the text it was made of.  A change of the text deletes them (`STALE`) in the same query, so what
is stored is never that of another text; an element without any is pending.

A vector takes milliseconds, an element of a capsule a fraction of one: so a transaction that writes up to
`SMALL` elements makes their vectors too, and what larger ones leave pending is completed by `reembed`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from kip_cypher.query import Query
from kip_engine.storage.steps import Body

from .embedder import Embedder
from .passages import digest, passages
from .selection import active

SMALL = 32

Stored = tuple[str, Mapping[str, Any]]
"""An element: Neo4j's element id, and the stored properties."""

# Cypher: a row's element `n` loses its vectors if they are of another text than that of `digest`.
STALE = """
CALL (n, digest) {
  MATCH (n)<-[of:OF]-(stale:Embedding) WHERE stale.digest <> digest
  DELETE of, stale
}
"""
# A space takes the vectors of one model only; the first ones say which that is.
ATTACH = """
MATCH (space:Space {name: $space}) WHERE coalesce(space.embedding_model, $model) = $model
FOREACH (_ IN CASE WHEN space.embedding_model IS NULL THEN [true] ELSE [] END |
  SET space.embedding_model = $model)
WITH coalesce(space.vector_label, 'Embedding') AS label
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row.node AND NOT EXISTS { (n)<-[:OF]-(:Embedding) }
UNWIND row.vectors AS vector
CREATE (n)<-[:OF]-(e:Embedding:$(label)) SET e = row.properties
WITH e, vector
CALL db.create.setNodeVectorProperty(e, 'vector', vector)
RETURN count(*)
"""


def text_digest(stored: Mapping[str, Any]) -> str:
    """The digest of what the element's vectors are made of."""
    return digest(passages(stored))


def attach(elements: Iterable[Stored]) -> Body[None]:
    """Make the vectors of `elements`, which have none, if those with a text are few enough."""
    embedder = active()
    if embedder is None:
        return
    few = list(islice((element for element in elements if passages(element[1])), SMALL + 1))
    if 0 < len(few) <= SMALL:
        yield from attach_all(few, embedder)


def attach_all(elements: Sequence[Stored], embedder: Embedder) -> Body[None]:
    """Make the vectors of `elements`, each with a text, all of one space."""
    texts = [passages(stored) for _, stored in elements]
    vectors = iter(embedder.embed([text for group in texts for text in group]))
    rows = [
        _row(element, group, [next(vectors) for _ in group], embedder)
        for element, group in zip(elements, texts, strict=True)
    ]
    space = elements[0][1]["space"]
    yield Query(ATTACH, {"space": space, "model": embedder.model, "rows": rows})


def _row(element: Stored, texts: list[str], vectors: list[list[float]], embedder: Embedder) -> dict[str, Any]:
    node, stored = element
    link = "predicate" in stored
    properties = {
        "space": stored["space"],
        "element": "proposition" if link else "concept",
        "kind": stored["predicate"] if link else stored["type"],
        "model": embedder.model,
        "dimension": embedder.dimension,
        "digest": digest(texts),
    }
    return {"node": node, "properties": properties, "vectors": vectors}
