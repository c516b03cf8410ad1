"""MERGE: what becomes of the source's links (section 4.4, point 1)."""

from __future__ import annotations

from typing import Any

import pytest
from merging import TOPICS, ids, merge, unsound


@pytest.fixture
def topics(memory: Any) -> Any:
    """JS and JavaScript, which are one, and Bob."""
    memory.upsert(TOPICS)
    return memory


def test_links_are_repointed_and_keep_their_ids(topics: Any) -> None:
    topics.upsert(
        """UPSERT {
        PROPOSITION { ({type: "Human", name: "Bob"}, "likes", {type: "Topic", name: "JS"})
          SET ATTRIBUTES { w: 1 } } WITH METADATA { source: "chat" }
        PROPOSITION { ({type: "Topic", name: "JS"}, "knows", {type: "Human", name: "Bob"}) } }"""
    )
    before = ids(topics, "likes") + ids(topics, "knows")
    assert merge(topics) == (2, 0, 1)
    assert ids(topics, "likes") + ids(topics, "knows") == before
    assert topics.links("likes") == [("Bob", "JavaScript", {"w": 1}, {"source": "chat", "_version": 2})]
    assert topics.links("knows") == [("JavaScript", "Bob", {}, {"_version": 2})]
    assert unsound(topics) == []


def test_the_source_is_gone(topics: Any) -> None:
    merge(topics)
    assert topics.concept("Topic", "JS") is None


def test_a_link_that_the_target_has_already_survives_and_is_filled(topics: Any) -> None:
    topics.upsert(
        """UPSERT {
        PROPOSITION { ({type: "Human", name: "Bob"}, "likes", {type: "Topic", name: "JS"})
          SET ATTRIBUTES { both: "s", only: "s", void: null, kept: "s" } } WITH METADATA { m: "s", n: "s" }
        PROPOSITION { ({type: "Human", name: "Bob"}, "likes", {type: "Topic", name: "JavaScript"})
          SET ATTRIBUTES { both: "t", kept: null } } WITH METADATA { m: "t" } }"""
    )
    survivor = ids(topics, "likes")[1]
    assert merge(topics) == (0, 1, 1)
    assert ids(topics, "likes") == [survivor]
    assert topics.links("likes") == [
        (
            "Bob",
            "JavaScript",
            {"both": "t", "only": "s", "void": None, "kept": None},
            {"m": "t", "n": "s", "_version": 2},
        )
    ]
    assert unsound(topics) == []


def test_a_survivor_that_lacks_nothing_keeps_its_version(topics: Any) -> None:
    topics.upsert(
        """UPSERT { CONCEPT ?b { {type: "Human", name: "Bob"} SET PROPOSITIONS {
        ("likes", {type: "Topic", name: "JS"}) ("likes", {type: "Topic", name: "JavaScript"}) } } }"""
    )
    assert merge(topics) == (0, 1, 1)
    assert topics.links("likes") == [("Bob", "JavaScript", {}, {"_version": 1})]


def test_filled_text_of_a_survivor_can_be_searched_for(topics: Any) -> None:
    topics.upsert(
        """UPSERT {
        PROPOSITION { ({type: "Human", name: "Bob"}, "likes", {type: "Topic", name: "JS"})
          SET ATTRIBUTES { why: "zebras" } }
        PROPOSITION { ({type: "Human", name: "Bob"}, "likes", {type: "Topic", name: "JavaScript"}) } }"""
    )
    merge(topics)
    rows = topics.read("MATCH (n:likes) WHERE n.space = $space RETURN n.search_text CONTAINS 'zebras'")
    assert rows == [(True,)] or [list(row) for row in rows] == [[True]]


def test_statements_about_a_dropped_link_move_to_the_survivor(topics: Any) -> None:
    topics.upsert(
        """UPSERT {
        PROPOSITION ?old { ({type: "Human", name: "Bob"}, "likes", {type: "Topic", name: "JS"}) }
        PROPOSITION ?new { ({type: "Human", name: "Bob"}, "likes", {type: "Topic", name: "JavaScript"}) }
        PROPOSITION ?said { ({type: "Human", name: "Bob"}, "stated", ?old) }
        PROPOSITION ?heard { (?said, "knows", {type: "Human", name: "Bob"}) } }"""
    )
    survivor, statement = ids(topics, "likes")[1], ids(topics, "stated")
    assert merge(topics) == (1, 1, 1)
    assert ids(topics, "stated") == statement
    rows = topics.read("MATCH (n:stated) WHERE n.space = $space RETURN n.object, n._version")
    assert [list(row) for row in rows] == [[survivor, 2]]
    assert topics.links("knows")[0][3] == {"_version": 1}
    assert unsound(topics) == []


