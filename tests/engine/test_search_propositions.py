"""SEARCH PROPOSITION: by a link's own text, its predicate, and what its predicate's definition says."""

from __future__ import annotations

from typing import Any

import pytest
from searching import find

LINKS = """
UPSERT {
  CONCEPT ?effect {
    {type: "$PropositionType", name: "has_side_effect"}
    SET ATTRIBUTES { description: "An unwanted reaction to a medicine" }
  }
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"}
    SET PROPOSITIONS { ("treats", {type: "Symptom", name: "Fever"}) }
  }
  CONCEPT ?nausea {
    {type: "Symptom", name: "Nausea"}
  }
  PROPOSITION ?side { (?aspirin, "has_side_effect", ?nausea) SET ATTRIBUTES { channel: "chat" } }
  PROPOSITION ?said { (?aspirin, "stated", ?nausea) SET ATTRIBUTES { quote: "an unwanted chat" } }
}
"""


@pytest.fixture
def links(pharmacy: Any) -> Any:
    """Three links under three predicates."""
    pharmacy.upsert(LINKS)
    return pharmacy


def predicates(memory: Any, term: str, rest: str = "") -> list[str]:
    return [hit["predicate"] for hit in find(memory, f"SEARCH PROPOSITION :term {rest}", term=term)]


def test_a_hit_is_the_whole_link_with_a_score(links: Any) -> None:
    [hit] = find(links, 'SEARCH PROPOSITION "treats" LIMIT 10')
    assert set(hit) == {"id", "subject", "predicate", "object", "attributes", "metadata"}
    assert hit["predicate"] == "treats"
    assert hit["attributes"] == {}
    assert hit["metadata"]["_score"] == 1


def test_links_are_found_by_words_of_their_predicate(links: Any) -> None:
    assert predicates(links, "side effect") == ["has_side_effect"]
    assert predicates(links, "effect") == ["has_side_effect"]


def test_links_are_found_by_their_own_text(links: Any) -> None:
    assert sorted(predicates(links, "chat")) == ["has_side_effect", "stated"]
    assert predicates(links, "chat", 'WITH TYPE "stated"') == ["stated"]


def test_links_are_found_by_the_description_of_their_predicate(links: Any) -> None:
    assert predicates(links, "reaction to medicine") == ["has_side_effect"]
    assert predicates(links, "reaction", 'WITH TYPE "treats"') == []


def test_a_link_met_twice_is_one_hit(links: Any) -> None:
    assert predicates(links, "unwanted reaction", "LIMIT 1") == ["has_side_effect"]
    assert sorted(predicates(links, "unwanted")) == ["has_side_effect", "stated"]


def test_a_threshold_leaves_the_better(links: Any) -> None:
    assert predicates(links, "unwanted", "THRESHOLD 0.9") == []
    assert predicates(links, "has side effect", "THRESHOLD 1") == ["has_side_effect"]


def test_nothing_like_it_finds_nothing(links: Any) -> None:
    assert predicates(links, "zzzzqqq") == []


def test_a_definition_that_says_nothing_of_it_proposes_no_link(links: Any) -> None:
    treats = '{type: "$PropositionType", name: "treats"}'
    links.upsert(f'UPSERT {{ CONCEPT ?t {{ {treats} SET ATTRIBUTES {{ subject_types: ["Medicament"] }} }} }}')
    assert predicates(links, "medicament") == []


def test_links_found_by_a_description_are_in_the_order_of_ids(links: Any) -> None:
    blocks = "".join(
        f'CONCEPT ?s{n} {{ {{type: "Symptom", name: "S{n}"}} }} '
        f'PROPOSITION ?p{n} {{ ({{type: "Drug", name: "Aspirin"}}, "has_side_effect", ?s{n}) }} '
        for n in range(40)
    )
    links.upsert(f"UPSERT {{ {blocks} }}")
    ids = [hit["id"] for hit in find(links, 'SEARCH PROPOSITION "reaction" LIMIT 100')]
    assert len(ids) == 41
    assert ids == sorted(ids)
    assert [hit["id"] for hit in find(links, 'SEARCH PROPOSITION "reaction" LIMIT 5')] == ids[:5]


def test_a_link_is_found_by_the_name_of_an_end_at_half_the_score(links: Any) -> None:
    hits = find(links, 'SEARCH PROPOSITION "Fever"')
    assert [(hit["predicate"], hit["metadata"]["_score"]) for hit in hits] == [("treats", 0.5)]
    assert set(predicates(links, "aspirin")) == {"treats", "has_side_effect", "stated"}
    assert predicates(links, "aspirin", 'WITH TYPE "treats"') == ["treats"]
    assert predicates(links, "aspirin", "THRESHOLD 0.6") == []
