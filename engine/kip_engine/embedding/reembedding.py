"""`reembed`: completes the vectors of a space, page by page, and gives a large space an index of its own.

Vectors of another model, or of none that this engine knows, go first, with the index that held them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kip_cypher.query import Query
from kip_engine.storage.steps import Body, Program, Transaction
from kip_grammar.errors import KipError

from . import indexing
from .embedder import Embedder
from .passages import passages
from .selection import active
from .writing import attach_all

PAGE = 128
CHUNK = 5_000

PENDING = """
MATCH (n:Concept) WHERE n.space = $space AND n.type IS NOT NULL
AND n.search_text IS NOT NULL AND NOT EXISTS { (n)<-[:OF]-(:Embedding) }
RETURN n.id
UNION ALL
MATCH (n:Proposition) WHERE n.space = $space AND n.predicate IS NOT NULL
AND n.search_text IS NOT NULL AND NOT EXISTS { (n)<-[:OF]-(:Embedding) }
RETURN n.id
"""
# The lock comes before the look: what another writer has changed or given vectors meanwhile is left alone.
LOCK = """
UNWIND $ids AS id
CALL (id) {
  MATCH (n:Concept {id: id}) RETURN n
  UNION ALL
  MATCH (n:Proposition {id: id}) RETURN n
}
REMOVE n._lock
WITH n WHERE NOT EXISTS { (n)<-[:OF]-(:Embedding) }
RETURN elementId(n), properties(n)
"""
FOREIGN = """
MATCH (e:Embedding) WHERE e.space = $space AND e.element IS NOT NULL AND e.kind IS NOT NULL
AND e.model <> $model
WITH e LIMIT $chunk
DETACH DELETE e
RETURN count(*)
"""
CLAIM = """
MATCH (space:Space {name: $space}) WHERE coalesce(space.embedding_model, '') <> $model
SET space.embedding_model = $model
"""


@dataclass(frozen=True, slots=True)
class Reembedded:
    """How far it is: elements given vectors, elements that had none, and vectors removed as of another model.

    `indexed` says whether the space has a vector index of its own.
    """

    done: int = 0
    pending: int = 0
    removed: int = 0
    indexed: bool = False


def reembed(space: str, tell: Callable[[Reembedded], None] = lambda _: None) -> Program[Reembedded]:
    """Make every vector that `space` lacks.  Raises KIP_4003 if no embedder is in use."""
    embedder = _embedder()
    removed = yield from _take_over(space, embedder)
    ids: list[str] = [identity for (identity,) in (yield Query(PENDING, {"space": space}))]
    done = 0
    for start in range(0, len(ids), PAGE):
        tell(Reembedded(done, len(ids), removed))
        page = ids[start : start + PAGE]
        yield Transaction(lambda page=page: _page(page, embedder))  # type: ignore[misc]
        done += len(page)
    indexed = yield from indexing.ensure(space, embedder.dimension)
    result = Reembedded(done, len(ids), removed, indexed)
    tell(result)
    return result


def _embedder() -> Embedder:
    embedder = active()
    if embedder is None:
        raise KipError(
            "KIP_4003",
            "There is no embedder, so nothing can be embedded.",
            hint='Install one: pip install "kip-engine[semantic]" (and don\'t set KIP_EMBEDDER=off).',
        )
    return embedder


def _take_over(space: str, embedder: Embedder) -> Program[int]:
    """Make `embedder` the one of `space`; how many vectors of others went."""
    claim = Query(CLAIM, {"space": space, "model": embedder.model})
    yield Transaction(lambda: _once(claim))
    yield from indexing.drop_foreign(space, embedder.dimension)
    foreign = Query(FOREIGN, {"space": space, "model": embedder.model, "chunk": CHUNK})
    removed = 0
    while gone := (yield Transaction(lambda: _once(foreign)))[0][0]:
        removed += gone
    return removed


def _page(ids: list[str], embedder: Embedder) -> Body[None]:
    found = yield Query(LOCK, {"ids": ids})
    elements = [(node, stored) for node, stored in found if passages(stored)]
    if elements:
        yield from attach_all(elements, embedder)


def _once(query: Query) -> Body[Any]:
    return (yield query)
