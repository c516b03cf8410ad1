"""What a caller can't see answers in every way like what does not exist (section 11)."""

from __future__ import annotations

from typing import Any

from believing import Believer
from hypothesis import given, settings
from hypothesis import strategies as st

from kip_engine.beliefs import granting, testing, walk
from kip_engine.beliefs.records import Belief
from kip_grammar.errors import KipError

HIDDEN = "theirs"
"""A scope that nobody here can read; "alpha" is the caller's."""
WORDS = ("river", "stone", "harbor", "signal")
TIERS = ("model_assertion", "executable", "real_measurement")

sources = st.sampled_from(["doc", "d1", "d2", "b1", "b2"])
hidden_steps = st.one_of(
    st.tuples(st.just("put"), sources, st.sampled_from(["", "river stone"])),
    st.tuples(st.just("believe"), st.sampled_from(WORDS), sources),
    st.tuples(st.just("retract"), sources),
)
open_steps = st.one_of(
    st.tuples(st.just("put"), st.sampled_from(["d1", "d2"])),
    st.tuples(st.just("believe"), st.sampled_from(WORDS), sources, st.sampled_from(TIERS)),
    st.tuples(st.just("retract"), sources),
    st.tuples(st.just("launders"), sources, sources),
    st.tuples(st.just("retrieve"), st.sampled_from(WORDS)),
    st.tuples(st.just("publish"), sources),
)


def hide(mind: Believer, steps: list[tuple[Any, ...]], order: int) -> None:
    """Do things in the hidden scope; what they are is nobody's business."""
    for number, (verb, *given_) in enumerate(steps):
        if verb == "put" and given_[0] not in ("doc", "d1", "d2"):
            mind.run(testing.put(mind.space, given_[0], scope=HIDDEN, text=given_[1]))
        elif verb == "believe":
            mind.believe(f"{given_[0]} {order}{number}", given_[1], scope=HIDDEN)
        elif verb == "retract":
            mind.retract(given_[0], scope=HIDDEN)


class Caller:
    """Works in `alpha`, and notes all that it can observe: answers without random ids, and statements."""

    def __init__(self, mind: Believer) -> None:
        self.mind = mind
        self.names: dict[str, str] = {}

    def observe(self, step: tuple[Any, ...]) -> Any:
        verb, *arguments = step
        try:
            answer = getattr(self, verb)(*arguments)
        except KipError as error:
            answer = (error.code, error.message, error.detail)
        return answer, list(self.mind.statements)

    def put(self, source: str) -> Any:
        self.mind.put(source, scope="alpha")

    def believe(self, word: str, source: str, tier: str) -> Any:
        return self._told(self.mind.believe(word, self._id(source), scope="alpha", tier=tier))

    def retract(self, source: str) -> Any:
        done = self.mind.retract(self._id(source), scope="alpha")
        told = (done.count, done.levels)
        return told, [(self._name(change.belief_id), change.credence_after) for change in self._changes(done)]

    def launders(self, source: str, belief: str) -> Any:
        ids = self._id(source), self._id(belief)
        return self.mind.run(walk.launders(self.mind.view("alpha"), *ids))

    def retrieve(self, word: str) -> Any:
        hits = self.mind.retrieve(word, scope="alpha")
        return [(self._told(hit.belief), hit.relevance) for hit in hits]

    def publish(self, source: str) -> Any:
        moving = granting.publish(self.mind.space, [self._id(source)], to="public", by="alpha", access=None)
        return [self._name(identity) for identity in self.mind.run(moving)]

    def _changes(self, done: Any) -> Any:
        statements = self.mind.statements
        changes = self.mind.changes(done)
        self.mind.statements = statements
        return changes

    def _told(self, belief: Belief) -> Any:
        self.names.setdefault(belief.id, f"belief {len(self.names)}")
        entries = [
            (self._name(entry.source_id), entry.tier, entry.weight, entry.verified)
            for entry in belief.evidence_history
        ]
        return self._name(belief.id), belief.claim.text, belief.credence, entries

    def _name(self, identity: str) -> str:
        return self.names.get(identity, identity)

    def _id(self, source: str) -> str:
        """b1 and b2 are the beliefs that the caller has made; before that, mere names."""
        made = list(self.names)
        number = int(source[1]) - 1 if source.startswith("b") else len(made)
        return made[number] if number < len(made) else source


@settings(max_examples=8, derandomize=True)
@given(
    st.lists(open_steps, min_size=3, max_size=10),
    st.lists(hidden_steps, max_size=6),
    st.lists(hidden_steps, max_size=6),
)
def test_stores_that_differ_only_in_what_is_hidden_answer_alike(
    fresh_mind: Any, steps: list[Any], before: list[Any], between: list[Any]
) -> None:
    with fresh_mind() as plain, fresh_mind() as richer:
        hide(richer, before, 1)
        callers = Caller(plain), Caller(richer)
        for number, step in enumerate(steps):
            if number == len(steps) // 2:
                hide(richer, between, 2)
            alone, beside = (caller.observe(step) for caller in callers)
            assert alone == beside, step


def test_a_large_scope_is_searched_by_its_own_words_alone(fresh_mind: Any) -> None:
    with fresh_mind() as plain, fresh_mind() as richer:
        for number in range(40):
            richer.believe(f"stone river {number}", "doc", scope=HIDDEN)
        hits = []
        for mind in (plain, richer):
            mind.believe_all([(f"the {word} of stone {n}", ["doc"]) for word in WORDS for n in range(3)])
            found = mind.retrieve("stone river harbor", k=20)
            hits.append([(hit.belief.claim.text, hit.relevance) for hit in found])
        assert hits[0] == hits[1]
        assert len(hits[0]) == 12
