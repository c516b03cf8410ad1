"""Claim keys, harvested claims and relevance by words: the original's, for any text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kip import KipError
from kip_engine.beliefs.claims import claim_key
from kip_engine.beliefs.harvest import harvest
from kip_engine.beliefs.relevance import STOP_WORDS, lexical_relevance, searched_surface

original = pytest.importorskip("mixle.substrate.belief")
store = pytest.importorskip("mixle.substrate.core")

SPACES = " \t\n\r\x0b\x0c\x1c\x1f\x85\xa0\u2003\u2028\u200b"
TEXTS = st.text() | st.text(f"aAßſİ.!?\"',{SPACES}", max_size=40)
VOCABULARY = ["boil", "boils", "boils,", "water", "wat", "The", "the", "Straße", "belief", "null", "[]", '"a']
PHRASES = st.lists(st.sampled_from(VOCABULARY), max_size=6).map(" ".join)
PAYLOADS = st.dictionaries(PHRASES, PHRASES | st.none() | st.booleans() | st.floats(), max_size=3)


@given(TEXTS)
def test_keys_equal_the_original(text: str) -> None:
    assert claim_key(text) == original._claim_key(text)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("  Water\u00a0BOILS\n", "water boils"),
        ("Straße ſ", "straße ſ"),
        ("zero\u200bwidth", "zero\u200bwidth"),
        (" \t", ""),
        ("boils.", "boils."),
    ],
)
def test_keys_by_example(text: str, key: str) -> None:
    assert claim_key(text) == key


@given(TEXTS)
def test_harvest_cuts_as_the_original(text: str) -> None:
    expected = [claim.text for claim in original.harvest_knowledge(text, source={})]
    assert [claim.text for claim in harvest(text, {})] == expected


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        (
            "Water boils. Ice melts!\nYes\nIt is so?! Really so",
            ["Water boils.", "Ice melts!", "It is so?!", "Really so"],
        ),
        ("Dr. Smith went home.", ["Smith went home."]),
        ('He said "stop." Then he left', ['He said "stop." Then he left']),
        ("one", []),
    ],
)
def test_harvest_by_example(text: str, claims: list[str]) -> None:
    assert [claim.text for claim in harvest(text, {})] == claims


def test_each_claim_has_a_copy_of_its_source_and_no_quantity() -> None:
    source = {"model": "m"}
    first, second = harvest("It rains. It pours.", source)
    source["model"] = "other"
    assert first.produced_by == second.produced_by == {"model": "m"}
    assert first.produced_by is not second.produced_by
    assert first.quantity is None


def test_a_splitter_of_ones_own_is_taken_at_its_word() -> None:
    assert [claim.text for claim in harvest("a;b", {}, lambda text: text.split(";"))] == ["a", "b"]


@pytest.mark.parametrize(("source", "detail"), [(7, "TypeError"), (["abc"], "ValueError")])
def test_what_produced_a_claim_is_an_object(source: Any, detail: str) -> None:
    with pytest.raises(KipError) as refused:
        harvest("It rains.", source)
    assert (refused.value.code, refused.value.detail) == ("KIP_2003", detail)


@given(PHRASES | TEXTS, PHRASES | TEXTS, PAYLOADS, st.lists(PHRASES, max_size=2))
def test_relevance_equals_the_original(
    query: str, text: str, payload: dict[str, Any], tags: list[str]
) -> None:
    item = store.SubstrateItem("record", text=text, payload=payload, tags=tags)
    surface = searched_surface(text, json.dumps(payload), tags)
    assert lexical_relevance(query, surface) == store._lexical_score(query, item)


@pytest.mark.parametrize(
    ("query", "surface", "expected"),
    [
        ("boils", "water boils,", 1.0),
        ("boils,", "water boils", 1.0),
        ("boi", "boils", 0.0),
        ("boils ice", "boils", 0.5),
        ("Boils BOILS", "boils", 1.0),
        ("what is the", "what is the", 0.0),
        ("water", "wat", 0.0),
        ("water", "", 0.0),
    ],
)
def test_relevance_by_example(query: str, surface: str, expected: float) -> None:
    assert lexical_relevance(query, surface) == expected


def test_there_are_35_stop_words() -> None:
    assert len(STOP_WORDS) == 35
