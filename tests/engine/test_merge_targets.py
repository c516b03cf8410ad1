"""MERGE: what its variables must match, what is protected, and what a replay says."""

from __future__ import annotations

from typing import Any

import pytest
from merging import MERGE, TOPICS, answer, failure, merge

PAIR = "MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: :at, name: :an} ?b {type: :bt, name: :bn} }"


@pytest.fixture
def topics(memory: Any) -> Any:
    """JS and JavaScript, which are one, and Bob, who likes both."""
    memory.upsert(TOPICS)
    memory.upsert(
        """UPSERT { CONCEPT ?b { {type: "Human", name: "Bob"} SET PROPOSITIONS {
        ("likes", {type: "Topic", name: "JS"}) ("likes", {type: "Topic", name: "JavaScript"}) } } }"""
    )
    return memory


@pytest.mark.parametrize(
    ("where", "code", "says"),
    [
        ('?a {type: "Topic", name: "X"} ?b {type: "Topic", name: "JS"}', "KIP_3002", "?a"),
        ('?a {type: "Topic", name: "JS"} ?b {type: "Topic", name: "X"}', "KIP_3002", "?b"),
        ('?a {type: "Topic", name: "X"} ?b {type: "Topic", name: "Y"}', "KIP_3002", "?a"),
        ('?a {type: "Topic", name: "JS"} ?b {type: "Human"} (?a, "likes", ?b)', "KIP_3002", "WHERE"),
        ('?a {type: "Topic"} ?b {type: "Topic", name: "JS"}', "KIP_3003", "?a"),
        ('?a {type: "Topic", name: "JS"} ?b {type: "Topic"}', "KIP_3003", "?b"),
        ('?a {type: "Topic", name: "JS"} ?b {type: "Human", name: "Bob"}', "KIP_2002", "different"),
        ('?a {type: "Topic", name: "JS"} ?b (?x, "likes", ?a)', "KIP_2002", "?b"),
        ('?b {type: "Topic", name: "JS"} ?a (?x, "likes", ?b)', "KIP_2002", "?a"),
        ('?a {type: "Topic", name: "JS"}', "KIP_3001", "?b"),
        ('?a {type: "Topic", name: "JS"} (?x, ?b, ?a)', "KIP_1001", "?b"),
        ('?a {type: "Topc", name: "JS"} ?b {type: "Topic", name: "JS"}', "KIP_2001", "Topic"),
        ('?a {id: "C:0000"} ?b {type: "Topic", name: "JS"}', "KIP_3002", "C:0000"),
    ],
)
def test_each_variable_must_match_one_concept_of_the_same_type(
    topics: Any, where: str, code: str, says: str
) -> None:
    size = topics.size()
    error = failure(topics, f"MERGE CONCEPT ?a INTO ?b WHERE {{ {where} }}")
    assert error.code == code
    assert says in error.message
    assert topics.size() == size


def test_a_variable_left_null_in_one_branch_still_matches_what_it_matches_in_the_other(topics: Any) -> None:
    text = """MERGE CONCEPT ?a INTO ?b WHERE {
        ?a {type: "Topic", name: "JS"} UNION { ?b {type: "Topic", name: "JavaScript"} } }"""
    assert merge(topics, text) == (0, 1, 1)


def test_a_variable_that_matches_more_in_another_branch_is_ambiguous(topics: Any) -> None:
    text = """MERGE CONCEPT ?a INTO ?b WHERE {
        ?a {type: "Topic", name: "JS"} ?b {type: "Topic", name: "JavaScript"}
        UNION { ?a {type: "Topic", name: "JavaScript"} } }"""
    assert failure(topics, text).code == "KIP_3003"


def test_concepts_may_be_found_by_links_and_filters(topics: Any) -> None:
    text = """MERGE CONCEPT ?a INTO ?b WHERE { (?bob, "likes", ?a) (?bob, "likes", ?b)
        FILTER(ENDS_WITH(?a.name, "S") && REGEX(?b.name, "^Java")) }"""
    assert merge(topics, text) == (0, 1, 1)


def test_a_concept_merged_into_itself_stays_as_it_is(topics: Any) -> None:
    before = topics.concept("Topic", "JS")
    assert merge(topics, PAIR, at="Topic", an="JS", bt="Topic", bn="JS") == (0, 0, 0)
    assert topics.concept("Topic", "JS") == before
    assert merge(topics, PAIR, at="Person", an="$self", bt="Person", bn="$self") == (0, 0, 0)


@pytest.mark.parametrize(
    ("type_name", "name"),
    [("Person", "$self"), ("Person", "$system"), ("Domain", "CoreSchema"), ("$ConceptType", "Domain")],
)
def test_protected_concepts_are_neither_merged_away_nor_merged_into(
    topics: Any, type_name: str, name: str
) -> None:
    topics.upsert('UPSERT { CONCEPT ?o { {type: :t, name: "Other"} } }', t=type_name)
    for source, target in ((name, "Other"), ("Other", name)):
        error = failure(topics, PAIR, at=type_name, an=source, bt=type_name, bn=target)
        assert error.code == "KIP_3004"


def test_a_repeated_merge_says_that_it_already_happened(topics: Any) -> None:
    merge(topics)
    error = failure(topics, MERGE)
    assert error.code == "KIP_3002"
    assert "already happened" in error.hint
    assert "Topic:JS" in error.hint


def test_a_missing_source_that_was_never_merged_gets_no_such_hint(topics: Any) -> None:
    merge(topics)
    error = failure(topics, MERGE.replace('"JS"', '"TypeScript"'))
    assert "already" not in error.hint


def test_a_dry_run_checks_and_changes_nothing(topics: Any) -> None:
    before = topics.concept("Topic", "JS"), topics.links("likes")
    assert merge(topics, MERGE, dry_run=True) == (0, 0, 0)
    assert (topics.concept("Topic", "JS"), topics.links("likes")) == before
    assert failure(topics, MERGE.replace('"JS"', '"X"'), dry_run=True).code == "KIP_3002"


def test_a_definition_in_use_is_not_merged_away(topics: Any) -> None:
    topics.upsert('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Thema"} } }')
    error = failure(topics, PAIR, at="$ConceptType", an="Topic", bt="$ConceptType", bn="Thema")
    assert error.code == "KIP_2002"
    assert merge(topics, PAIR, at="$ConceptType", an="Thema", bt="$ConceptType", bn="Topic") == (0, 0, 1)
    assert failure(topics, 'EXPORT ?t WHERE { ?t {type: "Thema"} }').code == "KIP_2001"


def test_the_answer_has_the_shape_of_the_specification(topics: Any) -> None:
    assert answer(topics, MERGE).to_dict() == {
        "result": {"merged": True, "links_repointed": 0, "links_deduplicated": 1, "attributes_filled": 1}
    }
