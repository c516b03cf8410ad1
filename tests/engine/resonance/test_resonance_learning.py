"""Learning: forms are known by their bytes, edges are numbered once, masses count, twins are never made."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from resonating import Resonating

from kip_engine import resonance
from kip_engine.resonance import Learned, learning
from kip_grammar.errors import KipError

FORMS = "MATCH (f:ResonantForm {space: $space}) RETURN f.name, f.mass, f._seq ORDER BY f._seq"
EDGES = """
MATCH (a)<-[:SUBJECT]-(e:leads_to {space: $space})-[:OBJECT]->(b)
RETURN a.name, b.name, e._seq ORDER BY e._seq
"""
TEXTS = st.sampled_from(
    ["one", "two", "Two", "twö", "three is a longer text", "three is a longer text?", "…"]
)


def test_a_pair_is_two_forms_and_one_edge(mind: Resonating) -> None:
    assert mind.learn("what is rust?", "tired iron") == Learned(1, 2, 1)
    assert [tuple(row) for row in mind.memory.read(FORMS)] == [("what is rust?", 1, 1), ("tired iron", 1, 2)]


def test_learning_again_adds_mass_and_nothing_else(mind: Resonating) -> None:
    for _ in range(3):
        mind.learn("a", "b")
    assert [tuple(row) for row in mind.memory.read(FORMS)] == [("a", 3, 1), ("b", 3, 2)]
    assert [tuple(row) for row in mind.memory.read(EDGES)] == [("a", "b", 1)]
    assert mind.faults() == []


def test_forms_differ_in_a_byte(mind: Resonating) -> None:
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    mind.learn_many([(composed, "one"), (decomposed, "two"), ("Café", "three")])
    assert mind.recall(composed).text == "one"
    assert mind.recall(decomposed).text == "two"
    assert mind.faults() == []


def test_a_deposit_is_a_form_without_company(mind: Resonating) -> None:
    assert mind.deposit("rent is due") == Learned(1, 1, 0)
    assert mind.recall("rent is due").text is None
    mind.learn("rent is due", "on Friday")
    assert mind.recall("rent is due").text == "on Friday"
    assert mind.mass("rent is due") == 2
    assert mind.faults() == []


def test_batches_are_one_memory(mind: Resonating, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "BATCH_PAIRS", 3)
    pairs = [(f"question {number % 7}", f"answer {number % 5}") for number in range(20)]
    told: list[Learned] = []
    program = resonance.learn_many(mind.space, iter(pairs), told.append)
    assert mind.database.run(program) == told[-1] == Learned(20, 12, len(set(pairs)))
    assert [one.lessons for one in told] == [3, 6, 9, 12, 15, 18, 20]
    assert mind.faults() == []


def test_a_batch_with_what_is_no_text_is_not_learned(
    mind: Resonating, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "BATCH_PAIRS", 2)
    with pytest.raises(KipError) as failed:
        mind.learn_many([("a", "b"), ("c", "d"), ("e", "f"), ("g", b"\xff")])
    assert failed.value.code == "KIP_2003"
    assert [row[0] for row in mind.memory.read(FORMS)] == ["a", "b", "c", "d"]
    assert mind.faults() == []


def test_writers_side_by_side_make_no_twins(mind: Resonating) -> None:
    pairs = [(f"question {number}?", f"answer {number % 4}") for number in range(12)]
    mind.learn("question 0?", "answer 0")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda shift: mind.learn_many(pairs[shift:] + pairs[:shift]), range(4)))
    assert len(mind.memory.read(FORMS)) == 16
    assert len(mind.memory.read(EDGES)) == 12
    assert mind.mass("question 3?") == 4
    assert mind.faults() == []


def test_windows_keep_what_they_hold_and_count_the_rest(
    mind: Resonating, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "KEPT", 3)
    mind.learn_many((f"room {number}", f"floor {number}") for number in range(8))
    rows = mind.memory.read(
        "MATCH (g:ResonantGram {space: $space, hex: $hex}) RETURN g.forms, g.form_count, g.context_count",
        hex=b"room".hex(),
    )
    assert [tuple(row) for row in rows] == [([1, 3, 5, 7], 8, 8)]
    assert mind.faults() == []


def test_a_word_of_what_is_learned_later_reaches_its_context_once(mind: Resonating) -> None:
    mind.learn("supper", "lentils")
    mind.learn("supper", "lentils with lemon")
    mind.learn("supper", "supper again")
    rows = mind.memory.read(
        "MATCH (g:ResonantGram {space: $space}) WHERE g.hex IN $hexes"
        " RETURN DISTINCT g.contexts, g.context_count",
        hexes=[b"lent".hex(), b"lemo".hex(), b"supp".hex(), b"agai".hex()],
    )
    assert [tuple(row) for row in rows] == [([1], 1)]


def test_only_resonance_writes_its_forms(mind: Resonating) -> None:
    mind.learn("a", "b")
    with pytest.raises(KipError) as failed:
        mind.memory.upsert('UPSERT { CONCEPT ?f { {type: "ResonantForm", name: "c"} } }')
    assert failed.value.code == "KIP_3004"


def test_a_name_that_is_taken_is_not_taken_over(mind: Resonating) -> None:
    mind.memory.upsert('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "ResonantForm"} } }')
    with pytest.raises(KipError) as failed:
        mind.learn("a", "b")
    assert failed.value.code == "KIP_2002"


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6))
def test_whatever_is_learned_leaves_the_memory_sound(mind: Resonating, pairs: list[tuple[str, str]]) -> None:
    before = len(mind.memory.read(EDGES))
    made = mind.learn_many(pairs)
    assert made.lessons == len(pairs)
    assert len(mind.memory.read(EDGES)) == before + made.edges
    assert mind.faults() == []
