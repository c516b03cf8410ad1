"""Deletes a space with everything in it."""

from __future__ import annotations

from dataclasses import dataclass

from kip_cypher.query import Query
from kip_engine.embedding import indexing
from kip_engine.storage.steps import Body, Program, Transaction
from kip_grammar.errors import KipError

CHUNK = 5_000

# With a link go all relationships between its ends, found from the end that has fewer: the concepts that are
# left for later have none, and no hub is ever deleted together with a million relationships.
DROP_LINKS = """
MATCH (link:Proposition) WHERE link.space = $space AND link.predicate IS NOT NULL
WITH link LIMIT $chunk
OPTIONAL MATCH (subject)<-[:SUBJECT]-(link)-[:OBJECT]->(object)
OPTIONAL MATCH (subject)-[thin]->(object)
WITH collect(DISTINCT link) AS links, collect(DISTINCT thin) AS relationships
FOREACH (thin IN relationships | DELETE thin)
FOREACH (link IN links | DETACH DELETE link)
RETURN size(links)
"""
DROP_CONCEPTS = """
MATCH (concept:Concept) WHERE concept.space = $space AND concept.type IS NOT NULL
WITH concept LIMIT $chunk
WITH collect(concept) AS concepts
FOREACH (concept IN concepts | DETACH DELETE concept)
RETURN size(concepts)
"""
DROP_VECTORS = """
MATCH (e:Embedding) WHERE e.space = $space AND e.element IS NOT NULL AND e.kind IS NOT NULL
WITH e LIMIT $chunk
DETACH DELETE e
RETURN count(*)
"""
# Nodes that are no elements, by label; a property that all of them have lets a query use the index on both.
DROP_OTHERS = "MATCH (n:{}) WHERE n.space = $space {} WITH n LIMIT $chunk DELETE n RETURN count(*)"
OTHERS = (
    DROP_OTHERS.format("IdempotencyKey", ""),
    DROP_OTHERS.format("BeliefLedger", ""),
    DROP_OTHERS.format("ResonantGram", "AND n.hex IS NOT NULL"),
    DROP_OTHERS.format("ResonantToken", "AND n.text IS NOT NULL"),
    DROP_OTHERS.format("ResonantScale", ""),
    DROP_OTHERS.format("BrainClaim", ""),
    DROP_OTHERS.format("BrainNamespace", ""),
)
DROP_SPACE = "MATCH (space:Space {name: $space}) DELETE space RETURN count(*)"


@dataclass(frozen=True, slots=True)
class Dropped:
    """How many elements went with a space."""

    concepts: int
    links: int


def drop(name: str, *, chunk: int = CHUNK) -> Program[Dropped]:
    """Delete the space `name`, `chunk` elements per transaction; raises KIP_3002 if there is none.

    The space itself goes last: a drop that was interrupted is finished by dropping again.
    """
    yield from indexing.drop(name)
    yield from _drop_all(DROP_VECTORS, name, chunk)
    links = yield from _drop_all(DROP_LINKS, name, chunk)
    concepts = yield from _drop_all(DROP_CONCEPTS, name, chunk)
    for text in OTHERS:
        yield from _drop_all(text, name, chunk)
    existed = yield Transaction(lambda: _count(Query(DROP_SPACE, {"space": name})))
    if not existed:
        raise KipError(
            "KIP_3002", f"There is no space {name!r}.", hint="`kip space list` names those that exist."
        )
    return Dropped(concepts, links)


def _drop_all(text: str, name: str, chunk: int) -> Program[int]:
    total = 0
    query = Query(text, {"space": name, "chunk": chunk})
    while dropped := (yield Transaction(lambda: _count(query))):
        total += dropped
    return total


def _count(query: Query) -> Body[int]:
    count: int = (yield query)[0][0]
    return count
