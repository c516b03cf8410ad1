"""The ledger of what was served in answer to queries, and the grades that came in for it.

A row is named by a digest of what makes it one: namespace, target, class of query and time.  So the same
serve recorded twice is one row.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any, TypeAlias

from kip_cypher import keys
from kip_cypher.query import Query
from kip_engine import owned
from kip_engine.storage.steps import Body, Program

from . import clock
from .caller import Caller, digest
from .changing import change
from .opening import Unopened
from .stored import Properties

Answer: TypeAlias = dict[str, Any]
TYPE = "BrainServe"

RECORD = """
OPTIONAL MATCH (namespace:BrainNamespace {key: $namespace})
UNWIND $rows AS row
OPTIONAL MATCH (known:Concept {key: row.key})
RETURN namespace IS NOT NULL, row.key, known IS NOT NULL
"""
CREATE = "UNWIND $rows AS row CREATE (serve:Concept:BrainServe) SET serve = row"


def record_serve(caller: Caller, given: Mapping[str, Any]) -> Program[Answer]:
    """Note that elements were served; ids aren't looked up.  Nothing about one row fails the others."""
    targets = given["target_ids"]
    if not targets:
        return {"written": 0, "skipped": 0}
    from .query_class import query_class

    served_at = clock.now_us() if given["served_at"] is None else given["served_at"]
    asked = {"query_class": query_class(given["query_raw"]), "query_raw": given["query_raw"]}
    told = {name: given[name] for name in ("consumer_kind", "served_by_profile_id")}
    rows: dict[str, Properties] = {}
    for target in targets:
        serve = {**told, **asked, "target_id": target, "served_at": served_at}
        rows.setdefault(*_keyed(serve_row(caller, _row_id(caller, serve), serve)))
    written = yield from change(caller, lambda: _record(caller, list(rows.values())))
    ids = {"serve_ledger_ids": [row["name"] for row in rows.values()]}
    return {"written": written, "skipped": len(targets) - written, "query_class": asked["query_class"], **ids}


def serve_row(caller: Caller, row_id: str, serve: Mapping[str, Any]) -> Properties:
    """The stored properties of a row of the ledger."""
    attributes = {"namespace": caller.namespace, **serve}
    known = {name: value for name, value in attributes.items() if value is not None}
    origin = caller.origin(clock.now_us())
    concept = owned.concept(origin, TYPE, row_id, known, exact=True, searched=False)
    properties: Properties = concept["properties"]
    return properties


def serve_key(caller: Caller, row_id: str) -> str:
    """The key of a row of the ledger."""
    return keys.exact_concept_key(caller.space.name, TYPE, row_id)


def claim_key(caller: Caller, scorer: str, row_id: str) -> str:
    """What stands for a scorer's implicit grade of a row, which counts once and for ever."""
    return digest("claim", caller.space.name, scorer, row_id)


def _record(caller: Caller, rows: list[Properties]) -> Body[int]:
    found = yield Query(RECORD, {"namespace": caller.key, "rows": rows})
    if not found[0][0]:
        raise Unopened
    known = {key for _, key, is_known in found if is_known}
    new = [row for row in rows if row["key"] not in known]
    yield Query(CREATE, {"rows": new})
    return len(new)


def _row_id(caller: Caller, serve: Mapping[str, Any]) -> str:
    parts = (serve["target_id"], serve["query_class"], str(serve["served_at"]))
    return str(uuid.UUID(digest("serve", caller.space.name, caller.namespace, *parts)))


def _keyed(row: Properties) -> tuple[str, Properties]:
    return row["key"], row
