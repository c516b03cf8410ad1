"""`feedback`: one judgement, looked at by one query and learned from by another, in one transaction.

What is read and written is the credited profile, the target's posterior and gate account, the sections that
are judged, a row of the serve ledger if one is graded, and the event itself: the same few nodes however many
profiles and entities there are.  Locks are taken in the order profile, ledger row, namespace.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping
from typing import Any, TypeAlias

from kip_cypher.query import Query
from kip_engine.overtaken import Overtaken
from kip_engine.storage.steps import Body, Program

from . import clock, complaints, signals
from .bindings import ARCHIVED, BUILT_IN, RECALL
from .caller import Caller
from .changing import change
from .complaints import invalid
from .events import FEEDBACK, check_sections
from .judgement import Found, Judgement
from .judging import Judging
from .opening import Unopened
from .resolving import BOUND, candidates
from .serving import claim_key, serve_key
from .targets import NAMED, Target, read_target

Answer: TypeAlias = dict[str, Any]

LOOK = f"""
OPTIONAL MATCH (namespace:BrainNamespace {{key: $namespace}})
{NAMED}
{BOUND}
OPTIONAL MATCH (named:Concept {{key: $profile}}) WHERE named._owner = 'brain'
WITH namespace, t, coalesce(bound, named) AS profile, bound IS NOT NULL AS by_binding
OPTIONAL MATCH (serve:Concept {{key: $serve}}) WHERE serve._owner = 'brain'
FOREACH (found IN CASE WHEN profile IS NULL THEN [] ELSE [profile] END |
  SET found._lock = true REMOVE found._lock)
FOREACH (found IN CASE WHEN serve IS NULL THEN [] ELSE [serve] END |
  SET found._lock = true REMOVE found._lock)
WITH namespace, t, profile, by_binding, serve
OPTIONAL MATCH (claim:BrainClaim {{key: $claim}})
OPTIONAL MATCH (weighs:Proposition {{_brain_pair: 'weighs ' + profile.id + ' ' + t.id}})
OPTIONAL MATCH (gates:Proposition {{_brain_pair: 'gates ' + profile.id + ' ' + t.id}})
RETURN namespace IS NOT NULL, elementId(t), t.id, t.type, elementId(profile), properties(profile), by_binding,
  elementId(serve), properties(serve), claim IS NOT NULL,
  elementId(weighs), properties(weighs), elementId(gates), properties(gates),
  COLLECT {{
    MATCH (profile)-[:brain_has_section]->(section) WHERE section.section IN $sections
    RETURN [elementId(section), properties(section)]
  }}
