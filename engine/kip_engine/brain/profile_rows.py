"""Profiles in the graph: found and locked, and what is drawn for their sections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kip_cypher.query import Query
from kip_engine import owned
from kip_engine.storage.steps import Body

from . import complaints
from .arithmetic.beta import Beta
from .bindings import ACTIVE, ARCHIVED, BUILT_IN
from .caller import Caller
from .log import BUMPED
from .opening import Unopened
from .stored import Properties, posterior_properties

LOCK = """
OPTIONAL MATCH (namespace:BrainNamespace {key: $namespace})
OPTIONAL MATCH (profile:Concept {key: $profile}) WHERE profile._owner = 'brain'
FOREACH (found IN CASE WHEN profile IS NULL THEN [] ELSE [profile] END |
  SET found._lock = true REMOVE found._lock)
WITH namespace, profile
RETURN namespace IS NOT NULL, elementId(profile), properties(profile)
"""
SET_PROFILE = f"""
MATCH (profile) WHERE elementId(profile) = $profile
SET profile += $changes, {BUMPED.format("profile")}
"""
DRAW_SECTIONS = """
UNWIND $sections AS row
MATCH (profile) WHERE elementId(profile) = $profile
CREATE (section:Concept:BrainSection) SET section = row.section
CREATE (profile)<-[:SUBJECT]-(link:Proposition:brain_has_section)-[:OBJECT]->(section) SET link = row.link
CREATE (profile)-[:brain_has_section {id: link.id}]->(section)
"""


@dataclass(frozen=True, slots=True)
class Profile:
    """A stored profile, locked; `node` is None for the built-in one of a namespace that isn't opened."""

    id: str
    node: str | None
    properties: Mapping[str, Any]

    @property
    def lifecycle(self) -> str:
        """Where it stands in its life."""
        lifecycle: str = self.properties["lifecycle"]
        return lifecycle

    @property
    def place(self) -> str:
        """Neo4j's id of its node.  Raises Unopened if it has none: nothing can be written yet."""
        if self.node is None:
            raise Unopened
        return self.node


def locked(caller: Caller, profile_id: str) -> Body[Profile]:
    """The profile, locked until the transaction ends.  Raises KIP_3002 (`profile_not_found`)."""
    found = yield from look(caller, profile_id)
    if found is None:
        raise complaints.no_profile(profile_id)
    return found


def look(caller: Caller, profile_id: str) -> Body[Profile | None]:
    """The profile, locked, if there is one."""
    parameters = {"namespace": caller.key, "profile": caller.profile_key(profile_id)}
    opened, node, properties = (yield Query(LOCK, parameters))[0]
    if node is not None:
        return Profile(profile_id, node, properties)
    if profile_id == BUILT_IN and not opened:
        return Profile(profile_id, None, {"lifecycle": ACTIVE})
    return None


def check_not_archived(profile: Profile, detail: str, what: str) -> None:
    """Raises KIP_3004 (`detail`) for an archived profile; `what` says what that forbids."""
    if profile.lifecycle == ARCHIVED:
        raise complaints.archived(detail, profile.id, what)


def section_rows(
    caller: Caller,
    profile_id: str,
    profile_element: str,
    priors: Mapping[str, Beta],
    posteriors: Mapping[str, Beta],
    now_us: int,
) -> list[Properties]:
    """What DRAW_SECTIONS needs to give a profile (of that id and element id) its sections."""
    origin = caller.origin(now_us)
    rows = []
    for name, prior in priors.items():
        attributes = {
            "section": name,
            "profile_id": profile_id,
            "namespace": caller.namespace,
            **posterior_properties(posteriors[name]),
            **posterior_properties(prior, "prior_"),
        }
        title = f"{caller.profile_name(profile_id)}/{name}"
        section = owned.concept(origin, "BrainSection", title, attributes, searched=False)["properties"]
        link = owned.link_properties(origin, "brain_has_section", profile_element, section["id"])
        rows.append({"section": section, "link": link})
    return rows
