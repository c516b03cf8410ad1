"""Rows that a namespace's state doesn't know yet, folded into it once.

Verbs write a row and what it changes in one transaction, so there are none unless something else wrote into
the log: rows that say `replayed: false`.  Each teaches the built-in profile, whatever profile it names, and
the sections of the one it names; and it takes a new number, so that the order of the rows stays the order in
which they were learned from.  A row that judges sections that don't exist is passed over.  Without a state
of its own, and below its watermark, a namespace's log isn't read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kip_cypher.query import Query
from kip_engine.overtaken import Overtaken, until_not_overtaken
from kip_engine.storage.steps import Body, Program, Transaction
from kip_grammar.errors import KipError

from . import clock
from .bindings import BUILT_IN
from .caller import Caller
from .events import FEEDBACK, Event, check_sections, interpret
from .folding import event_of
from .hook import look_at, targets
from .learning import LEARN, Lesson
from .profile_rows import DRAW_SECTIONS, Profile, look, section_rows
from .reading import SECTIONS
from .section_state import SectionState
from .stored import Properties, posterior_properties
from .whole import section_state

BEHIND = """
OPTIONAL MATCH (namespace:BrainNamespace {key: $namespace})
RETURN coalesce(namespace.stored AND namespace.watermark < namespace.sequence, false)
"""
UNKNOWN_ROWS = """
MATCH (namespace:BrainNamespace {key: $namespace})
MATCH (row:Concept)
WHERE row._brain_log = $namespace AND row.sequence > namespace.watermark AND row.replayed = false
RETURN elementId(row), properties(row) ORDER BY row.sequence
"""
LOCK = """
MATCH (namespace:BrainNamespace {key: $namespace})
SET namespace._lock = true REMOVE namespace._lock
RETURN namespace.sequence
"""
WRITE = f"""{LEARN}
UNWIND range(0, size($rows) - 1) AS place
MATCH (row) WHERE elementId(row) = $rows[place].node
SET row += $rows[place].changes, row.sequence = $before + 1 + place, row.replayed = true
RETURN drawn, count(row)
"""
WRITE_SECTIONS = """
MATCH (profile) WHERE elementId(profile) = $profile
SET profile.section_events = $events, profile.section_epoch = $epoch
WITH profile
UNWIND $sections AS judged
MATCH (profile)-[:brain_has_section]->(section {section: judged.section})
SET section += judged.changes, section._version = section._version + 1, section._updated_at = $now
"""
CATCH_UP = "MATCH (n:BrainNamespace {key: $namespace}) SET n.watermark = $sequence, n.sequence = $sequence"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the log that is an event."""

    node: str
    event: Event

    @property
    def profile_id(self) -> str:
        """The profile whose sections learn from it."""
        named = self.payload.get("served_by_profile_id")
        return named if isinstance(named, str) else BUILT_IN

    @property
    def payload(self) -> Mapping[str, Any]:
        """The event's payload."""
        payload = self.event.get("payload")
        return payload if isinstance(payload, Mapping) else {}

    @property
    def passed_over(self) -> bool:
        """Whether nothing is learned from it."""
        if self.event["verb"] != FEEDBACK or "section_signals" not in self.payload:
            return False
        try:
            check_sections(self.payload["section_signals"])
        except KipError:
            return True
        return False


def catch_up(caller: Caller) -> Program[None]:
    """Fold what the namespace's state doesn't know yet: one read, if it knows everything."""
    if (yield Query(BEHIND, {"namespace": caller.key}))[0][0]:
        yield from until_not_overtaken(Transaction(lambda: _fold(caller)))


def _fold(caller: Caller) -> Body[None]:
    rows = yield from _rows(caller)
    profiles = yield from _lock_profiles(caller, {BUILT_IN, *(row.profile_id for row in rows)})
    sequence = (yield Query(LOCK, {"namespace": caller.key}))[0][0]
    if (yield from _rows(caller)) != rows:
        raise Overtaken
    if rows:
        yield from _learn(caller, [row for row in rows if not row.passed_over], rows, sequence)
        yield from _learn_sections(caller, [row for row in rows if not row.passed_over], profiles)
    yield Query(CATCH_UP, {"namespace": caller.key, "sequence": sequence + len(rows)})


def _rows(caller: Caller) -> Body[list[Row]]:
    found = yield Query(UNKNOWN_ROWS, {"namespace": caller.key})
    return [Row(node, event_of(properties)) for node, properties in found]


def _lock_profiles(caller: Caller, ids: set[str]) -> Body[dict[str, Profile]]:
    found = {}
    for profile_id in sorted(ids):
        profile = yield from look(caller, profile_id)
        if profile is not None:
            found[profile_id] = profile
    return found


def _learn(caller: Caller, learned: list[Row], rows: list[Row], sequence: int) -> Body[None]:
    place, own, known = yield from look_at(caller, targets(row.event for row in learned))
    lesson = Lesson(caller, own, known.values())
    changes = {row.node: _changes(row, known) for row in rows}
    for row in learned:
        unknown = changes[row.node].get("target_unknown", False)
        lesson.apply(interpret({**row.event, "target": None} if unknown else row.event))
    now_us = clock.now_us()
    drawn = lesson.drawn(now_us)
    parameters = {
        "profile": place,
        "now": caller.origin(now_us).now,
        "changes": lesson.changes(),
        "changed": lesson.changed(),
        "drawn": drawn,
        "evicted": lesson.slots(),
        "rows": [{"node": row.node, "changes": changes[row.node]} for row in rows],
        "before": sequence,
    }
    written = yield Query(WRITE, parameters)
    if not written or written[0][0] != len(drawn):
        raise Overtaken


def _changes(row: Row, known: Mapping[str, Any]) -> Properties:
    """What a row says from now on: whether it was passed over, and whether its target is there."""
    target = row.event.get("target")
    changes: Properties = {"passed_over": True} if row.passed_over else {}
    return changes if target is None or target in known else {**changes, "target_unknown": True}


def _learn_sections(caller: Caller, rows: list[Row], profiles: Mapping[str, Profile]) -> Body[None]:
    for profile_id in sorted({row.profile_id for row in rows} & profiles.keys()):
        found = yield Query(SECTIONS, {"profile": caller.profile_key(profile_id)})
        stored = section_state(*found[0])
        learned = stored or SectionState()
        for row in rows:
            if row.profile_id == profile_id:
                learned.apply(interpret(row.event))
        if stored is None:
            yield _draw(caller, profiles[profile_id], learned)
        yield _write(caller, profiles[profile_id], learned)


def _draw(caller: Caller, profile: Profile, learned: SectionState) -> Query:
    own = profile.id, profile.properties["id"]
    rows = section_rows(caller, *own, learned.priors, learned.posteriors, clock.now_us())
    return Query(DRAW_SECTIONS, {"profile": profile.place, "sections": rows})


def _write(caller: Caller, profile: Profile, learned: SectionState) -> Query:
    after = [
        {"section": name, "changes": posterior_properties(posterior)}
        for name, posterior in learned.posteriors.items()
    ]
    parameters = {
        "profile": profile.place,
        "events": learned.total_events,
        "epoch": learned.exploration_epoch,
        "sections": after,
        "now": caller.origin(clock.now_us()).now,
    }
    return Query(WRITE_SECTIONS, parameters)
