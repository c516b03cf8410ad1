"""MERGE: what the target takes over from the source itself (section 4.4, points 2 and 3)."""

from __future__ import annotations

from typing import Any

import pytest
from merging import TOPICS, answer, merge


@pytest.fixture
def topics(memory: Any) -> Any:
    """JS and JavaScript, which are one."""
    memory.upsert(TOPICS)
    return memory


def describe(memory: Any, name: str, attributes: Any, metadata: Any = None) -> None:
    memory.upsert(
        'UPSERT { CONCEPT ?c { {type: "Topic", name: :n} SET ATTRIBUTES :a } WITH METADATA :m }',
        n=name,
        a=attributes,
        m=metadata or {},
    )


def test_missing_attributes_are_filled_and_the_targets_values_win(topics: Any) -> None:
    describe(topics, "JS", {"level": 1, "born": 1995, "void": None, "name": "js", "open": 1})
    describe(topics, "JavaScript", {"level": 9, "open": None})
    assert merge(topics) == (0, 0, 4)
    assert topics.attributes("Topic", "JavaScript") == {
        "level": 9,
        "born": 1995,
        "void": None,
        "name": "js",
        "open": None,
        "aliases": ["JS"],
    }


def test_metadata_is_the_targets_own(topics: Any) -> None:
    describe(topics, "JS", {}, {"source": "s", "author": "s"})
    describe(topics, "JavaScript", {}, {"source": "t"})
    merge(topics)
    assert topics.metadata("Topic", "JavaScript") == {
        "source": "t",
        "_version": 3,
        "_merged_from": ["Topic:JS"],
    }


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        (["ECMAScript", "js"], ["js", "J.S."], ["js", "J.S.", "ECMAScript", "JS"]),
        (None, None, ["JS"]),
        ("ES", "Mocha", ["Mocha", "ES", "JS"]),
        ([{"a": 1}, 1], [1.0, True], [1, True, {"a": 1}, "JS"]),
        ([], ["JS", "JS"], ["JS"]),
    ],
)
def test_aliases_are_joined_and_the_sources_name_added(
    topics: Any, source: Any, target: Any, expected: Any
) -> None:
    describe(topics, "JS", {"aliases": source})
    describe(topics, "JavaScript", {"aliases": target})
    assert merge(topics) == (0, 0, 1)
    assert topics.attributes("Topic", "JavaScript") == {"aliases": expected}


def test_aliases_that_are_complete_count_as_nothing_filled(topics: Any) -> None:
    describe(topics, "JavaScript", {"aliases": ["JS"]})
    assert merge(topics) == (0, 0, 0)


def test_the_old_name_finds_the_target(topics: Any) -> None:
    merge(topics)
    assert [hit["name"] for hit in answer(topics, 'SEARCH CONCEPT "JS" WITH TYPE "Topic"').result] == [
        "JavaScript"
    ]


def test_the_trail_survives_chained_merges_without_repeats(topics: Any) -> None:
    merge(topics)
    topics.upsert(
        'UPSERT { CONCEPT ?e { {type: "Topic", name: "ES"} } CONCEPT ?j { {type: "Topic", name: "JS"} } }'
    )
    join = "MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: :t, name: :a} ?b {type: :t, name: :b} }"
    merge(topics, join, t="Topic", a="JS", b="ES")
    merge(topics, join, t="Topic", a="ES", b="JavaScript")
    assert topics.metadata("Topic", "JavaScript")["_merged_from"] == ["Topic:JS", "Topic:ES"]
