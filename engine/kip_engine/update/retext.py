"""Refreshes what is searched of elements whose textual attributes changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kip_cypher.names import split_properties
from kip_cypher.query import Query
from kip_cypher.values import decode
from kip_engine.search.text import concept_text, proposition_text
from kip_engine.storage.steps import Body

CHUNK = 10_000

# Cypher: a column, the changed rows of `target` whose text may have changed, as (node, properties).
STALE = """collect(CASE WHEN changed AND ($textual OR any(index IN $attributes
    WHERE old[index] IS :: STRING NOT NULL | LIST<ANY> NOT NULL))
  THEN [elementId(target), target{.*, search_text: null}] END) AS stale"""
NONE_STALE = "collect(null) AS stale"
REFRESH = """
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row[0]
SET n.search_text = row[1]
"""


def refresh(stale: Sequence[tuple[str, dict[str, Any]]]) -> Body[None]:
    """Write anew the `search_text` of elements given as (node, properties)."""
    for start in range(0, len(stale), CHUNK):
        chunk = stale[start : start + CHUNK]
        yield Query(REFRESH, {"rows": [[node, search_text(properties)] for node, properties in chunk]})


def search_text(properties: dict[str, Any]) -> str:
    """The `search_text` of the element that has these properties."""
    stored, _ = split_properties(properties)
    attributes: dict[str, Any] = {key: decode(value) for key, value in stored.items()}
    if "predicate" in properties:
        return proposition_text(properties["space"], properties["predicate"], attributes)
    return concept_text(properties["space"], properties["type"], properties["name"], attributes)
