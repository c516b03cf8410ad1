"""What a profile learns from signals, as what has to be written of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from kip_engine import owned
from kip_engine.delete.cascade import DELETE_LINKS, ROOTS_AND_LINKS_ON_THEM

from .arithmetic.beta import Beta, Shift
from .caller import Caller
from .log import BUMPED
from .recall_state import ENTITY_PRIOR
from .signals import Signal
from .stored import Properties, posterior, posterior_properties, scalar_properties, scalars

WEIGHS = "brain_weighs"

# What has to be written of a lesson.  `drawn` says how many new links found their other end.
LEARN = f"""
MATCH (profile) WHERE elementId(profile) = $profile
SET profile += $changes, {BUMPED.format("profile")}
WITH *
CALL () {{
  UNWIND $changed AS row
  MATCH (element) WHERE elementId(element) = row.node
  SET element += row.changes, {BUMPED.format("element")}
}}
CALL (profile) {{
  UNWIND $drawn AS row
  MATCH (t) WHERE elementId(t) = row.target
  CREATE (profile)<-[:SUBJECT]-(link:Proposition:$(row.label))-[:OBJECT]->(t) SET link = row.properties
  CREATE (profile)-[:$(row.label) {{id: link.id}}]->(t)
  RETURN count(link) AS drawn
}}
CALL () {{
  UNWIND $evicted AS slot
  MATCH (old:Proposition {{_brain_slot: slot}})
  WITH collect(old) AS roots
  {ROOTS_AND_LINKS_ON_THEM}
  {DELETE_LINKS}
  RETURN deleted
}}
"""
FORGET = f"""
MATCH (profile) WHERE elementId(profile) = $profile
MATCH (profile)-[weighs:brain_weighs]->()
MATCH (link:Proposition {{id: weighs.id}})
WITH collect(link) AS roots
{ROOTS_AND_LINKS_ON_THEM}
{DELETE_LINKS}
RETURN deleted
"""


class Known(NamedTuple):
    """An element that a profile may learn about: its id and node, and the profile's link to it, if any."""

    id: str
    node: str
    link: str | None = None
    properties: Mapping[str, Any] = {}


def pair(kind: str, profile_element: str, target_element: str) -> str:
    """What a profile's link of a `kind` to an element is found by."""
    return f"{kind} {profile_element} {target_element}"


class Lesson:
    """A profile that learns, in memory, from signals about elements that are all `known`.

    New entities are numbered in the order in which they come; with number k the entity number k - capacity
    has to leave, if it is still there.
    """

    def __init__(self, caller: Caller, properties: Mapping[str, Any], known: Iterable[Known]) -> None:
        self.caller = caller
        self.profile = properties
        self.scalars = scalars(properties)
        self.known = {element.id: element for element in known}
        self.inserted: int = properties["_brain_inserted"]
        self.evicted: list[int] = []
        stored = [element for element in self.known.values() if element.link is not None]
        self._posteriors = {element.id: posterior(element.properties) for element in stored}
        self._numbers: dict[str, int] = {element.id: element.properties["number"] for element in stored}
        self._touched: set[str] = set()

    def apply(self, signal: Signal) -> None:
        """Learn from one signal."""
        evidence = signal.evidence()
        self.scalars = self.scalars.after(evidence)
        if evidence.entity is not None:
            self._touch(*evidence.entity)

    def changes(self) -> Properties:
        """What changes of the profile's own properties."""
        return {**scalar_properties(self.scalars), "_brain_inserted": self.inserted}

    def changed(self) -> list[Properties]:
        """The links that are there already, and what changes of them."""
        kept = [name for name in sorted(self._touched) if self._is_stored(name)]
        return [
            {"node": self.known[name].link, "changes": posterior_properties(self._posteriors[name])}
            for name in kept
        ]

    def drawn(self, now_us: int) -> list[Properties]:
        """The links that have to be drawn."""
        origin = self.caller.origin(now_us)
        new = [name for name in sorted(self._touched) if not self._is_stored(name)]
        return [self._link(origin, name) for name in new]

    def slots(self) -> list[str]:
        """What the links are found by that have to go."""
        return [slot(self.profile["id"], number) for number in self.evicted]

    def _touch(self, name: str, by: Shift) -> None:
        if name not in self._posteriors:
            self._insert(name)
        self._posteriors[name] = self._posteriors[name].shifted(by)
        self._touched.add(name)

    def _insert(self, name: str) -> None:
        self.inserted += 1
        leaving = self.inserted - int(self.profile["_brain_capacity"])
        if leaving > 0:
            self._evict(leaving)
        self._posteriors[name], self._numbers[name] = ENTITY_PRIOR, self.inserted

    def _evict(self, number: int) -> None:
        self.evicted.append(number)
        for name in [name for name, own in self._numbers.items() if own == number]:
            del self._numbers[name], self._posteriors[name]
            self._touched.discard(name)

    def _is_stored(self, name: str) -> bool:
        element = self.known[name]
        return element.link is not None and element.properties["number"] == self._numbers[name]

    def _link(self, origin: owned.Origin, name: str) -> Properties:
        found = self._posteriors[name], self._numbers[name]
        return entity_link(origin, self.profile["id"], (name, self.known[name].node), *found)


def entity_link(
    origin: owned.Origin, profile: str, target: tuple[str, str], found: Beta, number: int
) -> Properties:
    """What LEARN needs to draw a profile's link to an entity, given as (id, node)."""
    name, node = target
    attributes = {**posterior_properties(found), "number": number}
    properties = owned.link_properties(origin, WEIGHS, profile, name, attributes)
    hidden = {"_brain_pair": pair("weighs", profile, name), "_brain_slot": slot(profile, number)}
    return {"label": WEIGHS, "target": node, "properties": {**properties, **hidden, "_dies": True}}


def slot(profile: str, number: int) -> str:
    """What the link is found by that a profile drew as its number `number`."""
    return f"{profile} {number}"
