"""What always holds under STRICT, whatever is asserted and retracted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from strict_graphs import DOCUMENTS, NAMES, TIERS, without
from test_strict_reference import check

from kip_engine.beliefs.credence import logistic
from kip_engine.beliefs.strict import Judgement, LiveBelief, LiveEntry, Status, judge
from kip_engine.beliefs.tiers import STRENGTH

READABLE = {"local": {"local"}}
SOURCES = st.sampled_from([*NAMES, *DOCUMENTS])
BELIEFS = st.sampled_from(NAMES)
SETTINGS = settings(max_examples=250, stateful_step_count=20, deadline=None)
Beliefs = dict[str, LiveBelief]


def verdicts(beliefs: Beliefs) -> Judgement:
    return judge(list(beliefs.values()), READABLE)


def retracted(beliefs: Beliefs, source: str) -> Beliefs:
    return {name: without(belief, source) for name, belief in beliefs.items()}


def ways(beliefs: Beliefs, found: Judgement, belief: str) -> Iterator[tuple[str, float]]:
    """What the accepted grounding entries of `belief` lead to, and the strength of their tiers."""
    for entry in beliefs[belief].entries:
        verdict = found.verdicts[entry.id]
        leads = verdict.status == Status.ACCEPTED or verdict.reason == "shared"
        grounds = verdict.verified and verdict.tier != TIERS[0] and entry.weight > 0
        if leads and grounds and entry.direction == "+":
            yield entry.source_id, STRENGTH[verdict.tier]


def bases(beliefs: Beliefs, found: Judgement, start: str) -> dict[str, float]:
    """The bases that can be reached from `start` without passing through it, and their strongest entries."""
    reached: dict[str, float] = {}
    queue, seen = [start], {start}
    for belief in queue:
        for source, strength in ways(beliefs, found, belief):
            if source not in beliefs:
                reached[source] = max(strength, reached.get(source, 0))
            elif source not in seen:
                seen.add(source)
                queue.append(source)
    return reached


class Memory(RuleBasedStateMachine):
    """Five beliefs and three documents of one scope.

    Weights are at most 1: they are the word of who asserts, only tiers are bounded by what lies below.
    """

    beliefs: Beliefs
    missing: set[str]
    said: int

    @initialize()
    def empty(self) -> None:
        self.beliefs = {name: LiveBelief(name, "local", ()) for name in NAMES}
        self.missing, self.said = set(), 0

    def say(self, belief: str, source: str, tier: str, direction: str, weight: float) -> None:
        self.said += 1
        entry = LiveEntry(str(self.said), source, tier, direction, weight, source not in self.missing)
        before = self.beliefs[belief]
        self.beliefs[belief] = replace(before, entries=[*before.entries, entry])

    @rule(
        belief=BELIEFS,
        source=SOURCES,
        tier=st.sampled_from(TIERS),
        direction=st.sampled_from("+++-"),
        weight=st.sampled_from([1.0, 1.0, 0.5, 0.25, 0.0]),
    )
    def assert_something(self, belief: str, source: str, tier: str, direction: str, weight: float) -> None:
        self.say(belief, source, tier, direction, weight)

    @rule(source=SOURCES)
    def retract(self, source: str) -> None:
        self.beliefs = retracted(self.beliefs, source)

    @rule(document=st.sampled_from(DOCUMENTS))
    def vanish_or_appear(self, document: str) -> None:
        self.missing ^= {document}
        for name, belief in self.beliefs.items():
            entries = [replace(each, resolves=each.source_id not in self.missing) for each in belief.entries]
            self.beliefs[name] = replace(belief, entries=entries)

    @rule(data=st.data())
    def citing_beliefs_only_raises_nothing_beyond_its_bases(self, data: st.DataObject) -> None:
        for belief, source in data.draw(st.lists(st.tuples(BELIEFS, BELIEFS), max_size=8)):
            self.say(belief, source, TIERS[-1], "+", 1.0)
        self.nothing_exceeds_its_bases()

    @rule(orders=st.lists(SOURCES, min_size=2, max_size=5, unique=True), random=st.randoms())
    def the_order_of_retractions_makes_no_difference(self, orders: list[str], random: object) -> None:
        one, other = self.beliefs, self.beliefs
        shuffled = list(orders)
        random.shuffle(shuffled)  # type: ignore[attr-defined]
        for first, second in zip(orders, shuffled, strict=True):
            one, other = retracted(one, first), retracted(other, second)
        assert one == other
        assert verdicts(one) == verdicts(other)

    @rule(document=st.sampled_from(DOCUMENTS))
    def what_a_new_source_says_again_counts_as_before(self, document: str) -> None:
        before = verdicts(self.beliefs)
        again = retracted(self.beliefs, document)
        for name, belief in self.beliefs.items():
            said = [each for each in belief.entries if each.source_id == document]
            if said and document not in belief.shut:
                renamed = [replace(each, id=f"again {each.id}", source_id="new") for each in said]
                again[name] = replace(again[name], entries=[*again[name].entries, *renamed])
        after = verdicts(again)
        for name, standing in before.standings.items():
            assert after.standings[name].credence == pytest.approx(standing.credence, abs=1e-9)
            assert after.standings[name].grounded == standing.grounded

    @rule()
    def without_sources_nothing_is_believed(self) -> None:
        bare = self.beliefs
        for source in [*DOCUMENTS, *NAMES, ""]:
            bare = retracted(bare, source)
        assert all(standing.credence <= 0.5 for standing in verdicts(bare).standings.values())

    @invariant()
    def equals_the_reference(self) -> None:
        check((list(self.beliefs.values()), READABLE))

    @invariant()
    def nothing_exceeds_its_bases(self) -> None:
        found = verdicts(self.beliefs)
        for name, standing in found.standings.items():
            reached = bases(self.beliefs, found, name)
            most = 3 * len(reached) * max(reached.values(), default=0)
            assert standing.credence <= logistic(most) + 1e-9

    @invariant()
    def what_reaches_no_base_is_not_believed(self) -> None:
        found = verdicts(self.beliefs)
        for name, standing in found.standings.items():
            if not bases(self.beliefs, found, name):
                assert standing.credence <= 0.5


TestMemory = Memory.TestCase
TestMemory.settings = SETTINGS
