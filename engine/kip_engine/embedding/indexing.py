"""A vector index of its own for a space too large to be scanned, made by `reembed` and never while serving.

One index for all spaces would be cheaper to keep, but what it proposes depends on what others store: a full
neighbour would crowd out the hits of a small space.  The index covers a label that only the vectors of its
space carry; `Space.vector_label` says so to writers and searches.
"""

from __future__ import annotations

from hashlib import blake2b

from kip_cypher.query import Query
from kip_engine.storage.steps import Body, Program, Transaction
from kip_grammar.errors import KipError

SCANNED = 4_000
CHUNK = 5_000

COUNT = """
MATCH (e:Embedding) WHERE e.space = $space AND e.element IS NOT NULL AND e.kind IS NOT NULL
WITH e LIMIT $most
RETURN count(e)
"""
ANNOUNCE = "MATCH (space:Space {name: $space}) SET space.vector_label = $label RETURN space.name"
ANNOUNCED = "MATCH (space:Space {name: $space}) RETURN space.vector_label"
WITHDRAW = "MATCH (space:Space {name: $space}) REMOVE space.vector_label, space.vector_index"
OPEN = "MATCH (space:Space {name: $space}) SET space.vector_index = $label"
COVER = """
MATCH (e:Embedding) WHERE e.space = $space AND e.element IS NOT NULL AND e.kind IS NOT NULL
AND NOT $label IN labels(e)
WITH e LIMIT $chunk
SET e:$($label)
RETURN count(*)
"""
INDEXES = "SHOW VECTOR INDEXES YIELD name, options WHERE name = $label RETURN options"
AWAIT = "CALL db.awaitIndex($label, 10)"
FAILED = "SHOW VECTOR INDEXES YIELD name, state WHERE name = $label AND state = 'FAILED' RETURN name"
# Neo4j takes no parameters for names here: `label` is made of a digest, and the dimension a number.
CREATE = """CREATE VECTOR INDEX {label} IF NOT EXISTS FOR (e:{label}) ON (e.vector)
OPTIONS {{indexConfig: {{`vector.dimensions`: {dimension}, `vector.similarity_function`: 'cosine'}}}}"""
DROP = "DROP INDEX {label} IF EXISTS"


def label_of(space: str) -> str:
    """The label of the vectors of a large space, and the name of their index."""
    name = blake2b(space.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
    return f"Embedding_{name}"


def ensure(space: str, dimension: int) -> Program[bool]:
    """Give `space` an index if it is too large to be scanned; whether it has one."""
    most = {"space": space, "most": SCANNED + 1}
    if (yield Query(COUNT, most))[0][0] <= SCANNED:
        return False
    label = label_of(space)
    named = {"space": space, "label": label}
    yield from _write(Query(ANNOUNCE, named))
    cover = Query(COVER, named | {"chunk": CHUNK})
    while (yield from _write(cover)):
        pass
    yield from _write(Query(CREATE.format(label=label, dimension=int(dimension))))
    yield from _await(named)
    yield from _write(Query(OPEN, named))
    return True


def drop_foreign(space: str, dimension: int) -> Program[None]:
    """Remove the index of `space` if it is for vectors of another dimension."""
    label = label_of(space)
    found = yield Query(INDEXES, {"label": label})
    if found and found[0][0]["indexConfig"].get("vector.dimensions") != dimension:
        yield from drop(space)


def drop(space: str) -> Program[None]:
    """Remove the index of `space`, if it has one."""
    announced = yield Query(ANNOUNCED, {"space": space})
    if not announced or announced[0][0] is None:
        return
    yield from _write(Query(WITHDRAW, {"space": space}))
    yield from _write(Query(DROP.format(label=label_of(space))))


def _await(named: dict[str, str]) -> Program[None]:
    """Wait until the index is complete, in pieces shorter than a statement may take."""
    while True:
        try:
            yield from _write(Query(AWAIT, named))
        except KipError:
            if (yield Query(FAILED, named)):
                raise
        else:
            return


def _write(query: Query) -> Program[int]:
    def body() -> Body[int]:
        rows = yield query
        return rows[0][0] if rows and isinstance(rows[0][0], int) else 0

    count: int = yield Transaction(body)
    return count
