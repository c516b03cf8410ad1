"""Verbs that read profiles, and write nothing.

What the hook has noted of this client's calls and not yet written is shown as if it were; a namespace in
which nothing was changed shows the profile that it would begin with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from kip_cypher.query import Query
from kip_engine.storage.steps import Program

from . import clock, complaints, documents
from .binding_verbs import FILTERS, bindings
from .bindings import ACTIVE, ARCHIVED, BUILT_IN
from .caller import Caller
from .complaints import invalid, missing
from .opening import built_in
from .recall_state import Scalars
from .section_state import SectionState
from .signals import Signal
from .stored import scalars
from .whole import ALL, WHOLE, Whole, section_state

Answer: TypeAlias = dict[str, Any]
Pending: TypeAlias = Sequence[Signal]
SHOWN_LIFECYCLES = (ACTIVE, "inactive", ARCHIVED)

BUILT_IN_PROFILE = """
OPTIONAL MATCH (profile:Concept {key: $profile}) WHERE profile._owner = 'brain'
RETURN properties(profile)
"""
LIST = """
MATCH (profile:Concept) WHERE profile._brain_registry = $namespace
AND ($lifecycle IS NULL OR profile.lifecycle = $lifecycle)
RETURN properties(profile) ORDER BY profile.profile_id
"""
SECTIONS = """
MATCH (profile:Concept {key: $profile}) WHERE profile._owner = 'brain'
RETURN properties(profile), COLLECT {
  MATCH (profile)-[:brain_has_section]->(section) RETURN properties(section)
}
"""


def config(caller: Caller, given: Mapping[str, Any], pending: Pending) -> Program[Answer]:
    """The three scalars of the built-in profile, or one in full.  Raises KIP_3002 (`unknown_parameter`)."""
    found = yield from _built_in_scalars(caller, pending)
    posteriors = {
        "recall::relevance_weight": found.relevance,
        "recall::salience_weight": found.salience,
        "recall::temporal_weight": found.temporal,
    }
    name = given["parameter"]
    if name is None:
        return {name: documents.moments(posterior) for name, posterior in posteriors.items()}
    if name not in posteriors:
        hint = f"Parameters: {', '.join(posteriors)}."
        raise missing("unknown_parameter", f"There is no parameter {name!r:.80}.", hint)
    return {
        "parameter": name,
        **documents.moments(posteriors[name]),
        **documents.counts(posteriors[name]),
    }


def profiles(caller: Caller, given: Mapping[str, Any], pending: Pending) -> Program[Answer]:
    """What profiles there are, by id.  Raises KIP_2003 (`bad_lifecycle`)."""
    lifecycle = given["lifecycle"]
    if lifecycle is not None and lifecycle not in SHOWN_LIFECYCLES:
        hint = f"Give one of {', '.join(SHOWN_LIFECYCLES)}."
        raise invalid("bad_lifecycle", f"{lifecycle!r:.80} is no state of a profile's life.", hint)
    rows = yield Query(LIST, {"namespace": caller.key, "lifecycle": lifecycle})
    found = [row[0] for row in rows]
    if not found and lifecycle in (None, ACTIVE) and not (yield from _stored_built_in(caller)):
        found = [built_in(caller, clock.now_us())]
    shown = [documents.record(own, _counted(own, pending)) for own in found]
    return {"count": len(shown), "profiles": shown}


def profile(caller: Caller, given: Mapping[str, Any], pending: Pending) -> Program[Answer]:
    """One profile with all it believes.  Raises KIP_2003 (`missing_param`), KIP_3002."""
    profile_id = given["id"] if given["profile_id"] is None else given["profile_id"]
    if profile_id is None:
        raise invalid("missing_param", "The parameter `profile_id` is missing.")
    found = yield from whole_profile(caller, profile_id)
    if profile_id == BUILT_IN:
        found.learn(pending)
    sections = None if found.sections is None else documents.section_summaries(found.sections)
    snapshot = documents.recall(found.recall)
    return {**found.record, "state_snapshot": snapshot, "section_posteriors": sections}


def state(caller: Caller, given: Mapping[str, Any], pending: Pending) -> Program[Answer]:
    """The whole state of the namespace."""
    rows = yield Query(ALL, {"namespace": caller.key})
    found = [Whole(*row) for row in rows] or [Whole(built_in(caller, clock.now_us()))]
    for each in found:
        if each.id == BUILT_IN:
            each.learn(pending)
    table = (yield from bindings(caller, dict.fromkeys(FILTERS)))["bindings"]
    parts = [(each.record, each.recall, each.sections) for each in found]
    return documents.whole(parts, table, BUILT_IN)


def whole_profile(caller: Caller, profile_id: str) -> Program[Whole]:
    """A profile with all it believes.  Raises KIP_3002 (`profile_not_found`)."""
    rows = yield Query(WHOLE, {"profile": caller.profile_key(profile_id)})
    if rows:
        return Whole(*rows[0])
    if profile_id == BUILT_IN:
        return Whole(built_in(caller, clock.now_us()))
    raise complaints.no_profile(profile_id)


def profile_sections(caller: Caller, profile_id: str) -> Program[SectionState]:
    """What a profile believes of sections; one that was never told anything begins with the table.

    Raises KIP_3002 (`profile_not_found`).
    """
    rows = yield Query(SECTIONS, {"profile": caller.profile_key(profile_id)})
    if not rows and profile_id != BUILT_IN:
        raise complaints.no_profile(profile_id)
    found = section_state(*rows[0]) if rows else None
    return found or SectionState()


def _built_in_scalars(caller: Caller, pending: Pending) -> Program[Scalars]:
    own = yield from _stored_built_in(caller)
    found = Scalars() if own is None else scalars(own)
    for signal in pending:
        found = found.after(signal.evidence())
    return found


def _stored_built_in(caller: Caller) -> Program[Mapping[str, Any] | None]:
    found: Mapping[str, Any] | None = (
        yield Query(BUILT_IN_PROFILE, {"profile": caller.profile_key(BUILT_IN)})
    )[0][0]
    return found


def _counted(own: Mapping[str, Any], pending: Pending) -> int:
    noted = len(pending) if own["profile_id"] == BUILT_IN else 0
    total: int = own["total_events"] + noted
    return total
