"""A profile with everything it believes, as it is stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import documents
from .recall_state import Entities, RecallState
from .section_state import SectionState
from .sections import NAMES
from .signals import Signal
from .stored import posterior, scalars

_PARTS = """properties(profile),
  COLLECT {
    MATCH (profile)-[:brain_has_section]->(section) RETURN properties(section)
  },
  COLLECT {
    MATCH (profile)-[weighs:brain_weighs]->(target)
    MATCH (link:Proposition {id: weighs.id})
    WITH target, link ORDER BY link.number
    RETURN [target.id, link.alpha, link.beta, link.number]
  }
"""
WHOLE = f"""
MATCH (profile:Concept {{key: $profile}}) WHERE profile._owner = 'brain'
RETURN {_PARTS}
"""
ALL = f"""
MATCH (profile:Concept) WHERE profile._brain_registry = $namespace
WITH profile ORDER BY profile.profile_id
RETURN {_PARTS}
"""


class Whole:
    """A profile with everything it believes; `numbers` are the places of its entities."""

    def __init__(
        self,
        properties: Mapping[str, Any],
        sections: Iterable[Mapping[str, Any]] = (),
        entities: Iterable[Sequence[Any]] = (),
    ) -> None:
        rows = list(entities)
        self.properties = properties
        counts = {name: posterior({"alpha": alpha, "beta": beta}) for name, alpha, beta, _ in rows}
        self.numbers = {name: number for name, _, _, number in rows}
        self.recall = RecallState(scalars(properties), Entities(properties["_brain_capacity"], counts))
        self.sections = section_state(properties, sections)

    @property
    def id(self) -> str:
        """The profile's id."""
        profile_id: str = self.properties["profile_id"]
        return profile_id

    def learn(self, pending: Iterable[Signal]) -> None:
        """Apply signals that aren't written yet."""
        for signal in pending:
            self.recall.apply(signal)

    @property
    def record(self) -> dict[str, Any]:
        """What is listed of it."""
        return documents.record(self.properties, self.recall.scalars.total_events)


def section_state(
    properties: Mapping[str, Any], sections: Iterable[Mapping[str, Any]]
) -> SectionState | None:
    """What stored sections say, if the profile has any."""
    if properties.get("section_epoch") is None:
        return None
    found = {section["section"]: section for section in sections}
    rows = {name: found[name] for name in NAMES if name in found}
    return SectionState(
        {name: posterior(row, "prior") for name, row in rows.items()},
        {name: posterior(row) for name, row in rows.items()},
        properties["section_events"],
        properties["section_epoch"],
    )
