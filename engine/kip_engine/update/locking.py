"""Rows of `target`, locked: what is read of an element after its write lock is what is changed.

Where the WHERE tests values it is evaluated once more under the locks, because another writer may have
changed them while this one waited: so a FILTER guards a write as EXPECT VERSION guards an UPSERT, and of
writers that claim one task exactly one gets it.  Removing a property takes the lock, though there is none
(as long as the database knows its name, which migrating sees to).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kip_cypher.query import Query
from kip_engine.targets import Selection

LIMIT = "WITH target LIMIT $limit\n"
LOCK = "REMOVE target._lock\n"
MARK = """SET target._lock = true
WITH collect(target) AS locked
CALL () {
"""
KEEP_MARKED = """
WITH target WHERE target._lock
RETURN collect(target) AS targets
}
FOREACH (element IN locked | REMOVE element._lock)
WITH targets UNWIND targets AS target
"""


def locked(
    selection: Selection, work: str, parameters: Mapping[str, Any], *, limit: int | None, tests_values: bool
) -> Query:
    """The query that locks the selected elements and goes on with `work`."""
    lock = MARK + selection.compiled.text + KEEP_MARKED if tests_values else LOCK
    return _capped(selection, lock + work, parameters, limit)


def unlocked(selection: Selection, work: str, parameters: Mapping[str, Any], *, limit: int | None) -> Query:
    """The query that binds the selected elements and goes on with `work`, which only reads."""
    return _capped(selection, work, parameters, limit)


def _capped(selection: Selection, tail: str, parameters: Mapping[str, Any], limit: int | None) -> Query:
    if limit is None:
        return selection.query(tail, parameters)
    return selection.query(LIMIT + tail, {**parameters, "limit": limit})
