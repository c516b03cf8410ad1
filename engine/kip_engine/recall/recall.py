"""Recall, from the question to the answer: a program of a few batches of reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kip_engine.resonance import Resonance
from kip_engine.search import tokens
from kip_engine.storage.steps import Program
from kip_engine.view import View

from . import sources
from .analysis.analyse import analyse
from .analysis.asked import Asked
from .analysis.planning import Planner, planned
from .answer import Answering
from .asking import Asker
from .content import has_content
from .deepening import is_thin, steps
from .finds import Finds
from .given import Given
from .grounding import Grounding, ground, other_names, probes
from .likeliest import choose, set_aside
from .memory import Memory
from .patterns import around
from .priors import PRIORS
from .result import Alternative, Recall
from .retrieval import retrieve
from .sources import Tuning
from .statements import Asking, Reading, Reply
from .texts import known_as

OF_EVENTS = ("D.recent", "D.memorable", "D.between", "D.thread", "K.events")
AROUND = ("around.outgoing", "around.incoming")
BESIDE_THE_POINT = 0.15
"""What an event's time counts where the question says what happened, and a fact where it asks for events."""


def recall(memory: Memory, given: Given, planner: Planner | None = None) -> Program[Recall]:
    """The answer to a question out of a memory.  Only reads.

    Raises KIP_4001 or KIP_4003 if the database can't be read at all.
    """
    limits = replace(memory.setting.limits, reply_bytes=None)
    view = View(given.context.counterparty)
    asker = Asker(replace(memory.setting, limits=limits, view=view), memory.statements)
    asked = _understood(given, planner, asker)
    if asked.intent == "store" or not any(True for _ in tokens.words(asked.text)):
        return Answering(asked, given).nothing(asker)
    return (yield from _Recalling(memory, given, asked, asker).run())


def _understood(given: Given, planner: Planner | None, asker: Asker) -> Asked:
    """The question as the planner understands it, or the built-in one where that fails."""
    built_in = analyse(given.query, given.now, given.context)
    if planner is None:
        return built_in
    try:
        return planned(planner, given.query, given.shown, built_in)
    except Exception as error:  # a planner is the caller's, and may raise whatever it likes
        asker.note("analyse", "planner", f"not used: {type(error).__name__}: {error!s:.200}")
        return built_in


@dataclass(slots=True)
class _Recalling:
    """One recall under way."""

    memory: Memory
    given: Given
    asked: Asked
    asker: Asker
    finds: Finds = field(default_factory=Finds)
    replies: list[Reply] = field(default_factory=list)
    tuning: Tuning = field(default_factory=Tuning)
    resonant: Resonance | None = None
    alternatives: list[Alternative] = field(default_factory=list)
    sent: set[str] = field(default_factory=set)

    def run(self) -> Program[Recall]:
        yield from self._ask("ground", probes(self.asked), self._readings())
        grounding = ground(self.asked, self.finds)
        self._join(grounding)
        fitting = retrieve(self.asked, grounding, self.finds, self.memory.setting.space.schema)
        yield from self._ask("retrieve", [*fitting, *_latest(grounding)])
        meant = grounding.concepts
        grounding, self.alternatives = choose(grounding, self.finds)
        set_aside(self.finds, grounding, meant)
        self._join(grounding)
        yield from self._deepen(grounding)
        believed = yield from self._credences()
        return self._answering(grounding, believed).answer(self.replies, self.asker, self.alternatives)

    def _readings(self) -> list[Reading]:
        brain, space, asked = self.memory.brain, self.memory.setting.space, self.asked
        readings = [Reading("brain.resolve", lambda: sources.tuning(brain, asked.context), lambda _: 1)]
        if sources.uses_resonance(space):
            query = self.given.query
            readings.append(Reading("resonance.recall", lambda: sources.resonant(space, query), _number))
        return readings

    def _ask(self, phase: str, askings: Sequence[Asking], readings: Sequence[Reading] = ()) -> Program[int]:
        """Send what wasn't sent yet; how many candidates are new."""
        fresh = [asking for asking in askings if asking.identity not in self.sent]
        self.sent.update(asking.identity for asking in fresh)
        replies, others = yield from self.asker.batch(phase, fresh, readings)
        self.replies += replies
        if readings:
            self.tuning = others[0] or self.tuning
            self.resonant = others[1] if len(others) > 1 else None
        new = self.finds.add(replies, self._priors())
        if not self.tuning.by_meaning:
            self.finds.without_meaning()
        return new

    def _priors(self) -> dict[str, float]:
        beside: list[str] = []
        if has_content(self.asked) or self.asked.of_the_owner:
            beside += OF_EVENTS
        if self.asked.intent in ("event", "existence"):
            beside += AROUND
        if self.asked.intent != "domain" or has_content(self.asked):
            beside.append("E.domains")
        return PRIORS | {label: min(PRIORS[label], BESIDE_THE_POINT) for label in beside}

    def _join(self, grounding: Grounding) -> None:
        """Tie the people that are meant to the events they took part in, and let what is meant answer."""
        people = grounding.of_type("Person")
        self.finds.join(people, lambda person: [person["name"], known_as(person), *other_names(person)])
        if self.asked.asks("entity", "briefing", "domain"):
            for concept in grounding.concepts:
                self.finds.propose(concept, "A.entity", PRIORS["A.entity"])
        self.finds.hold()

    def _deepen(self, grounding: Grounding) -> Program[None]:
        for askings in steps(self.asked, grounding):
            answers = self._answering(grounding, {}).candidates()
            if not is_thin(answers, grounding, self.given.limit):
                return
            if not self.asker.may_go_on:
                self.asker.notes.append("The memory was not read to the end; there may be more.")
                return
            if not (yield from self._ask("deepen", askings)):
                return
            self._join(grounding)

    def _credences(self) -> Program[dict[str, float]]:
        space = self.memory.setting.space
        if not sources.uses_beliefs(space) or not self.asker.may_go_on:
            return {}
        ids = list(self.finds.candidates)
        reading = Reading("beliefs.credence", lambda: sources.credences(space, ids), len)
        _, (found,) = yield from self.asker.batch("retrieve", (), [reading])
        return found or {}

    def _answering(self, grounding: Grounding, believed: dict[str, float]) -> Answering:
        return Answering(self.asked, self.given, grounding, self.finds, self.tuning, believed, self.resonant)


def _number(found: Any) -> int:
    return int(found is not None)


def _latest(grounding: Grounding) -> list[Asking]:
    """When each of several people who may be meant was last met."""
    return [
        Asking(around(), "latest", {"found_name": concept["name"]})
        for grounded in grounding.subjects
        for concept in grounded.concepts
        if len(grounded.concepts) > 1 and concept["type"] == "Person"
    ]
