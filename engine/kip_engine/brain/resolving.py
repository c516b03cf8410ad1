"""Who serves: one query for a caller's bindings, the built-in profile, and the oldest that fits."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, TypeAlias

from kip_cypher.query import Query
from kip_engine.storage.steps import Program

from .binding_verbs import binding_key
from .bindings import ACTIVE, BUILT_IN, RECALL, WILDCARD, score, text_or_wildcard
from .caller import Caller
from .complaints import missing

Answer: TypeAlias = dict[str, Any]

# Whole seconds of a time are its first 19 characters.  The oldest is the first entry of an index.
BOUND = """
OPTIONAL CALL () {
  UNWIND $candidates AS candidate
  MATCH (binding:Concept {key: candidate.key})-[:brain_binds]->(bound)
  WHERE binding._owner = 'brain' AND bound.lifecycle <> 'archived'
  RETURN bound, binding
  ORDER BY candidate.score DESC, binding.priority DESC, left(binding.created_at, 19), binding.sequence DESC
  LIMIT 1
}
"""
RESOLVE = f"""{BOUND}
OPTIONAL MATCH (built_in:Concept {{key: $built_in}}) WHERE built_in._owner = 'brain'
OPTIONAL CALL () {{
  MATCH (oldest:Concept) WHERE oldest._brain_kind = $kind
  AND oldest.created_at IS NOT NULL AND oldest.profile_id IS NOT NULL
  RETURN oldest ORDER BY oldest._brain_kind, oldest.created_at, oldest.profile_id LIMIT 1
}}
RETURN bound.profile_id, bound.lifecycle, binding.consumer_kind, built_in.lifecycle, built_in.consumer_kind,
  oldest.profile_id, oldest.consumer_kind
"""


def candidates(caller: Caller, actor: str | None, namespace: str | None, kind: str) -> list[dict[str, Any]]:
    """The bindings that could match, by key, each with how specific it is."""
    given = (text_or_wildcard(actor), text_or_wildcard(namespace), kind)
    choices = product(*({value, WILDCARD} for value in given))
    return [{"key": binding_key(caller, *fields), "score": score(*fields)} for fields in choices]


def resolve(caller: Caller, given: Mapping[str, Any]) -> Program[Answer]:
    """The profile that serves a kind of consumer.  Raises KIP_3002 (`unresolved`)."""
    kind = given["consumer_kind"]
    actor = caller.actor if given["actor"] is None else given["actor"]
    parameters = {
        "candidates": candidates(caller, actor, given["namespace"], kind),
        "built_in": caller.profile_key(BUILT_IN),
        "kind": caller.kind_key(kind),
    }
    row = (yield Query(RESOLVE, parameters))[0]
    profile_id, lifecycle, matched, bound = _chosen(row, kind)
    return {
        "resolved_profile_id": profile_id,
        "lifecycle": lifecycle,
        "requested_consumer_kind": kind,
        "matched_consumer_kind": matched,
        "matched_binding": bound,
    }


def _chosen(row: Any, kind: str) -> tuple[str, str, str, bool]:
    bound, lifecycle, matched, built_in, own_kind, oldest, oldest_kind = row
    if bound is not None:
        return bound, lifecycle, matched, True
    # A namespace that nothing was changed in has the built-in profile as it begins, though no node for it.
    own_kind = own_kind or RECALL
    if (built_in or ACTIVE) == ACTIVE and (own_kind == kind or WILDCARD in (own_kind, kind)):
        return BUILT_IN, ACTIVE, own_kind, False
    if oldest is not None:
        return oldest, ACTIVE, oldest_kind, False
    raise missing(
        "unresolved",
        f"No profile serves consumers of the kind {kind!r:.80}.",
        "Create and activate one, or bind one.",
    )
