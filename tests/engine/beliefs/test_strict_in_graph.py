"""STRICT in the graph: whatever happens in whatever order, what is stored is what the judge says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from believing import Believer
from hypothesis import given, settings
from hypothesis import strategies as st

from kip_engine.beliefs import granting, policy, rejudging, testing
from kip_engine.beliefs.access import ALL_SCOPES
from kip_engine.beliefs.credence import credence
from kip_engine.beliefs.strict import Judgement, LiveBelief, LiveEntry, judge

TIERS = ("model_assertion", "executable", "simulation", "real_measurement")
SCOPES = ("local", "alpha")

names = st.sampled_from(["d0", "d1", "d2", "b0", "b1", "b2", "b3"])
scopes = st.sampled_from(SCOPES)
steps = st.one_of(
    st.tuples(st.just("put"), st.sampled_from(["d0", "d1", "d2"]), st.sampled_from([*SCOPES, "public"])),
    st.tuples(
        st.just("believe"),
        st.integers(0, 3),
        scopes,
        names,
        st.sampled_from(TIERS),
        st.sampled_from("++-"),
        st.sampled_from([0.0, 0.5, 1.0, 2.0]),
    ),
    st.tuples(st.just("retract"), names, st.sampled_from([*SCOPES, None])),
    st.tuples(st.just("publish"), names),
    st.tuples(st.just("grant"), st.booleans()),
)


class Model:
    """A memory and, beside it, what is live in it, kept by hand."""

    def __init__(self, mind: Believer) -> None:
        self.mind = mind
        self.where: dict[str, str] = {"doc": "local"}
        self.entries: dict[str, list[LiveEntry]] = {}
        self.shut: dict[str, set[str]] = {}
        self.granted: set[str] = set()
        self.count = 0

    def step(self, verb: str, *arguments: Any) -> None:
        getattr(self, verb)(*arguments)

    def put(self, source: str, scope: str) -> None:
        self.mind.put(source, scope=scope)
        self.where[source] = scope

    def believe(self, claim: int, scope: str, cited: str, tier: str, direction: str, weight: float) -> None:
        source = self._id(cited)
        more = {"tier": tier, "direction": direction, "weight": weight}
        belief = self.mind.believe(f"claim {claim}", source, scope=scope, **more)
        self.where.setdefault(belief.id, scope)
        self.count += 1
        entry = LiveEntry(f"e{self.count}", source, tier, direction, weight, False)
        self.entries.setdefault(belief.id, []).append(entry)

    def retract(self, cited: str, scope: str | None) -> None:
        source = self._id(cited)
        done = self.mind.retract(source, scope=ALL_SCOPES if scope is None else scope)
        hit = [
            identity
            for identity, entries in self.entries.items()
            if scope in (None, self.where[identity]) and any(entry.source_id == source for entry in entries)
        ]
        for identity in hit:
            self.shut.setdefault(identity, set()).add(source)
            self.entries[identity] = [entry for entry in self.entries[identity] if entry.source_id != source]
        assert [change.belief_id for change in self.mind.changes(done)] == hit
        after = {change.belief_id: change.credence_after for change in self.mind.changes(done)}
        assert after == {identity: self._stored(identity) for identity in hit}

    def publish(self, named: str) -> None:
        identity = self._id(named)
        mind = self.mind
        moved = mind.run(granting.publish(mind.space, [identity], to="public", by="local", access=None))
        self.where.update(dict.fromkeys(moved, "public"))

    def grant(self, give: bool) -> None:
        grants = (self.mind.space, "local", "alpha")
        if give:
            self.mind.run(granting.grant(*grants, "read", None))
        else:
            self.mind.run(granting.revoke(*grants, None))
        self.granted = {"alpha"} if give else set()

    def judgement(self) -> Judgement:
        """What the judge says of all that is live."""
        readable = {scope: {scope, "public"} for scope in (*SCOPES, "public")}
        readable["local"] |= self.granted
        live = []
        for identity, entries in self.entries.items():
            seen = readable[self.where[identity]]
            resolved = [replace(entry, resolves=self.where.get(entry.source_id) in seen) for entry in entries]
            shut = frozenset(self.shut.get(identity, ()))
            live.append(LiveBelief(identity, self.where[identity], resolved, shut))
        return judge(live, readable)

    def check(self) -> None:
        """Compare every belief with what the judge says."""
        standings = self.judgement().standings
        assert {identity: self._stored(identity) for identity in self.entries} == pytest.approx(
            {identity: standings[identity].credence for identity in self.entries}, abs=1e-12
        )

    def _id(self, name: str) -> str:
        made = list(self.entries)
        return made[int(name[1]) % len(made)] if name.startswith("b") and made else name

    def _stored(self, identity: str) -> float:
        stored: float = self.mind.run(testing.get(self.mind.space, identity)).credence
        return stored


def choose(mind: Believer, name: str) -> None:
    mind.run(policy.set_evidence_policy(mind.space, name))


@settings(max_examples=12, derandomize=True)
@given(st.lists(steps, min_size=4, max_size=16))
def test_every_order_of_events_leaves_what_the_judge_says(fresh_mind: Any, happened: list[Any]) -> None:
    with fresh_mind() as mind:
        choose(mind, "STRICT")
        model = Model(mind)
        for step in happened:
            model.step(*step)
        model.check()
        assert mind.complaints() == []
        choose(mind, "MIXLE")
        for identity in model.entries:
            belief = mind.run(testing.get(mind.space, identity))
            assert belief.credence == pytest.approx(credence(belief.evidence_history), abs=1e-12)
        assert mind.complaints() == []


def test_choosing_strict_judges_what_there_is_and_going_back_restores_it(mind: Believer) -> None:
    mind.put("d2")
    first = mind.believe("first", "doc")
    second = mind.believe("second", "d2")
    for _ in range(3):
        first = mind.believe("first", second.id)
        second = mind.believe("second", first.id)
    assert first.credence > 0.999
    choose(mind, "STRICT")
    # Two documents, and however often the two beliefs cite each other: two legs each.
    assert mind.get(first).credence == mind.get(second).credence == pytest.approx(0.9975273768433653)
    assert mind.complaints() == []
    choose(mind, "MIXLE")
    assert (mind.get(first), mind.get(second).credence) == (first, second.credence)
    assert mind.complaints() == []


def test_beliefs_that_hold_each_other_up_fall_with_their_documents(mind: Believer) -> None:
    choose(mind, "STRICT")
    mind.put("d2")
    first = mind.believe("first", "doc")
    second = mind.believe("second", "d2", first.id)
    mind.believe("first", second.id)
    mind.retract("doc")
    mind.retract("d2")
    assert [mind.get(belief).credence for belief in (first, second)] == [0.5, 0.5]


def test_a_change_is_read_in_one_statement_and_written_in_one(mind: Believer) -> None:
    choose(mind, "STRICT")
    beliefs = mind.chain(12)
    mind.put("d2")
    mind.believe("link 0", "d2", direction="-", weight=2.0)
    assert mind.statements.count(rejudging.READ_REACHED) == 1
    assert mind.statements.count(rejudging.WRITE_VERDICTS) == 1
    assert mind.get(beliefs[-1]).credence == 0.5  # all the way down stands what is refuted
    mind.retract("d2")
    assert mind.statements.count(rejudging.READ_REACHED) == 1
    assert mind.get(beliefs[-1]).credence == beliefs[-1].credence


def test_a_source_that_appears_verifies_what_cited_it(mind: Believer) -> None:
    choose(mind, "STRICT")
    early = mind.believe("early", "d9")
    assert early.credence == 0.5
    mind.put("d9")
    assert mind.get(early).credence == pytest.approx(0.9525741268224334)
