"""Whatever happens in whatever order: the state is what the arithmetic says, and its log tells the same."""

from __future__ import annotations

import itertools
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from minds import Connect, counts

import kip
from kip_cypher.query import Query
from kip_engine.brain import sections
from kip_engine.brain.arithmetic.gate import Account
from kip_engine.brain.bindings import BUILT_IN
from kip_engine.brain.events import FEEDBACK, interpret
from kip_engine.brain.rebuild import rebuild
from kip_engine.brain.recall_state import Entities, RecallState
from kip_engine.brain.section_state import SectionState
from kip_engine.brain.signals import IMPLICIT, IMPLICIT_WEIGHT, NAMES
from kip_engine.storage.steps import Body, Program, Transaction

CAPACITY = 3
PROFILES = (BUILT_IN, "p", "q")
TARGETS = 5
NUMBERS = itertools.count()

profiles = st.sampled_from(PROFILES)
judged = st.dictionaries(
    st.sampled_from(sections.NAMES), st.sampled_from(["useful", "not_useful", "wrong"]), max_size=3
)
feedback = st.tuples(
    st.just("feedback"), profiles, st.integers(0, TARGETS - 1), st.sampled_from(NAMES), judged
)
reset = st.tuples(st.just("reset"), profiles)
use = st.tuples(st.just("use"), st.sampled_from(["get", "search", "memory.recall"]), st.integers(0, TARGETS))
move = st.tuples(st.just("move"), profiles, st.sampled_from(["activate", "deactivate"]))
bind = st.tuples(st.just("bind"), profiles, st.sampled_from("xy"))
unbind = st.tuples(st.just("unbind"), st.sampled_from("xy"))
happening = st.one_of(feedback, feedback, feedback, reset, use, use, move, bind, unbind)


class Model:
    """The same happenings on the arithmetic alone, in memory."""

    def __init__(self) -> None:
        self.recall = {name: RecallState(entities=Entities(CAPACITY)) for name in PROFILES}
        self.sections: dict[str, SectionState] = {name: SectionState() for name in PROFILES[1:]}

    def learn(self, profile: str, target: str, payload: dict[str, Any]) -> None:
        """One judgement, with what the gate let through in its payload."""
        signal = interpret({"verb": FEEDBACK, "target": target, "payload": payload})
        self.recall[profile].apply(signal)
        self.sections.setdefault(profile, SectionState()).apply(signal)

    def reset(self, profile: str) -> None:
        """A profile begins anew."""
        self.recall[profile].reset()
        if profile in self.sections:
            self.sections[profile].reset()


class World:
    """One namespace of a space, and the model of it."""

    def __init__(self, client: kip.Client, targets: list[str]) -> None:
        self.client, self.targets, self.model = client, targets, Model()
        self.namespace = f"n{next(NUMBERS)}"
        self.brain = client.brain.scoped(namespace=self.namespace)
        self.accounts: dict[tuple[str, str], float] = {}
        for name in PROFILES[1:]:
            self.brain.create_profile(name)

    def feedback(self, profile: str, place: int, signal: str, judged: dict[str, str]) -> None:
        """Judge; an implicit signal passes the gate while there is room."""
        target = self.targets[place]
        served = {"served_by_profile_id": profile, "section_signals": judged or None}
        self.brain.feedback(target, signal, **served)  # type: ignore[arg-type]
        payload: dict[str, Any] = {"signal": signal, "section_signals": judged}
        if signal in IMPLICIT:
            mass = self.accounts.get((profile, target), 0.0)
            passed, account = Account(mass, 0).charged(IMPLICIT_WEIGHT, 0)
            self.accounts[profile, target] = account.mass
            payload["gate"] = {"effective_weight": passed.weight}
        self.model.learn(profile, target, payload)

    def reset(self, profile: str) -> None:
        """Begin anew."""
        self.brain.reset(profile)
        self.model.reset(profile)

    def use(self, verb: str, place: int) -> None:
        """Use the memory, as the hook would note it."""
        event = {
            "verb": verb,
            "duration_us": 7,
            **({"target": self.targets[place]} if place < TARGETS else {}),
        }
        engine = self.client._session.brain
        engine.note(event, engine.caller(self.namespace))
        self.client.settle()
        self.model.recall[BUILT_IN].apply(interpret(event))

    def move(self, profile: str, verb: str) -> None:
        """Activate or deactivate."""
        getattr(self.brain, verb)(profile)

    def bind(self, profile: str, actor: str) -> None:
        """Let a profile serve an actor."""
        self.brain.bind(profile, actor=actor)

    def unbind(self, actor: str) -> None:
        """Let none serve an actor."""
        self.brain.unbind(actor=actor)

    def check(self) -> None:
        """The stored state is the model's and the log's, bit for bit."""
        for name in PROFILES:
            self._check(name)
        found = self.client._run(rebuild(self.client._session.brain))
        assert [each.differences for each in found if each.namespace == self.namespace] in ([()], [])

    def _check(self, name: str) -> None:
        stored, model = self.brain.profile(name).state_snapshot, self.model.recall[name]
        known = {key: counts(value) for key, value in stored["entity_posteriors"].items()}
        assert stored["entity_posterior_order"] == model.entities.order
        assert known == {key: (value.alpha, value.beta) for key, value in model.entities.posteriors.items()}
        for scalar in ("relevance", "salience", "temporal"):
            expected = getattr(model.scalars, scalar)
            assert counts(stored[scalar]) == (expected.alpha, expected.beta)
        assert stored["total_events"] == model.scalars.total_events
        sectioned = self.brain.profile(name).section_posteriors
        if sectioned is not None:
            told = {key: (value.alpha, value.beta) for key, value in sectioned.items()}
            expected_sections = self.model.sections[name].posteriors
            assert told == {key: (value.alpha, value.beta) for key, value in expected_sections.items()}


