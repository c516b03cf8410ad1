"""Opens spaces: one round trip for one that exists, two for a new one."""

from __future__ import annotations

import secrets
from typing import Any

from kip_cypher.names import CONCEPT_TYPE, PROPOSITION_TYPE
from kip_cypher.query import Query
from kip_cypher.schema import Schema
from kip_cypher.values import check_scalar
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.upsert.apply import timestamp
from kip_grammar.errors import KipError

from .genesis import genesis
from .space import Space

MAX_NAME = 255
GENESIS_VERSION = 1

READ_SPACE = """
OPTIONAL MATCH (space:Space {name: $space})
RETURN space.cursor_secret,
  COLLECT { MATCH (n:Concept) WHERE n.space = $space AND n.type = $concept_type RETURN n.name },
  COLLECT { MATCH (n:Concept) WHERE n.space = $space AND n.type = $proposition_type RETURN n.name }
"""
CREATE_SPACE = """
MERGE (space:Space {name: $space})
ON CREATE SET space.cursor_secret = $secret, space.created_at = $now, space.schema_version = $version
WITH space, CASE WHEN space.cursor_secret = $secret THEN 1 ELSE 0 END AS mine
CALL (mine) {
  UNWIND CASE mine WHEN 1 THEN $concepts ELSE [] END AS row
  CREATE (n:Concept:$(row.label)) SET n = row.properties
  RETURN collect(n) AS concepts
}
CALL (mine, concepts) {
  UNWIND CASE mine WHEN 1 THEN $links ELSE [] END AS row
  WITH row, concepts[row.subject] AS s, concepts[row.object] AS o
  CREATE (s)<-[:SUBJECT]-(n:Proposition:$(row.label))-[:OBJECT]->(o) SET n = row.properties
  CREATE (s)-[:$(row.label) {id: n.id}]->(o)
  RETURN count(n) AS links
}
RETURN space.cursor_secret
"""


def open(name: str) -> Program[Space]:  # noqa: A001 - always called as spaces.open
    """The space `name`, created with Genesis if it doesn't exist.

    Opening is safe against itself: of any number of clients that open a new space at the same time one
    creates it.  Raises KIP_2003 for a name that can't name a space.
    """
    space = yield from load(check_name(name))
    return space or (yield from _create(name))


def load(name: str) -> Program[Space | None]:
    """The space `name` if it exists: one round trip."""
    secret, types, predicates = (yield _read(name))[0]
    return None if secret is None else Space(name, secret, Schema(frozenset(types), frozenset(predicates)))


def refresh(space: Space) -> Program[Schema]:
    """Read again what `space` defines, since another process may have changed it.

    Raises KIP_3002 if the space itself is gone.
    """
    secret, types, predicates = (yield _read(space.name))[0]
    if secret is None:
        raise KipError(
            "KIP_3002",
            f"The memory {space.name!r} was deleted.",
            hint="Connect again to begin a new memory of that name.",
        )
    space.refreshed(Schema(frozenset(types), frozenset(predicates)))
    return space.schema


def check_name(name: Any) -> str:
    """`name` if it can name a space; raises KIP_2003 otherwise."""
    if isinstance(name, str) and name.strip() and len(name) <= MAX_NAME:
        return str(check_scalar(name))
    raise KipError(
        "KIP_2003",
        f"A space's name is text of 1 to {MAX_NAME} characters, not blank.",
        hint='Name the space after whose memory it is, such as "alice".',
    )


def _create(name: str) -> Program[Space]:
    beginning = genesis(name)
    parameters = {
        "space": name,
        "secret": secrets.token_hex(32),
        "now": timestamp(),
        "version": GENESIS_VERSION,
        "concepts": beginning.concepts,
        "links": beginning.links,
    }

    def body() -> Body[str]:
        secret: str = (yield Query(CREATE_SPACE, parameters))[0][0]
        return secret

    secret = yield Transaction(body)
    return Space(name, secret, beginning.schema)


def _read(name: str) -> Query:
    meta = {"concept_type": CONCEPT_TYPE, "proposition_type": PROPOSITION_TYPE}
    return Query(READ_SPACE, {"space": name, **meta})
