"""Verbs about bindings: who is served by which profile.

The table is found by keys: a caller can match at most eight rows, whose keys are computed and looked up, so
that its length doesn't matter.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from kip_cypher import keys
from kip_cypher.query import Query
from kip_engine import owned
from kip_engine.delete.cascade import DELETE_LINKS, LINKS_ON_ROOTS
from kip_engine.storage.steps import Body, Program

from . import clock, log
from .bindings import WILDCARD
from .caller import Caller
from .changing import change
from .complaints import invalid
from .opening import Unopened
from .profile_rows import check_not_archived, locked
from .seeds import check_secrets
from .stored import Properties

Answer: TypeAlias = dict[str, Any]
FIELDS = ("actor", "namespace", "consumer_kind")
FILTERS = ("profile_id", *FIELDS)

MATCHING = """
MATCH (binding:Concept)
WHERE binding._brain_table = $namespace AND binding.sequence IS NOT NULL
  AND ($profile_id IS NULL OR binding.profile_id = $profile_id)
  AND ($actor IS NULL OR binding.actor = $actor)
  AND ($bound IS NULL OR binding.bound_namespace = $bound)
  AND ($consumer_kind IS NULL OR binding.consumer_kind = $consumer_kind)
"""
REMOVE = f"""
WITH collect(binding) AS roots
{LINKS_ON_ROOTS}
{DELETE_LINKS}
FOREACH (root IN roots | DELETE root)
"""
OLD = "OPTIONAL MATCH (binding:Concept {key: $row.key})"
DRAW = """
MATCH (profile) WHERE elementId(profile) = $profile
CREATE (binding:Concept:BrainBinding) SET binding = $binding
CREATE (binding)<-[:SUBJECT]-(link:Proposition:brain_binds)-[:OBJECT]->(profile) SET link = $link
CREATE (binding)-[:brain_binds {id: link.id}]->(profile)
"""
DRAW_AND_APPEND = f"{log.NEXT_ROW}{DRAW}SET binding.sequence = sequence{log.APPEND}"
LOCK = """
OPTIONAL MATCH (namespace:BrainNamespace {key: $namespace})
FOREACH (found IN CASE WHEN namespace IS NULL THEN [] ELSE [namespace] END |
  SET found._lock = true REMOVE found._lock)
RETURN namespace IS NOT NULL
"""
APPEND = f"{log.NEXT_ROW}{log.APPEND}"
LIST = f"""{MATCHING}
RETURN properties(binding) ORDER BY binding.sequence
"""


def bind(caller: Caller, given: Mapping[str, Any]) -> Program[Answer]:
    """Let a profile serve some callers.  Raises KIP_2003, KIP_3002; KIP_3004 (`archived_bind`)."""
    fields = {name: WILDCARD if given[name] is None else given[name] for name in FIELDS}
    _check_fields(fields)
    priority = 0 if given["priority"] is None else given["priority"]
    answer = {"profile_id": given["profile_id"], **fields}

    def body() -> Body[Answer]:
        profile = yield from locked(caller, given["profile_id"])
        check_not_archived(profile, "archived_bind", "it can't serve anybody")
        place = profile.place
        yield Query(LOCK, {"namespace": caller.key})
        yield from _replace(caller, place, profile.properties["id"], {**answer, "priority": priority})
        return {"bound": True, **answer}

    return (yield from change(caller, body))


def unbind(caller: Caller, given: Mapping[str, Any]) -> Program[Answer]:
    """Remove the bindings that all given fields match.  Raises KIP_2003 (`unbind_without_filter`)."""
    if all(given[name] is None for name in FILTERS):
        hint = "Name a profile_id, actor, namespace or consumer_kind."
        raise invalid("unbind_without_filter", "Unbinding without a filter would remove every binding.", hint)

    def body() -> Body[Answer]:
        if not (yield Query(LOCK, {"namespace": caller.key}))[0][0]:
            raise Unopened
        removed = (yield Query(f"{MATCHING}{REMOVE}RETURN size(roots)", _filter(caller, given)))[0][0]
        told = {**given, "namespace": caller.namespace, "bound_namespace": given["namespace"]}
        row = log.change(caller, "brain.unbind", clock.now_us(), told)
        yield Query(APPEND, {"namespace": caller.key, "row": row})
        return {"unbound": removed}

    return (yield from change(caller, body))


def bindings(caller: Caller, given: Mapping[str, Any]) -> Program[Answer]:
    """The bindings that all given fields match, in their order."""
    rows = yield Query(LIST, _filter(caller, given))
    found = [_shown(properties) for (properties,) in rows]
    return {"count": len(found), "bindings": found}


def binding_key(caller: Caller, actor: str, namespace: str, kind: str) -> str:
    """The key of the binding with these fields."""
    return keys.exact_concept_key(caller.space.name, "BrainBinding", _name(caller, actor, namespace, kind))


def _replace(caller: Caller, place: str, profile_element: str, told: Properties) -> Body[None]:
    """The row goes to the end of the table; one with the same fields is replaced by it."""
    now_us = clock.now_us()
    times = {"created_at": clock.as_text(now_us)}
    attributes = {**told, **times, "bound_namespace": told["namespace"], "namespace": caller.namespace}
    drawn = drawn_binding(caller, place, profile_element, attributes, now_us)
    row = log.change(caller, "brain.bind", now_us, attributes)
    yield Query(f"{OLD}{REMOVE}", {"row": drawn["binding"]})
    yield Query(DRAW_AND_APPEND, {"namespace": caller.key, "row": row, **drawn})


def drawn_binding(
    caller: Caller, place: str, profile_element: str, attributes: Properties, now_us: int
) -> Properties:
    """The parameters of DRAW."""
    origin = caller.origin(now_us)
    fields = attributes["actor"], attributes["bound_namespace"], attributes["consumer_kind"]
    name = _name(caller, *fields)
    concept = owned.concept(origin, "BrainBinding", name, attributes, exact=True, searched=False)
    binding = {**concept["properties"], "_brain_table": caller.key}
    link = owned.link_properties(origin, "brain_binds", binding["id"], profile_element)
    return {"profile": place, "binding": binding, "link": link}


def _check_fields(fields: Mapping[str, str]) -> None:
    for name, value in fields.items():
        if value != WILDCARD and WILDCARD in value:
            hint = "Write * alone for all, or a value without it."
            raise invalid("wildcard_inside_value", f"The {name} {value!r:.80} holds a *.", hint)
    check_secrets(*(value for value in fields.values() if value != WILDCARD))


def _filter(caller: Caller, given: Mapping[str, Any]) -> Properties:
    fields = {name: given[name] for name in ("profile_id", "actor", "consumer_kind")}
    return {"namespace": caller.key, "bound": given["namespace"], **fields}


def _name(caller: Caller, actor: str, namespace: str, kind: str) -> str:
    return f"{caller.namespace} {json.dumps([actor, namespace, kind], ensure_ascii=False)}"


def _shown(properties: Mapping[str, Any]) -> Answer:
    fields = {name: properties[name] for name in ("profile_id", "actor", "consumer_kind", "priority")}
    return {**fields, "namespace": properties["bound_namespace"], "created_at": properties["created_at"]}
