"""What resonance is given and can't learn; and memories that have a type of its name themselves."""

from __future__ import annotations

from typing import Any

import pytest

import kip


@pytest.mark.parametrize(
    "pairs",
    [None, 7, "ab", b"ab", {"a": "b"}, [None], [7], ["ab"], [("a",)], [("a", "b", "c")], [[]]],
    ids=repr,
)
def test_what_is_no_pair_cannot_be_learned(client: kip.Client, pairs: Any) -> None:
    with pytest.raises(kip.KipError, match="KIP_2003") as caught:
        client.resonance.learn_many(pairs)
    assert caught.value.hint


def test_pairs_may_be_lists_and_come_one_by_one(client: kip.Client) -> None:
    assert client.resonance.learn_many(iter([["one", "two"], ("two", "three")])).edges == 2  # type: ignore[arg-type]


def test_a_type_of_ones_own_is_no_fault_of_resonance(client: kip.Client) -> None:
    client.execute('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "ResonantForm"} } }')
    client.execute('UPSERT { CONCEPT ?x { {type: "ResonantForm", name: "mine"} } }')
    assert [finding for finding in client.doctor() if not finding.ok] == []
    with pytest.raises(kip.KipError, match="KIP_2002"):
        client.resonance.learn("one", "two")


@pytest.mark.parametrize("mode", ["keyword", "semantic", "hybrid"])
@pytest.mark.parametrize("term", ["\ud800", "snow\udfff"], ids=ascii)
def test_half_a_character_can_be_searched_for(client: kip.Client, mode: str, term: str) -> None:
    command = f'SEARCH CONCEPT :term MODE "{mode}" LIMIT 5'
    assert isinstance(client.execute(command, {"term": term}).result, list)
