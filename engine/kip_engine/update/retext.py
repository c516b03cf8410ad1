"""Refreshes what is searched of elements whose textual attributes changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kip_cypher.query import Query
from kip_engine.embedding.writing import STALE as EMBEDDED_STALE
from kip_engine.embedding.writing import attach, text_digest
from kip_engine.search.text import stored_text
from kip_engine.storage.steps import Body

CHUNK = 10_000

# Cypher: a column, the changed rows of `target` whose text may have changed, as (node, properties).
STALE = """collect(CASE WHEN changed AND ($textual OR any(index IN $attributes
    WHERE old[index] IS :: STRING NOT NULL | LIST<ANY> NOT NULL))
  THEN [elementId(target), target{.*, search_text: null}] END) AS stale"""
NONE_STALE = "collect(null) AS stale"
REFRESH = f"""
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row[0]
SET n.search_text = row[1]
WITH n, row[2] AS digest
{EMBEDDED_STALE}
WITH n WHERE NOT EXISTS {{ (n)<-[:OF]-(:Embedding) }}
RETURN elementId(n)
"""


def refresh(stale: Sequence[tuple[str, dict[str, Any]]]) -> Body[None]:
    """Write anew the `search_text` of elements given as (node, properties), and vectors if they are few."""
    pending: set[str] = set()
    for start in range(0, len(stale), CHUNK):
        rows = [[node, stored_text(of), text_digest(of)] for node, of in stale[start : start + CHUNK]]
        pending.update(node for (node,) in (yield Query(REFRESH, {"rows": rows})))
    yield from attach(element for element in stale if element[0] in pending)
