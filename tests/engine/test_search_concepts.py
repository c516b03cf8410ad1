"""SEARCH CONCEPT on the real server: what is found, in which order, with which score."""

from __future__ import annotations

from typing import Any

import pytest
from searching import add, find, found, scores


@pytest.fixture
def topics(memory: Any) -> Any:
    """A few concepts that share words."""
    add(
        memory,
        "Topic",
        ("Aspirin", {"text": "a common painkiller against headaches", "aliases": ["ASA", "Bufferin"]}),
        ("Aspirin tablets", {"text": "made of aspirin"}),
        ("Willow bark", {"text": "natural source of salicin, once used like aspirin"}),
        ("Ibuprofen", {"text": ["a painkiller", {"nested": "zebrafish trials"}]}),
        ("dark_mode", {"text": "the display of snake_case names, café lights"}),
    )
    return memory


def test_a_hit_is_the_whole_concept_with_a_score(topics: Any) -> None:
    [hit] = find(topics, 'SEARCH CONCEPT "zebrafish"')
    assert hit["id"].startswith("C:")
    assert (hit["type"], hit["name"]) == ("Topic", "Ibuprofen")
    assert hit["attributes"] == {"text": ["a painkiller", {"nested": "zebrafish trials"}], "aliases": None}
    assert set(hit["metadata"]) == {"_version", "_updated_at", "_score"}
    assert 0 < hit["metadata"]["_score"] <= 1


def test_the_name_comes_before_words_of_it_before_other_text(topics: Any) -> None:
    assert found(topics, "aspirin") == ["Aspirin", "Aspirin tablets", "Willow bark"]
    by_name = scores(topics, "ASPIRIN")
    assert by_name["Aspirin"] == 1
    assert 0.8 <= by_name["Aspirin tablets"] <= 0.95
    assert by_name["Willow bark"] <= 0.7


def test_an_alias_counts_nearly_as_the_name(topics: Any) -> None:
    assert scores(topics, "asa") == {"Aspirin": 0.97}


def test_more_words_found_is_better(topics: Any) -> None:
    by_name = scores(topics, "painkiller against headaches")
    assert by_name["Aspirin"] > 2 * by_name["Ibuprofen"]


@pytest.mark.parametrize("term", ["dark mode", "darkMode", "dark-mode", "DARK_MODE"])
def test_spellings_of_a_name_are_the_name(topics: Any, term: str) -> None:
    assert scores(topics, term) == {"dark_mode": 1}


@pytest.mark.parametrize("term", ["snake", "snake_case", "cafe", "CAFÉ", "nowhere snake"])
def test_words_are_found_in_words(topics: Any, term: str) -> None:
    assert found(topics, term, 'WITH TYPE "Topic"') == ["dark_mode"]


@pytest.mark.parametrize("term", ["zzzzqqq", "~", "\\", "???", "zebra", "asp"])
def test_nothing_like_it_finds_nothing(topics: Any, term: str) -> None:
    assert found(topics, term) == []


@pytest.mark.parametrize(
    "term",
    [
        "/b",
        "(aspirin",
        '"aspirin',
        "aspirin AND",
        "NOT aspirin",
        "~aspirin",
        "aspirin^",
        "\\aspirin",
        "[aspirin TO",
        "aspirin:",
        "*aspirin?",
        "aspirin~2",
        "+aspirin -bark",
        "{aspirin}",
        "a && b || aspirin!",
        "aspirin\u0000",
    ],
)
def test_no_term_is_lucene_syntax(topics: Any, term: str) -> None:
    names = found(topics, term)
    assert ("Aspirin" in names) == ("aspirin" in term)


def test_function_words_propose_nothing_unless_alone(topics: Any) -> None:
    assert found(topics, "what is the ibuprofen of a") == ["Ibuprofen"]
    assert "Ibuprofen" in found(topics, "a", "LIMIT 100")


def test_a_threshold_is_exact(topics: Any) -> None:
    every = scores(topics, "aspirin")
    for threshold in (0.0, *every.values(), 0.3, 0.75, 0.96, 1.0):
        expected = {name for name, score in every.items() if score >= threshold}
        assert set(scores(topics, "aspirin", f"THRESHOLD {threshold}")) == expected


def test_equal_scores_are_in_the_order_of_ids(memory: Any) -> None:
    add(memory, "Topic", *((f"alpha {n}", {}) for n in range(60)))
    hits = find(memory, 'SEARCH CONCEPT "alpha" LIMIT 7')
    assert [hit["name"] for hit in hits] == [f"alpha {n}" for n in range(7)]
    assert len(find(memory, 'SEARCH CONCEPT "alpha" LIMIT 1000')) == 60


def test_with_type_loses_no_hit_among_many_others(memory: Any) -> None:
    add(memory, "Common", *((f"alpha {n}", {}) for n in range(300)))
    add(memory, "Rare", ("the rare one", {"text": "long text that says alpha only once, by the way " * 9}))
    assert found(memory, "alpha", 'WITH TYPE "Rare"') == ["the rare one"]
    assert found(memory, "alpha", 'WITH TYPE "Domain"') == []


def test_a_threshold_reaches_past_the_first_candidates(memory: Any) -> None:
    add(memory, "Topic", *((f"T{n}", {"text": "alpha alpha alpha"}) for n in range(100)))
    add(memory, "Topic", ("alpha among very many other words that a name may hold", {}))
    assert found(memory, "alpha", "THRESHOLD 0.72 LIMIT 3") == [
        "alpha among very many other words that a name may hold"
    ]


def test_a_sentence_ranks_texts_as_rare_words_do(memory: Any) -> None:
    turns = [(f"turn {n}", {"text": f"Caroline said that she was at home, number {n}"}) for n in range(30)]
    add(memory, "Event", *turns, ("turn x", {"text": "Caroline went to the LGBTQ support group yesterday"}))
    names = found(memory, "When did Caroline go to the LGBTQ support group?")
    assert names[0] == "turn x"
    by_name = scores(memory, "When did Caroline go to the LGBTQ support group?")
    assert by_name["turn x"] > 4 * by_name["turn 1"]


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("用户喜欢深色模式", "深色模式"),
        ("東京都に住む", "東京"),
        ("東京都に住む", "都"),
        ("서울에서 살아요", "서울"),
        ("يحب القهوة العربية", "القهوة"),
        ("ship it 🚀", "🚀"),
        ("Привет, мир", "МИР"),
        ("मुझे हिन्दी पसंद है", "हिन्दी"),
        ("un Café très serré", "tres"),
        ("written in C++", "C++"),
        ("case tb-001", "tb-"),
        ("ｆｕｌｌ ｗｉｄｔｈ", "width"),
    ],
)
def test_any_script_is_found(memory: Any, text: str, term: str) -> None:
    add(memory, "Note", ("n1", {"text": text}), ("n2", {"text": "something else"}))
    assert found(memory, term) == ["n1"]


def test_a_changed_text_is_found_at_once(topics: Any) -> None:
    topics.upsert(
        'UPSERT { CONCEPT ?c { {type: "Topic", name: "Aspirin"} SET ATTRIBUTES { text: "new wording" } } }'
    )
    assert found(topics, "wording") == ["Aspirin"]
    assert found(topics, "headaches") == []