def test_collisions_go_on_level_by_level(topics: Any) -> None:
    topics.upsert(
        """UPSERT {
        PROPOSITION ?old { ({type: "Human", name: "Bob"}, "likes", {type: "Topic", name: "JS"}) }
        PROPOSITION ?new { ({type: "Human", name: "Bob"}, "likes", {type: "Topic", name: "JavaScript"}) }
        PROPOSITION ?a { ({type: "Human", name: "Bob"}, "stated", ?old) SET ATTRIBUTES { a: 1 } }
        PROPOSITION ?b { ({type: "Human", name: "Bob"}, "stated", ?new) }
        PROPOSITION ?aa { (?a, "knows", ?old) SET ATTRIBUTES { aa: 1 } }
        PROPOSITION ?bb { (?b, "knows", ?new) } }"""
    )
    assert merge(topics) == (0, 3, 1)
    assert topics.links("stated") == [("Bob", None, {"a": 1}, {"_version": 2})]
    assert topics.links("knows") == [(None, None, {"aa": 1}, {"_version": 2})]
    assert unsound(topics) == []


def test_a_link_between_the_two_becomes_a_loop_on_the_target(topics: Any) -> None:
    topics.upsert(
        """UPSERT {
        PROPOSITION ?l { ({type: "Topic", name: "JS"}, "knows", {type: "Topic", name: "JavaScript"})
          SET ATTRIBUTES { why: 1 } }
        PROPOSITION { ({type: "Human", name: "Bob"}, "stated", ?l) } }"""
    )
    assert merge(topics) == (1, 0, 1)
    assert topics.links("knows") == [("JavaScript", "JavaScript", {"why": 1}, {"_version": 2})]
    assert unsound(topics) == []


def test_all_links_that_become_the_same_loop_fall_together_in_the_targets(topics: Any) -> None:
    topics.upsert(
        """UPSERT {
        CONCEPT ?s { {type: "Topic", name: "JS"} }
        CONCEPT ?t { {type: "Topic", name: "JavaScript"} }
        PROPOSITION { (?s, "knows", ?s) SET ATTRIBUTES { ss: 1, x: "ss" } }
        PROPOSITION { (?s, "knows", ?t) SET ATTRIBUTES { st: 1, x: "st" } }
        PROPOSITION { (?t, "knows", ?s) SET ATTRIBUTES { ts: 1, x: "ts" } }
        PROPOSITION { (?t, "knows", ?t) SET ATTRIBUTES { tt: 1, x: "tt" } } }"""
    )
    survivor = ids(topics, "knows")[3]
    assert merge(topics) == (0, 3, 1)
    assert ids(topics, "knows") == [survivor]
    assert topics.links("knows")[0][2] == {"ss": 1, "st": 1, "ts": 1, "tt": 1, "x": "tt"}
    assert unsound(topics) == []


def test_without_a_link_of_the_target_the_oldest_survives(topics: Any) -> None:
    topics.upsert(
        """UPSERT {
        CONCEPT ?s { {type: "Topic", name: "JS"} }
        CONCEPT ?t { {type: "Topic", name: "JavaScript"} }
        PROPOSITION { (?s, "knows", ?t) SET ATTRIBUTES { x: 1 } }
        PROPOSITION { (?t, "knows", ?s) SET ATTRIBUTES { x: 2, y: 2 } } }"""
    )
    oldest = ids(topics, "knows")[0]
    assert merge(topics) == (1, 1, 1)
    assert ids(topics, "knows") == [oldest]
    assert topics.links("knows") == [("JavaScript", "JavaScript", {"x": 1, "y": 2}, {"_version": 2})]


def test_other_links_are_left_alone(topics: Any) -> None:
    topics.upsert(
        """UPSERT { CONCEPT ?b { {type: "Human", name: "Bob"}
        SET PROPOSITIONS { ("knows", {type: "Human", name: "Bob"}) } } }"""
    )
    assert merge(topics) == (0, 0, 1)
    assert topics.links("knows") == [("Bob", "Bob", {}, {"_version": 1})]
