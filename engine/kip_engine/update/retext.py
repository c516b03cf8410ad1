"""Refreshes what is searched of elements whose textual attributes changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kip_cypher.query import Query
from kip_engine.search.text import stored_text
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
        yield Query(REFRESH, {"rows": [[node, stored_text(properties)] for node, properties in chunk]})
