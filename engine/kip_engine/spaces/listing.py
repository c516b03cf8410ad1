"""Lists the spaces of a database."""

from __future__ import annotations

from kip_cypher.query import Query
from kip_engine.storage.steps import Program

LIST_SPACES = "MATCH (space:Space) RETURN space.name ORDER BY space.name"


def listing() -> Program[list[str]]:
    """The names of all spaces, sorted."""
    return [name for (name,) in (yield Query(LIST_SPACES))]
