"""What a judgement counts, what the credited profile learns from it, and how that is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kip_cypher.query import Query
from kip_engine import owned
from kip_engine.overtaken import Overtaken
from kip_engine.storage.steps import Body

from . import log, sections, signals
from .arithmetic.gate import Account, Passage
from .caller import Caller
from .events import FEEDBACK, interpret
from .judgement import KIND, Found, Judgement
from .learning import LEARN, Known, Lesson, pair
from .profile_rows import DRAW_SECTIONS, section_rows
from .section_state import EXPLORATION_EPOCH, judged
from .signals import Feedback, Signal, Weighted
from .stored import Properties, posterior, posterior_properties

GATES = "brain_gates"
NOTE_TYPES = frozenset({"Event"})
"""Concepts of these types are notes of what happened; all other elements are entities."""

WRITE = f"""{log.NEXT_ROW}
{LEARN}
MATCH (t) WHERE elementId(t) = $target
CREATE (row:Concept:BrainFeedback) SET row = $row SET row.sequence = sequence
CREATE (row)<-[:SUBJECT]-(credits:Proposition:brain_credits)-[:OBJECT]->(profile) SET credits = $credits
CREATE (row)-[:brain_credits {{id: credits.id}}]->(profile)
CREATE (row)<-[:SUBJECT]-(judges:Proposition:brain_judges)-[:OBJECT]->(t) SET judges = $judges
CREATE (row)-[:brain_judges {{id: judges.id}}]->(t)
FOREACH (key IN $claims | CREATE (:BrainClaim {{key: key, space: $space}}))
RETURN drawn
"""


class Judging:
    """One judgement, with what was found of its target and of the profile it is credited to."""

    def __init__(self, caller: Caller, found: Found, judgement: Judgement) -> None:
        assert found.profile is not None, "the profile was checked"
        assert found.own is not None, "the profile was checked"
        assert found.node is not None, "the target was checked"
        self.caller, self.found, self.judgement = caller, found, judgement
        self.own, self.place, self.node = found.own, found.profile, found.node
        self.passage, self.account = self._pass_gate()
        self.payload = self._payload()
        event = {"verb": FEEDBACK, "target": found.target, "payload": self.payload}
        self.signal: Signal = interpret(event)
        known = Known(found.target, found.node, found.weighs, found.posterior or {})
        self.lesson = Lesson(caller, self.own, [known])
        self.lesson.apply(self.signal)

    def write(self) -> Body[None]:
        """Write everything.  Raises Overtaken if the target was deleted meanwhile."""
        if self.own.get("section_epoch") is None:
            yield self._draw_sections()
        parameters = self._parameters()
        rows = yield Query(WRITE, parameters)
        if not rows or rows[0][0] != len(parameters["drawn"]):
            raise Overtaken

    @property
    def judged_sections(self) -> Mapping[str, str]:
        """The sections that learn, and what from."""
        return self.signal.sections if isinstance(self.signal, Feedback) else {}

    @property
    def weight(self) -> float:
        """What the judgement counts in the end."""
        return self.signal.weight if isinstance(self.signal, Weighted) else 1.0

    def _pass_gate(self) -> tuple[Passage | None, Account | None]:
        if self.judgement.signal not in signals.IMPLICIT:
            return None, None
        if self.judgement.forced_zero:
            return Passage(0.0, 0.0, 0.0), None
        stored = self.found.account or {"mass": 0.0, "at_us": self.judgement.now_us}
        account = Account(float(stored["mass"]), stored["at_us"])
        return account.charged(self.caller.settings.implicit_weight, self.judgement.now_us)

    def _payload(self) -> dict[str, Any]:
        judgement = self.judgement
        payload = {
            "signal": judgement.signal,
            "served_by_profile_id": self.own["profile_id"],
            "profile_resolution": judgement.resolution,
            "section_signals": judgement.sections,
            "scorer_run_id": judgement.scorer,
            "serve_ledger_id": judgement.row_id,
            "gate": None if self.passage is None else self._gate(self.passage),
        }
        return {name: value for name, value in payload.items() if value is not None}

    def _gate(self, passage: Passage) -> dict[str, Any]:
        return {
            "effective_weight": passage.weight,
            "mass_before": passage.mass_before,
            "mass_after": passage.mass_after,
            "forced_zero_weight": self.judgement.forced_zero,
        }

    def _parameters(self) -> dict[str, Any]:
        now_us = self.judgement.now_us
        origin = self.caller.origin(now_us)
        row = self._row(now_us)
        return {
            "namespace": self.caller.key,
            "space": self.caller.space.name,
            "profile": self.place,
            "target": self.node,
            "now": origin.now,
            "changes": {**self.lesson.changes(), **self._section_counts()},
            "changed": [*self.lesson.changed(), *self._changed_sections(), *self._changed_accounts()],
            "drawn": [*self.lesson.drawn(now_us), *self._drawn_account(origin)],
            "evicted": self.lesson.slots(),
            "row": row,
            "credits": owned.link_properties(origin, "brain_credits", row["id"], self.own["id"]),
            "judges": owned.link_properties(origin, "brain_judges", row["id"], self.found.target),
            "claims": list(self.judgement.claims),
        }

    def _row(self, now_us: int) -> Properties:
        attributes = {
            "verb": FEEDBACK,
            "kind": KIND,
            "substrate": "note" if self.found.type in NOTE_TYPES else "entity",
            "actor": self.caller.label,
            "target_id": self.found.target,
            "outcome": "success",
            "duration_us": self.judgement.duration_us,
            "weight": self.weight,
            **self.payload,
        }
        return log.row(self.caller, log.FEEDBACK, self.judgement.event_id, attributes, now_us)

    def _section_counts(self) -> Properties:
        events, epoch = self.own.get("section_events", 0), self.own.get("section_epoch", EXPLORATION_EPOCH)
        if not self.judged_sections:
            return {"section_events": events, "section_epoch": epoch}
        return {"section_events": events + 1, "section_epoch": max(0, epoch - 1)}

    def _changed_sections(self) -> list[Properties]:
        rows = []
        for node, stored in self.found.sections:
            name = stored["section"]
            if name in self.judged_sections:
                prior = posterior(stored, "prior")
                after = judged(name, posterior(stored), prior, self.judged_sections[name])
                rows.append({"node": node, "changes": posterior_properties(after)})
        return rows

    def _draw_sections(self) -> Query:
        after = dict(sections.PRIORS)
        for name, judgement in self.judged_sections.items():
            after[name] = judged(name, after[name], sections.PRIORS[name], judgement)
        own = self.own["profile_id"], self.own["id"]
        rows = section_rows(self.caller, *own, sections.PRIORS, after, self.judgement.now_us)
        return Query(DRAW_SECTIONS, {"profile": self.place, "sections": rows})

    def _changed_accounts(self) -> list[Properties]:
        rows = []
        if self.account is not None and self.found.gates is not None:
            rows.append({"node": self.found.gates, "changes": self.account._asdict()})
        if self.found.serve is not None:
            judgement = self.judgement
            graded = {"grade": judgement.signal, "graded_at": judgement.now_us}
            changes = {**graded, "scorer_run_id": judgement.scorer}
            rows.append({"node": self.found.serve, "changes": changes})
        return rows

    def _drawn_account(self, origin: owned.Origin) -> list[Properties]:
        if self.account is None or self.found.gates is not None:
            return []
        return [gate_link(origin, self.own["id"], (self.found.target, self.node), *self.account)]


def gate_link(
    origin: owned.Origin, profile: str, target: tuple[str, str], mass: float, at_us: int
) -> Properties:
    """What LEARN needs to draw a profile's gate account of an element, given as (id, node)."""
    name, node = target
    properties = owned.link_properties(origin, GATES, profile, name, {"mass": mass, "at_us": at_us})
    hidden = {"_brain_pair": pair("gates", profile, name), "_dies": True}
    return {"label": GATES, "target": node, "properties": {**properties, **hidden}}
