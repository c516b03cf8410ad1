"""The state of a namespace, from its log: every row folded, in the order of their numbers.

Live verbs compute the same with the same functions, one step at a time; so what is folded here equals what is
stored, bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kip_cypher.values import decode

from . import clock, sections
from .arithmetic.beta import Beta
from .bindings import ACTIVE, BUILT_IN, RECALL
from .event_verbs import USED, payload
from .events import FEEDBACK, Event, interpret
from .opening import DESCRIPTION
from .recall_state import Entities, RecallState
from .section_state import SectionState
from .signals import Signal

Row: TypeAlias = Mapping[str, Any]
"""The properties of a row of the log."""

BINDING_FIELDS = ("actor", "bound_namespace", "consumer_kind")
BOUND = (*BINDING_FIELDS, "profile_id", "priority", "created_at", "sequence")


@dataclass(slots=True)
class Profile:
    """A profile as its log tells it."""

    record: dict[str, Any]
    recall: RecallState
    sections: SectionState | None = None

    def learn_sections(self, signal: Signal) -> None:
        """Judge sections; a profile that had none begins with the table, whatever the signal."""
        self.sections = self.sections or SectionState()
        self.sections.apply(signal)


@dataclass(slots=True)
class Folded:
    """A namespace as its log tells it; `accounts` are masses and their times, by profile and target."""

    profiles: dict[str, Profile] = field(default_factory=dict)
    bindings: dict[tuple[str, ...], dict[str, Any]] = field(default_factory=dict)
    accounts: dict[tuple[str, str], tuple[float, int]] = field(default_factory=dict)
    rows: int = 0

    def fold(self, row: Row) -> None:
        """Take in the next row; one that was never learned from changes nothing."""
        self.rows += 1
        _step(row)(self, row)

    @property
    def built_in(self) -> Profile:
        """The profile that learns from uses of the memory."""
        return self.profiles[BUILT_IN]


def fresh(created_at: str, capacity: int) -> Folded:
    """A namespace as it begins."""
    record = {"description": DESCRIPTION, "consumer_kind": RECALL, "lifecycle": ACTIVE}
    built_in = Profile({**record, "created_at": created_at}, RecallState(entities=Entities(capacity)))
    return Folded({BUILT_IN: built_in})


def event_of(row: Row) -> Event:
    """The event that a row is; its target, unless that was gone when it was learned from."""
    told = payload(row) if "signal" in row else decode(row.get("payload"))
    return {
        "verb": row["verb"],
        "target": None if row.get("target_unknown") else row.get("target_id"),
        "outcome": row.get("outcome", "success"),
        "duration_us": row.get("duration_us", 0),
        "payload": told,
    }


def taught(row: Row) -> str | None:
    """The profile whose posteriors a row moved, if any."""
    if row.get("replayed") is False or row.get("passed_over"):
        return None
    if "replayed" in row or row.get("kind") == USED:
        return BUILT_IN
    if row["verb"] == FEEDBACK:
        profile_id: str = row["served_by_profile_id"]
        return profile_id
    return row["profile_id"] if row["verb"] in ("brain.reset", "brain.create_profile") else None


def _step(row: Row) -> Callable[[Folded, Row], None]:
    if "replayed" in row:
        return _replayed if row["replayed"] and not row.get("passed_over") else _nothing
    if row.get("kind") == USED:
        return _used
    return _STEPS.get(row["verb"], _nothing)


def _nothing(folded: Folded, row: Row) -> None:
    """A row that says nothing about the state."""


def _used(folded: Folded, row: Row) -> None:
    signal = interpret(event_of(row))
    for _ in range(row["uses"]):
        folded.built_in.recall.apply(signal)


def _replayed(folded: Folded, row: Row) -> None:
    event = event_of(row)
    folded.built_in.recall.apply(interpret(event))
    told = event["payload"] if isinstance(event["payload"], Mapping) else {}
    named = told.get("served_by_profile_id", BUILT_IN)
    if named in folded.profiles:
        folded.profiles[named].learn_sections(interpret({**event, "target": row.get("target_id")}))


def _feedback(folded: Folded, row: Row) -> None:
    signal = interpret(event_of(row))
    profile = folded.profiles[row["served_by_profile_id"]]
    profile.recall.apply(signal)
    profile.learn_sections(signal)
    gate = decode(row.get("gate"))
    if gate is not None and not gate["forced_zero_weight"]:
        key = row["served_by_profile_id"], row["target_id"]
        _, before_us = folded.accounts.get(key, (0.0, 0))
        folded.accounts[key] = float(gate["mass_after"]), max(before_us, clock.as_us(row["created_at"]))


def _create(folded: Folded, row: Row) -> None:
    names = ("description", "consumer_kind", "created_at")
    record = {**{name: row[name] for name in names}, "lifecycle": "inactive"}
    priors = {name: Beta(float(a), float(b)) for name, (a, b) in decode(row["priors"]).items()}
    ordered = {name: priors[name] for name in sections.NAMES}
    recall = RecallState(entities=Entities(row["capacity"]))
    folded.profiles[row["profile_id"]] = Profile(record, recall, SectionState(ordered))


def _move(folded: Folded, row: Row) -> None:
    folded.profiles[row["profile_id"]].record["lifecycle"] = row["lifecycle"]


def _reset(folded: Folded, row: Row) -> None:
    profile = folded.profiles[row["profile_id"]]
    profile.recall.reset()
    if profile.sections is not None:
        profile.sections.reset()


def _bind(folded: Folded, row: Row) -> None:
    key = tuple(row[name] for name in BINDING_FIELDS)
    folded.bindings.pop(key, None)
    folded.bindings[key] = {name: row[name] for name in BOUND}


def _unbind(folded: Folded, row: Row) -> None:
    wanted = {name: row[name] for name in (*BINDING_FIELDS, "profile_id") if row.get(name) is not None}
    for key, bound in list(folded.bindings.items()):
        if all(bound[name] == value for name, value in wanted.items()):
            del folded.bindings[key]


_STEPS: dict[str, Callable[[Folded, Row], None]] = {
    FEEDBACK: _feedback,
    "brain.create_profile": _create,
    "brain.activate": _move,
    "brain.deactivate": _move,
    "brain.archive": _move,
    "brain.reset": _reset,
    "brain.bind": _bind,
    "brain.unbind": _unbind,
}
