"""The hook: what KIP does with a memory teaches the built-in profile of the caller's namespace.

A client notes the uses of its memory in a queue, which costs next to nothing, and writes them later, many in
one transaction: when a verb changes the namespace, from time to time in the background, and when it closes.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kip_cypher.query import Query
from kip_engine.overtaken import Overtaken
from kip_engine.storage.steps import Body, Program

from . import log
from .bindings import BUILT_IN
from .caller import Caller
from .changing import change
from .event_verbs import USED
from .events import Event
from .learning import LEARN, Known, Lesson
from .opening import Unopened
from .signals import Irrelevant, Signal
from .uses import Use, together

MOST_AT_ONCE = 1_000
MOST_WAITING = 100_000

LOOK = """
OPTIONAL MATCH (profile:Concept {key: $profile}) WHERE profile._owner = 'brain'
FOREACH (found IN CASE WHEN profile IS NULL THEN [] ELSE [profile] END |
  SET found._lock = true REMOVE found._lock)
WITH profile
RETURN elementId(profile), properties(profile), COLLECT {
  UNWIND $targets AS id
  CALL (id) {
    MATCH (t:Concept {id: id}) RETURN t
    UNION ALL
    MATCH (t:Proposition {id: id}) RETURN t
  }
  WITH t WHERE t.space = $space AND coalesce(t._owner, '') <> 'brain'
  OPTIONAL MATCH (weighs:Proposition {_brain_pair: 'weighs ' + profile.id + ' ' + t.id})
  RETURN [t.id, elementId(t), elementId(weighs), properties(weighs)]
}
"""
# Uses of a memory are no changes by a verb: they leave `stored` as it is.
WRITE = f"""
MATCH (namespace:BrainNamespace {{key: $namespace}})
SET namespace._lock = true REMOVE namespace._lock
WITH namespace, namespace.sequence AS before
SET namespace.sequence = before + size($rows),
  namespace.watermark = CASE namespace.watermark
    WHEN before THEN before + size($rows) ELSE namespace.watermark END
WITH before
{LEARN}
CALL (before) {{
  UNWIND range(0, size($rows) - 1) AS place
  CREATE (row:Concept:BrainChange) SET row = $rows[place] SET row.sequence = before + 1 + place
}}
RETURN drawn
"""


class Hook:
    """The uses that a client has noted and not yet written, by namespace.  Threads may share it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._noted: dict[str, list[Use]] = defaultdict(list)
        self.waiting = 0

    def note(self, namespace: str, use: Use) -> None:
        """Keep a use in mind; beyond `MOST_WAITING`, which takes a lost server, it is forgotten."""
        with self._lock:
            if self.waiting < MOST_WAITING:
                self._noted[namespace].append(use)
                self.waiting += 1

    @property
    def namespaces(self) -> list[str]:
        """Where uses are waiting."""
        with self._lock:
            return [name for name, uses in self._noted.items() if uses]

    def pending(self, namespace: str) -> list[Signal]:
        """What the waiting uses mean, in their order."""
        with self._lock:
            return [use.signal for use in self._noted.get(namespace, ())]

    def drop(self) -> None:
        """Forget everything that is waiting."""
        with self._lock:
            self._noted.clear()
            self.waiting = 0

    def flush(self, caller: Caller) -> Program[None]:
        """Write what is waiting in the caller's namespace; what can't be written goes on waiting."""
        while uses := self._take(caller.namespace):
            alike = together(uses)
            try:
                yield from change(caller, lambda alike=alike: _learn(caller, alike))  # type: ignore[misc]
            except BaseException:
                self._put_back(caller.namespace, uses)
                raise

    def _take(self, namespace: str) -> list[Use]:
        with self._lock:
            uses = self._noted.get(namespace, [])
            self._noted[namespace] = uses[MOST_AT_ONCE:]
            self.waiting -= len(uses[:MOST_AT_ONCE])
            return uses[:MOST_AT_ONCE]

    def _put_back(self, namespace: str, uses: list[Use]) -> None:
        with self._lock:
            self._noted[namespace][:0] = uses
            self.waiting += len(uses)


def _learn(caller: Caller, uses: Sequence[Use]) -> Body[None]:
    place, own, known = yield from look_at(caller, targets(use.event for use in uses))
    uses = [_about_known(use, known) for use in uses]
    lesson = Lesson(caller, own, known.values())
    for use in uses:
        for _ in range(use.times):
            lesson.apply(use.signal)
    now_us = uses[-1].at_us
    drawn = lesson.drawn(now_us)
    parameters = {
        "namespace": caller.key,
        "profile": place,
        "now": caller.origin(now_us).now,
        "changes": lesson.changes(),
        "changed": lesson.changed(),
        "drawn": drawn,
        "evicted": lesson.slots(),
        "rows": [_row(caller, use) for use in uses],
    }
    rows = yield Query(WRITE, parameters)
    if not rows or rows[0][0] != len(drawn):
        raise Overtaken


def look_at(caller: Caller, targets: list[str]) -> Body[tuple[str, Mapping[str, Any], dict[str, Known]]]:
    """The built-in profile, locked: its node and properties, and those of `targets` that exist, by id."""
    parameters = {
        "profile": caller.profile_key(BUILT_IN),
        "space": caller.space.name,
        "targets": targets,
    }
    place, own, found = (yield Query(LOOK, parameters))[0]
    if place is None:
        raise Unopened
    known = (Known(name, node, link, properties or {}) for name, node, link, properties in found)
    return place, own, {element.id: element for element in known}


def targets(events: Iterable[Event]) -> list[str]:
    """The elements that events are about."""
    return sorted({event["target"] for event in events if event.get("target") is not None})


def _about_known(use: Use, known: Mapping[str, Known]) -> Use:
    """A use of what has been deleted since is a use of nothing in particular."""
    target = use.event.get("target")
    return use if target is None or target in known else replace(use, event={**use.event, "target": None})


def _row(caller: Caller, use: Use) -> dict[str, Any]:
    event = use.event
    attributes = {
        "kind": USED,
        "profile_id": BUILT_IN,
        "actor": use.actor,
        "target_id": event.get("target"),
        "outcome": event.get("outcome", "success"),
        "duration_us": event.get("duration_us", 0),
        "weight": 0.0 if isinstance(use.signal, Irrelevant) else 1.0,
        "uses": use.times,
    }
    return log.change(caller, event["verb"], use.at_us, attributes)
