"""Mends what hangs on changed values: the searched text, and the names of explicit nulls that got a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kip_cypher.names import NULLS
from kip_cypher.query import Query
from kip_engine.embedding.writing import STALE as STALE_VECTORS
from kip_engine.embedding.writing import attach, text_digest
from kip_engine.search.text import stored_text
from kip_engine.storage.steps import Body

CHUNK = 10_000

_TOUCHED = """$textual OR any(index IN $attributes
    WHERE old[index] IS :: STRING NOT NULL | LIST<ANY> NOT NULL)"""
_COLUMN = """collect(CASE WHEN changed AND ({}) THEN
  [elementId(target), target{{.*, search_text: null}}] END) AS stale"""

# Cypher: a column, those of the changed rows of `target` that need mending, as (node, properties).
STALE = _COLUMN.format(_TOUCHED)
NULL_BEFORE = _COLUMN.format("nulls IS NOT NULL")
STALE_OR_NULL = _COLUMN.format(f"nulls IS NOT NULL OR {_TOUCHED}")
NONE_STALE = "collect(null) AS stale"
MEND = """
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row.node
SET n.search_text = row.text, n._nulls = row.nulls
WITH n, row.digest AS digest
<vectors>
WITH n WHERE NOT EXISTS { (n)<-[:OF]-(:Embedding) }
RETURN elementId(n)
""".replace("<vectors>", STALE_VECTORS)


def mend(stale: Sequence[tuple[str, dict[str, Any]]]) -> Body[None]:
    """Write `search_text` and `_nulls` anew for elements given as (node, properties), and vectors for few."""
    pending: set[str] = set()
    for start in range(0, len(stale), CHUNK):
        rows = [_row(*element) for element in stale[start : start + CHUNK]]
        pending.update(node for (node,) in (yield Query(MEND, {"rows": rows})))
    yield from attach(element for element in stale if element[0] in pending)


def _row(node: str, properties: dict[str, Any]) -> dict[str, Any]:
    nulls = [name for name in properties.get(NULLS) or () if name not in properties]
    mended = {**properties, NULLS: nulls}
    return {
        "node": node,
        "text": stored_text(mended),
        "nulls": nulls or None,
        "digest": text_digest(mended),
    }
