"""`register_adapter`: notes an adapter that fits the base model's revision in use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from kip_cypher.query import Query
from kip_cypher.values import check_key
from kip_engine import owned
from kip_engine.storage.steps import Body, Program

from . import clock
from .caller import Caller
from .changing import change
from .complaints import invalid
from .opening import Unopened

Answer: TypeAlias = dict[str, Any]
CHECKED = ("content_hash", "base_model_revision")

OPENED = "OPTIONAL MATCH (n:BrainNamespace {key: $namespace}) RETURN n IS NOT NULL"
REGISTER = """
MERGE (adapter:Concept {key: $adapter.key})
ON CREATE SET adapter:BrainAdapter, adapter = $adapter
ON MATCH SET adapter += $told, adapter._version = adapter._version + 1, adapter._updated_at = $now
"""


def register_adapter(caller: Caller, given: Mapping[str, Any]) -> Program[Answer]:
    """Note an adapter, or what is new of it.  Raises KIP_2003 (`revision_mismatch`)."""
    wanted = caller.settings.base_model_revision
    if given["base_model_revision"] != wanted:
        raise invalid(
            "revision_mismatch",
            f"The adapter is for {given['base_model_revision']!r:.80}; in use is {wanted!r}.",
            "Register adapters that were made for the base model in use.",
        )
    metadata = given["metadata"] if isinstance(given["metadata"], Mapping) else {}
    told = {
        **{check_key(key): value for key, value in metadata.items()},
        **{name: given[name] for name in CHECKED},
    }
    told["adapter_id"], told["namespace"] = given["adapter_id"], caller.namespace
    yield from change(caller, lambda: _register(caller, given["adapter_id"], told))
    return {"registered": True, **{name: given[name] for name in ("adapter_id", *CHECKED)}}


def _register(caller: Caller, adapter_id: str, told: Mapping[str, Any]) -> Body[None]:
    if not (yield Query(OPENED, {"namespace": caller.key}))[0][0]:
        raise Unopened
    origin = caller.origin(clock.now_us())
    name = f"{caller.namespace}/{adapter_id}"
    concept = owned.concept(origin, "BrainAdapter", name, told, exact=True, searched=False)
    parameters = {"adapter": concept["properties"], "told": owned.stored(told), "now": origin.now}
    yield Query(REGISTER, parameters)
