"""The first change in a namespace: its node, and the profile that every namespace begins with."""

from __future__ import annotations

from typing import Any

from kip_cypher import keys
from kip_cypher.names import CONCEPT_TYPE
from kip_cypher.query import Query
from kip_engine import owned
from kip_engine.spaces import Space
from kip_engine.storage.steps import Body, Program, Transaction
from kip_grammar.errors import KipError

from . import clock
from .bindings import ACTIVE, BUILT_IN, RECALL
from .caller import OWNER, VOCABULARY, Caller
from .recall_state import Scalars
from .stored import Properties, scalar_properties

DESCRIPTION = "Default recall profile: three-scalar Beta posteriors"
STATE_CLASS = "Bayesian"

# A memory that was deleted meanwhile, or begun anew, has no definitions: nothing is written then.
OPEN = """
MATCH (:Concept {key: $defined})
MERGE (namespace:BrainNamespace {key: $namespace})
ON CREATE SET namespace.space = $space, namespace.name = $name, namespace.sequence = 0,
  namespace.watermark = 0, namespace.stored = false, namespace.created_at = $created_at
WITH namespace
CALL () {
  UNWIND [$profile] AS row
  WITH row WHERE NOT EXISTS { MATCH (:Concept {key: row.key}) }
  CREATE (profile:Concept:BrainProfile) SET profile = row
}
RETURN namespace.key
"""


# The engine defines its types at once; a memory may have one type of such a name of its own.
_ALWAYS_TOGETHER = frozenset({"BrainProfile", "BrainSection", "BrainBinding", "BrainFeedback", "BrainChange"})


class Unopened(KipError):
    """KIP_4003: a body would write, and its namespace has no node yet.  Open it, and run the body again."""

    def __init__(self) -> None:
        super().__init__("KIP_4003", "The brain isn't in use here yet.", hint="Try again.")


def open_namespace(caller: Caller) -> Program[None]:
    """Give the caller's namespace its node and its built-in profile, whoever comes first.

    Raises KIP_2002 if KML has defined one of the brain's types or predicates otherwise, KIP_3002 if the
    memory is gone.
    """
    for _ in range(2):
        yield from owned.register(VOCABULARY, caller.space)
        if (yield Transaction(lambda: _open(caller))):
            return
        caller.space.registered.discard(OWNER)
    raise KipError(
        "KIP_3002",
        f"The memory {caller.space.name!r} was deleted.",
        hint="Connect again to begin a new memory of that name.",
    )


def is_known(space: Space) -> bool:
    """Whether a space has the brain's vocabulary, as far as this process has seen."""
    return OWNER in space.registered or space.schema.types >= _ALWAYS_TOGETHER


def built_in(caller: Caller, created_us: int) -> Properties:
    """The stored properties of a fresh built-in profile."""
    return profile_properties(caller, BUILT_IN, DESCRIPTION, RECALL, ACTIVE, created_us)


def profile_properties(
    caller: Caller, profile_id: str, description: str, consumer_kind: str, lifecycle: str, now_us: int
) -> Properties:
    """The stored properties of a new profile: recall priors, and no sections yet."""
    attributes: dict[str, Any] = {
        "profile_id": profile_id,
        "namespace": caller.namespace,
        "description": description,
        "consumer_kind": consumer_kind,
        "state_class": STATE_CLASS,
        "lifecycle": lifecycle,
        "created_at": clock.as_text(now_us),
        **scalar_properties(Scalars()),
    }
    name = caller.profile_name(profile_id)
    concept = owned.concept(caller.origin(now_us), "BrainProfile", name, attributes, searched=False)
    capacity = max(1, caller.settings.entity_capacity)
    hidden = {"_brain_registry": caller.key, "_brain_inserted": 0, "_brain_capacity": capacity}
    return {**concept["properties"], **hidden, "_brain_kind": active_kind(caller, consumer_kind, lifecycle)}


def active_kind(caller: Caller, consumer_kind: str, lifecycle: str) -> str | None:
    """What a profile is found by that serves where no binding says so: only active ones do."""
    return caller.kind_key(consumer_kind) if lifecycle == ACTIVE else None


def _open(caller: Caller) -> Body[bool]:
    now_us = clock.now_us()
    parameters = {
        "defined": keys.concept_key(caller.space.name, CONCEPT_TYPE, "BrainProfile"),
        "namespace": caller.key,
        "space": caller.space.name,
        "name": caller.namespace,
        "created_at": clock.as_text(now_us),
        "profile": built_in(caller, now_us),
    }
    return bool((yield Query(OPEN, parameters)))