"""


def feedback(caller: Caller, given: Mapping[str, Any]) -> Program[Answer]:
    """Learn from a judgement of an element, or answer that the scorer has given it already (`deduped`).

    Raises, in this order, KIP_2003 (`scorer_pair`, those of `read_target`, `unknown_signal`), KIP_3002
    (`target_not_found`, `profile_not_found`), KIP_3004 (`archived_feedback`), KIP_2003 (those of
    `check_sections`) and KIP_3002 (`serve_row_not_found`); then nothing was stored.
    """
    started = time.perf_counter_ns()
    if (given["scorer_run_id"] is None) != (given["serve_ledger_id"] is None):
        raise invalid("scorer_pair", "`scorer_run_id` and `serve_ledger_id` are given together or not.")
    target = yield from read_target(caller, given["target_id"])
    if given["signal"] not in signals.NAMES:
        known = ", ".join(signals.NAMES)
        raise invalid("unknown_signal", f"There is no signal {given['signal']!r:.80}.", f"Signals: {known}.")
    call = _Call(caller, given, target, started)
    return (yield from change(caller, call.body))


class _Call:
    """One run of the verb."""

    def __init__(self, caller: Caller, given: Mapping[str, Any], target: Target, started: int) -> None:
        self.caller, self.given, self.target, self.started = caller, given, target, started
        self.signal: str = given["signal"]
        self.explicit: str | None = given["served_by_profile_id"]
        self.scorer: str | None = given["scorer_run_id"]
        self.row_id: str | None = given["serve_ledger_id"]
        self.event_id = str(uuid.uuid4())

    def body(self) -> Body[Answer]:
        """Look, check, learn and write."""
        found = Found(*(yield Query(LOOK, self._parameters()))[0])
        self._check_target(found)
        resolution = self._check_profile(found)
        judged = self.given["section_signals"]
        sections = None if judged is None else check_sections(judged)
        if self._is_deduped(found):
            return self._deduped(found)
        if not found.opened:
            raise Unopened
        judging = Judging(self.caller, found, self._judgement(found, resolution, sections))
        yield from judging.write()
        answer = {"emitted": True, "event_id": self.event_id, "verb": FEEDBACK, "signal": self.signal}
        return {**answer, "target_id": found.target}

    def _parameters(self) -> dict[str, Any]:
        caller, scored = self.caller, self.row_id is not None and self.scorer is not None
        judged = self.given["section_signals"]
        bound = candidates(caller, caller.actor, caller.namespace, RECALL)
        return {
            "namespace": caller.key,
            **self.target.parameters(caller),
            "candidates": bound if self.explicit is None else [],
            "profile": caller.profile_key(BUILT_IN if self.explicit is None else self.explicit),
            "serve": serve_key(caller, self.row_id or "") if scored else None,
            "claim": claim_key(caller, self.scorer or "", self.row_id or "") if scored else None,
            "sections": [*judged] if isinstance(judged, Mapping) else [],
        }

    def _check_target(self, found: Found) -> None:
        if found.node is None:
            raise complaints.no_target(self.target.text)

    def _check_profile(self, found: Found) -> str:
        """How the credited profile was found."""
        if found.own is None:
            if self.explicit not in (None, BUILT_IN) or found.opened:
                raise complaints.no_profile(BUILT_IN if self.explicit is None else self.explicit)
        elif found.own["lifecycle"] == ARCHIVED:
            if found.by_binding:
                raise Overtaken
            raise complaints.archived("archived_feedback", found.own["profile_id"], "it learns no more")
        return "explicit" if self.explicit is not None else "binding" if found.by_binding else "default"

    def _is_deduped(self, found: Found) -> bool:
        """Whether this scorer has graded this row: the last one to do so, or ever with an implicit signal.

        Raises KIP_3002 if there is no such row.
        """
        if self.scorer is None:
            return False
        if found.served is None:
            raise complaints.missing(
                "serve_row_not_found",
                f"There is no row {self.row_id!r:.80} in the ledger of what was served.",
                "record_serve returns the ids of its rows.",
            )
        implicit = self.signal in signals.IMPLICIT
        return found.served.get("scorer_run_id") == self.scorer or (implicit and found.claimed)

    def _deduped(self, found: Found) -> Answer:
        answer = {"emitted": False, "deduped": True, "verb": FEEDBACK, "signal": self.signal}
        pair = {"serve_ledger_id": self.row_id, "scorer_run_id": self.scorer}
        return {**answer, "target_id": found.target, **pair}

    def _judgement(self, found: Found, resolution: str, sections: Mapping[str, str] | None) -> Judgement:
        served = found.served or {}
        unknown = "served_by_profile_id" not in served and "resolved_profile_id" not in served
        implicit = self.signal in signals.IMPLICIT
        scored = self.scorer is not None and self.row_id is not None
        claim = claim_key(self.caller, self.scorer or "", self.row_id or "")
        return Judgement(
            event_id=self.event_id,
            signal=self.signal,
            resolution=resolution,
            sections=sections,
            scorer=self.scorer,
            row_id=self.row_id,
            now_us=clock.now_us(),
            duration_us=max(1, (time.perf_counter_ns() - self.started) // 1_000),
            forced_zero=implicit and scored and unknown,
            claims=(claim,) if implicit and scored else (),
        )
