"""Writes a namespace's state as its log tells it, where what was stored differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kip_cypher.query import Query
from kip_engine.delete.cascade import DELETE_LINKS, LINKS_ON_ROOTS, ROOTS_AND_LINKS_ON_THEM
from kip_engine.storage.steps import Body

from . import clock
from .binding_verbs import DRAW, drawn_binding
from .caller import Caller
from .comparing import entities
from .folding import Folded, Profile
from .judging import gate_link
from .learning import FORGET, entity_link
from .opening import active_kind, profile_properties
from .profile_rows import DRAW_SECTIONS, section_rows
from .section_state import SectionState
from .stored import Properties, scalar_properties

CHUNK = 1_000

PLACE = """
MERGE (profile:Concept {key: $profile.key})
ON CREATE SET profile:BrainProfile, profile = $profile
SET profile += $changes, profile._version = profile._version + 1, profile._updated_at = $now
RETURN elementId(profile), profile.id
"""
DRAW_LINKS = """
MATCH (profile) WHERE elementId(profile) = $profile
UNWIND $drawn AS row
MATCH (t) WHERE elementId(t) = row.target
CREATE (profile)<-[:SUBJECT]-(link:Proposition:$(row.label))-[:OBJECT]->(t) SET link = row.properties
CREATE (profile)-[:$(row.label) {id: link.id}]->(t)
"""
FORGET_SECTIONS = f"""
MATCH (profile) WHERE elementId(profile) = $profile
MATCH (profile)-[:brain_has_section]->(section)
WITH collect(section) AS roots
{LINKS_ON_ROOTS}
{DELETE_LINKS}
FOREACH (root IN roots | DELETE root)
"""
FORGET_BINDINGS = f"""
MATCH (binding:Concept) WHERE binding._brain_table = $namespace AND binding.sequence IS NOT NULL
WITH collect(binding) AS roots
{LINKS_ON_ROOTS}
{DELETE_LINKS}
FOREACH (root IN roots | DELETE root)
"""
FORGET_ACCOUNTS = f"""
MATCH (profile:Concept) WHERE profile._brain_registry = $namespace
MATCH (profile)-[gates:brain_gates]->()
MATCH (link:Proposition {{id: gates.id}})
WITH collect(link) AS roots
{ROOTS_AND_LINKS_ON_THEM}
{DELETE_LINKS}
RETURN deleted
"""
PLACES = """
MATCH (profile:Concept) WHERE profile._brain_registry = $namespace
RETURN profile.profile_id, elementId(profile), profile.id
"""


def mend_profile(caller: Caller, name: str, told: Profile, living: Mapping[str, str]) -> Body[None]:
    """Store a profile as its log tells it; `living` are the nodes of the elements that still exist."""
    place, element = (yield _place(caller, name, told))[0]
    yield Query(FORGET, {"profile": place})
    yield Query(FORGET_SECTIONS, {"profile": place})
    now_us = clock.now_us()
    if told.sections is not None:
        own = name, element, told.sections.priors, told.sections.posteriors
        yield Query(DRAW_SECTIONS, {"profile": place, "sections": section_rows(caller, *own, now_us)})
    origin = caller.origin(now_us)
    drawn = [
        entity_link(origin, element, (target, living[target]), *found)
        for target, found in entities(told, living).items()
    ]
    for start in range(0, len(drawn), CHUNK):
        yield Query(DRAW_LINKS, {"profile": place, "drawn": drawn[start : start + CHUNK]})


def mend_bindings(caller: Caller, folded: Folded) -> Body[None]:
    """Store the bindings as the log tells them."""
    yield Query(FORGET_BINDINGS, {"namespace": caller.key})
    places = yield from _places(caller)
    for bound in folded.bindings.values():
        attributes = {**bound, "namespace": caller.namespace}
        yield Query(DRAW, drawn_binding(caller, *places[bound["profile_id"]], attributes, clock.now_us()))


def mend_accounts(caller: Caller, folded: Folded, living: Mapping[str, str]) -> Body[None]:
    """Store the gate accounts as the log tells them."""
    yield Query(FORGET_ACCOUNTS, {"namespace": caller.key})
    places = yield from _places(caller)
    origin = caller.origin(clock.now_us())
    for (name, target), account in folded.accounts.items():
        if target in living:
            place, element = places[name]
            drawn = [gate_link(origin, element, (target, living[target]), *account)]
            yield Query(DRAW_LINKS, {"profile": place, "drawn": drawn})


def _places(caller: Caller) -> Body[dict[str, tuple[str, str]]]:
    rows = yield Query(PLACES, {"namespace": caller.key})
    return {name: (place, element) for name, place, element in rows}


def _place(caller: Caller, name: str, told: Profile) -> Query:
    record, now_us = told.record, clock.now_us()
    described = record["description"], record["consumer_kind"], record["lifecycle"]
    profile = profile_properties(caller, name, *described, clock.as_us(record["created_at"]))
    kind = active_kind(caller, record["consumer_kind"], record["lifecycle"])
    counters = {"_brain_inserted": told.recall.entities.inserted, "_brain_kind": kind}
    changes: Properties = {
        **record,
        **scalar_properties(told.recall.scalars),
        **counters,
        **_section_counts(told.sections),
    }
    now = caller.origin(now_us).now
    return Query(PLACE, {"profile": profile, "changes": changes, "now": now})


def _section_counts(told: SectionState | None) -> dict[str, Any]:
    if told is None:
        return {"section_events": None, "section_epoch": None}
    return {"section_events": told.total_events, "section_epoch": told.exploration_epoch}
