"""Verbs that make profiles, move them through their life, and let them begin anew."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from kip_cypher.query import Query
from kip_engine.storage.steps import Body, Program

from . import clock, complaints, log, sections
from .arithmetic.beta import Beta
from .bindings import ACTIVE, ARCHIVED, BUILT_IN, RECALL, WILDCARD
from .caller import Caller
from .changing import change
from .complaints import invalid
from .learning import FORGET
from .opening import Unopened, active_kind, profile_properties
from .profile_rows import DRAW_SECTIONS, SET_PROFILE, Profile, check_not_archived, locked, section_rows
from .section_state import EXPLORATION_EPOCH
from .seeds import check_secrets, read_seed, texts_within
from .stored import Properties, scalar_properties, scalars

Answer: TypeAlias = dict[str, Any]
INACTIVE = "inactive"
VERBS = {ACTIVE: "brain.activate", INACTIVE: "brain.deactivate", ARCHIVED: "brain.archive"}
_NAME = re.compile(r"[A-Za-z0-9-]+\Z", re.ASCII)
MAX_NAME = 4096
"""Characters of a profile's name: it is part of an index key, and those are bounded."""

LOOK = """
OPTIONAL MATCH (namespace:BrainNamespace {key: $namespace})
OPTIONAL MATCH (profile:Concept {key: $profile})
RETURN namespace IS NOT NULL, profile IS NOT NULL
"""
CREATE = f"""{log.NEXT_ROW}
CREATE (profile:Concept:BrainProfile) SET profile = $profile
{log.APPEND}
RETURN elementId(profile)
"""
SET_AND_APPEND = f"{log.NEXT_ROW}{SET_PROFILE}{log.APPEND}"
RESET_SECTIONS = f"""
MATCH (profile) WHERE elementId(profile) = $profile
MATCH (profile)-[:brain_has_section]->(section)
SET section.alpha = section.prior_alpha, section.beta = section.prior_beta, {log.BUMPED.format("section")}
"""


def create_profile(caller: Caller, given: Mapping[str, Any]) -> Program[Answer]:
    """Make an inactive profile.  Raises what section 7 of the specification lists, in its order."""
    name = _checked_name(given["name"])
    kind = _checked_kind(RECALL if given["consumer_kind"] is None else given["consumer_kind"])
    described = given["description"]
    description = f"User-created profile: {name}" if described is None else described
    seed = given["seed_priors"]
    check_secrets(description, kind, *texts_within(seed))

    def body() -> Body[Answer]:
        parameters = {"namespace": caller.key, "profile": caller.profile_key(name)}
        opened, exists = (yield Query(LOOK, parameters))[0]
        if exists or (name == BUILT_IN and not opened):
            raise _exists(name)
        priors = dict(sections.PRIORS) if seed is None else sections.seeded(read_seed(seed))
        if not opened:
            raise Unopened
        yield from _create(caller, name, kind, description, priors)
        answer = {"created": True, "profile_id": name, "consumer_kind": kind}
        return {**answer, "lifecycle": INACTIVE, "description": description}

    return (yield from change(caller, body))


def set_lifecycle(caller: Caller, given: Mapping[str, Any], lifecycle: str) -> Program[Answer]:
    """Move a profile to active, inactive or archived.  Raises KIP_3002; KIP_3004 (`archived_terminal`)."""

    def body() -> Body[Answer]:
        profile = yield from locked(caller, given["profile_id"])
        _check_move(profile, lifecycle)
        answer = {"profile_id": profile.id, "lifecycle": lifecycle}
        place = profile.place
        kind = active_kind(caller, profile.properties["consumer_kind"], lifecycle)
        changes = {"lifecycle": lifecycle, "_brain_kind": kind}
        yield _set_and_append(caller, place, changes, VERBS[lifecycle], answer)
        return answer

    return (yield from change(caller, body))


def reset(caller: Caller, given: Mapping[str, Any]) -> Program[Answer]:
    """Let a profile begin anew.  Raises KIP_3002; KIP_3004 (`archived_reset`)."""
    profile_id = BUILT_IN if given["profile_id"] is None else given["profile_id"]

    def body() -> Body[Answer]:
        profile = yield from locked(caller, profile_id)
        check_not_archived(profile, "archived_reset", "it can't be reset")
        place = profile.place
        after = scalars(profile.properties).reset()
        yield Query(FORGET, {"profile": place})
        yield Query(RESET_SECTIONS, {"profile": place, "now": caller.origin(clock.now_us()).now})
        changed = scalar_properties(after)
        yield _set_and_append(caller, place, changed, "brain.reset", {"profile_id": profile_id})
        return {"reset": True, "profile_id": profile_id, "exploration_epoch": after.exploration_epoch}

    return (yield from change(caller, body))


def _create(caller: Caller, name: str, kind: str, description: str, priors: dict[str, Beta]) -> Body[None]:
    now_us = clock.now_us()
    counts = {"section_events": 0, "section_epoch": EXPLORATION_EPOCH}
    created = {**profile_properties(caller, name, description, kind, INACTIVE, now_us), **counts}
    told = {
        "profile_id": name,
        "consumer_kind": kind,
        "description": description,
        "priors": {section: [prior.alpha, prior.beta] for section, prior in priors.items()},
        "capacity": created["_brain_capacity"],
    }
    row = log.change(caller, "brain.create_profile", now_us, told)
    parameters = {"namespace": caller.key, "profile": created, "row": row}
    place = (yield Query(CREATE, parameters))[0][0]
    rows = section_rows(caller, name, created["id"], priors, priors, now_us)
    yield Query(DRAW_SECTIONS, {"profile": place, "sections": rows})


def _set_and_append(caller: Caller, place: str, changes: Properties, verb: str, told: Properties) -> Query:
    now_us = clock.now_us()
    row = log.change(caller, verb, now_us, told)
    now = caller.origin(now_us).now
    parameters = {"namespace": caller.key, "profile": place, "changes": changes, "row": row, "now": now}
    return Query(SET_AND_APPEND, parameters)


def _check_move(profile: Profile, lifecycle: str) -> None:
    check_not_archived(profile, "archived_terminal", "it can't become anything else")
    if (profile.lifecycle, lifecycle) == (ACTIVE, ARCHIVED):
        raise complaints.refused(
            "active_to_archived",
            f"The profile {profile.id!r} is active and can't be archived as it is.",
            "Deactivate it first.",
        )


def _checked_name(given: str) -> str:
    name = given.strip()
    if not name:
        raise invalid("name_empty", "A profile needs a name.")
    if not _NAME.match(name) or len(name) > MAX_NAME:
        hint = f"Use letters, digits and hyphens, at most {MAX_NAME}, such as recall-for-alice."
        raise invalid("name_grammar", f"{name!r:.80} can't name a profile.", hint)
    return name


def _checked_kind(given: str) -> str:
    if not given.strip():
        raise invalid("consumer_kind_empty", "A profile serves a kind of consumer, which is not blank.")
    if given.strip() == WILDCARD:
        hint = "Name one kind, such as recall; a binding may name all."
        raise invalid("consumer_kind_wildcard", "A profile can't serve every kind of consumer.", hint)
    return given


def _exists(name: str) -> Exception:
    return complaints.taken("profile_exists", f"There is a profile {name!r:.80} already.")