@pytest.fixture
def small(connect: Connect) -> Iterator[kip.Client]:
    """A client whose profiles remember few entities."""
    return connect(entity_capacity=CAPACITY)


@pytest.fixture
def targets(small: kip.Client) -> list[str]:
    """Elements to judge."""
    command = 'UPSERT { CONCEPT ?t { {type: "Insight", name: :name} } }'
    written = (small.execute(command, {"name": str(uuid.uuid4())}).result for _ in range(TARGETS))
    return [result["upsert_concept_nodes"][0] for result in written]


@settings(
    max_examples=10,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(history=st.lists(happening, min_size=1, max_size=30))
def test_any_history_is_what_the_arithmetic_and_the_log_say(
    small: kip.Client, targets: list[str], history: list[tuple[Any, ...]]
) -> None:
    world = World(small, targets)
    for name, *arguments in history:
        getattr(world, name)(*arguments)
    world.check()


TAMPER = (
    "MATCH (p:BrainProfile {space: $space, profile_id: 'p'}) SET p.salience_alpha = 99.0",
    "MATCH (p:BrainProfile {space: $space, profile_id: 'p'}) SET p._brain_inserted = 7",
    "MATCH (s:BrainSection {space: $space, profile_id: 'p', section: 'overview'}) SET s.beta = 50.0",
    "MATCH (w:brain_weighs {space: $space}) SET w.alpha = 5.5",
    "MATCH (g:brain_gates {space: $space}) SET g.mass = 1.5",
    "MATCH (b:BrainBinding {space: $space}) SET b.priority = 12",
    "MATCH (p:BrainProfile {space: $space, profile_id: 'p'}) SET p.lifecycle = 'archived'",
    "MATCH (p:BrainProfile {space: $space, profile_id: 'balanced-recall-v1'}) SET p.total_events = 0",
    "MATCH (p:BrainProfile {space: $space, profile_id: 'p'}) SET p.relevance_beta = -1.0",
    "MATCH (s:BrainSection {space: $space, profile_id: 'p', section: 'other'}) REMOVE s.alpha",
)


@pytest.mark.parametrize("tampering", TAMPER)
def test_a_state_that_was_tampered_with_is_mended_from_its_log(
    small: kip.Client, targets: list[str], tampering: str
) -> None:
    brain = small.brain
    brain.create_profile("p")
    brain.bind("p", actor="x")
    for target in targets[:4]:
        brain.feedback(target, "useful", served_by_profile_id="p", section_signals={"overview": "useful"})
        brain.feedback(target, "implicit_negative", served_by_profile_id="p")
        brain.feedback(target, "correction")
    before = brain.state()

    def body() -> Body[None]:
        yield Query(tampering, {"space": small.space})

    def program() -> Program[None]:
        yield Transaction(body)

    small._run(program())
    [told] = brain.rebuild()
    assert len(told.differences) >= 1
    assert [each.differences for each in brain.rebuild()] == [()]
    assert _timeless(brain.state()) == _timeless(before)
    assert [finding for finding in small.doctor() if finding.count] == []


def _timeless(state: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in state.items() if name != "bindings"} | {
        "bindings": [(row["actor"], row["profile_id"], row["priority"]) for row in state["bindings"]]
    }


def test_the_history_of_a_posterior_names_what_moved_it(small: kip.Client, targets: list[str]) -> None:
    brain, [first, second, *_] = small.brain, targets
    brain.create_profile("p")
    judged = {"served_by_profile_id": "p"}
    brain.feedback(first, "useful", section_signals={"overview": "wrong"}, **judged)
    brain.feedback(second, "explicit_negative", **judged)
    brain.feedback(second, "useful")
    brain.reset("p")
    salience = brain.history("p", "salience")
    moved = [(step.verb, step.signal, step.target_id, step.weight) for step in salience]
    assert moved == [
        ("brain.create_profile", None, None, None),
        ("brain.feedback", "useful", first, 1.0),
        ("brain.feedback", "explicit_negative", second, 1.5),
        ("brain.reset", None, None, None),
    ]
    assert [(step.after.alpha, step.after.beta) for step in salience if step.after] == [
        (2.0, 8.0),
        (3.0, 8.0),
        (3.0, 9.5),
        (2.0, 8.0),
    ]
    assert [step.signal for step in brain.history("p", "overview")] == [None, "useful", None]
    assert [step.signal for step in brain.history("p", first)] == ["useful", None]
    assert [step.signal for step in brain.history(BUILT_IN, second)] == ["useful"]
    with pytest.raises(kip.KipError) as error:
        brain.history("ghost", "salience")
    assert error.value.detail == "profile_not_found"
