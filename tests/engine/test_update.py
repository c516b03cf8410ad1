"""UPDATE: what is matched, what is written, what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from acting import SCHEMA, act, failure


@pytest.fixture
def tasks(memory: Any) -> Any:
    memory.upsert(SCHEMA)
    return memory


def test_the_same_again_changes_nothing(tasks: Any) -> None:
    text = """UPDATE ?t SET ATTRIBUTES { done: true, tags: ["x"], o: {a: [1, null]}, n: null }
        SET METADATA { seen: 1, m: null } WHERE { ?t {type: "Task"} }"""
    assert act(tasks, text) == {"matched": 3, "updated": 3}
    before = tasks.concept("Task", "one")
    assert act(tasks, text) == {"matched": 3, "updated": 0}
    assert tasks.concept("Task", "one") == before
    assert before[1]["_version"] == 2


def test_both_blocks_bump_the_version_once(tasks: Any) -> None:
    act(tasks, 'UPDATE ?t SET METADATA {a: 1} SET ATTRIBUTES {b: 1} WHERE { ?t {type: "Task"} }')
    assert tasks.version("Task", "one") == 2


def test_nulls_are_kept_replaced_and_written_over(tasks: Any) -> None:
    def state() -> Any:
        return tasks.attributes("Task", "one")

    act(tasks, 'UPDATE ?t SET ATTRIBUTES {risk: null} WHERE { ?t {type: "Task", name: "one"} }')
    assert state()["risk"] is None
    assert state()["gone"] is None
    text = """UPDATE ?t SET ATTRIBUTES {gone: COALESCE(?t.attributes.gone, 5),
        risk: ADD(?t.attributes.risk, 1)} WHERE { ?t {type: "Task", name: "one"} }"""
    assert act(tasks, text) == {"matched": 1, "updated": 1}
    assert state()["gone"] == 5
    assert state()["risk"] is None
    act(tasks, 'UPDATE ?t SET ATTRIBUTES {risk: 2} WHERE { ?t {type: "Task", name: "one"} }')
    assert state()["risk"] == 2
    assert tasks.read("MATCH (n:Task {space: $space, name: 'one'}) RETURN n._nulls") == [(None,)]


def test_any_key_and_any_value_comes_back_as_it_was(tasks: Any) -> None:
    attributes = {
        "o`dd $k\\u0060": {"a": [1, None]},
        "name": "shadow",
        "_x": 1,
        "m_x": "",
        "": False,
        "n": 1.0,
        "list": [1, "2"],
    }
    text = 'UPDATE ?t SET ATTRIBUTES :a SET METADATA :m WHERE { ?t {type: "Task", name: "three"} }'
    assert act(tasks, text, a=attributes, m={"q q": [1], "name": 2}) == {"matched": 1, "updated": 1}
    assert tasks.attributes("Task", "three") == attributes
    assert tasks.metadata("Task", "three") == {"_version": 2, "q q": [1], "name": 2}


@pytest.mark.parametrize("key", ["odd key", "a`b", "$x", "a\\u0060 = 1 //", "名", "n", "name", "_x", "m_x"])
def test_any_key_may_be_computed(tasks: Any, key: str) -> None:
    text = f"""UPDATE ?t SET ATTRIBUTES {{ {json.dumps(key)}: ADD(?t.attributes.risk, 1), plain: 5 }}
        SET METADATA {{ {json.dumps("m" + key)}: MUL(?t.attributes.risk, 3) }}
        WHERE {{ ?t {{type: "Task"}} }}"""
    assert act(tasks, text) == {"matched": 3, "updated": 3}
    assert act(tasks, text)["updated"] == 0
    [found] = act(tasks, 'FIND(?t) WHERE { ?t {type: "Task", name: "two"} }')
    assert (found["attributes"][key], found["attributes"]["plain"]) == (3, 5)
    assert found["metadata"]["m" + key] == 6


def test_each_element_is_updated_once_and_the_limit_caps_what_is_matched(tasks: Any) -> None:
    tasks.upsert("""UPSERT { CONCEPT ?one { {type: "Task", name: "one"} SET PROPOSITIONS {
        ("needs", {type: "Task", name: "two"}) ("needs", {type: "Task", name: "three"}) } } }""")
    text = 'UPDATE ?t SET ATTRIBUTES { n: ADD(COALESCE(?t.attributes.n, 0), 1) } WHERE { (?t, "needs", ?o) }'
    assert act(tasks, text) == {"matched": 1, "updated": 1}
    assert tasks.attributes("Task", "one")["n"] == 1
    text = 'UPDATE ?l SET METADATA { n: 1 } WHERE { ?l (?t, "needs", ?o) FILTER(IS_NULL(?l.metadata.n)) }'
    assert act(tasks, text + " LIMIT :n", n=1) == {"matched": 1, "updated": 1}
    assert act(tasks, text + " LIMIT 5") == {"matched": 1, "updated": 1}
    assert act(tasks, text) == {"matched": 0, "updated": 0}


def test_targets_that_optional_leaves_null_are_no_targets(tasks: Any) -> None:
    text = 'UPDATE ?l SET METADATA {a: 1} WHERE { ?t {type: "Task"} OPTIONAL { ?l (?t, "needs", ?o) } }'
    assert act(tasks, text) == {"matched": 0, "updated": 0}
    text = 'UPDATE ?l SET METADATA {a: 1} WHERE { ?l (?t, "needs"{1,3}, ?o) }'
    assert act(tasks, text) == {"matched": 0, "updated": 0}


@pytest.mark.parametrize("filtered", ["", "FILTER(?t.attributes.risk < 9)"])
def test_what_is_searched_follows_the_text(tasks: Any, filtered: str) -> None:
    where = f'WHERE {{ ?t {{type: "Task", name: "one"}} {filtered} }}'
    act(tasks, f'UPDATE ?t SET ATTRIBUTES {{text: "a green heron"}} {where}')
    assert not act(tasks, 'SEARCH CONCEPT "kite"')
    assert [hit["name"] for hit in act(tasks, 'SEARCH CONCEPT "heron"')] == ["one"]
    act(tasks, f"UPDATE ?t SET ATTRIBUTES {{text: 3}} {where}")
    assert not act(tasks, 'SEARCH CONCEPT "heron"')


def test_a_dry_run_counts_matches_and_writes_nothing(tasks: Any) -> None:
    text = 'UPDATE ?t SET ATTRIBUTES { a: 1 } WHERE { ?t {type: "Task"} }'
    assert act(tasks, text, dry_run=True) == {"matched": 3, "updated": 0}
    assert act(tasks, text + " LIMIT 2", dry_run=True) == {"matched": 2, "updated": 0}
    assert tasks.version("Task", "one") == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('UPDATE ?x SET ATTRIBUTES {a: 1} WHERE { ?t {type: "Task"} }', "KIP_3001"),
        ('UPDATE ?t SET ATTRIBUTES {a: 1} WHERE { ?t {type: "Tusk"} }', "KIP_2001"),
        ('UPDATE ?t SET ATTRIBUTES {a: 1} WHERE { ?t {id: "C:nope"} }', "KIP_3002"),
        ("UPDATE ?p SET ATTRIBUTES {a: 1} WHERE { (?s, ?p, ?o) }", "KIP_1001"),
        ('UPDATE ?t SET METADATA {_version: 1} WHERE { ?t {type: "Task"} }', "KIP_2002"),
        ('UPDATE ?t SET METADATA :m WHERE { ?t {type: "Task"} }', "KIP_2002"),
        ('UPDATE ?t SET ATTRIBUTES :list WHERE { ?t {type: "Task"} }', "KIP_2003"),
        ('UPDATE ?t SET ATTRIBUTES {a: :nan} WHERE { ?t {type: "Task"} }', "KIP_2003"),
        ('UPDATE ?t SET ATTRIBUTES {a: 1} WHERE { ?t {type: "Task"} } LIMIT :list', "KIP_1001"),
        ('UPDATE ?t SET ATTRIBUTES {a: 1} WHERE { ?t {type: "Domain"} }', "KIP_3004"),
        ('UPDATE ?t SET METADATA {a: 1} WHERE { ?t {type: "$ConceptType"} }', "KIP_3004"),
        ('UPDATE ?t SET ATTRIBUTES {core_directives: 1} WHERE { ?t {type: "Person"} }', "KIP_3004"),
    ],
)
def test_what_is_refused_is_refused_whole(tasks: Any, text: str, code: str) -> None:
    before = tasks.read("MATCH (n {space: $space}) RETURN n.id, properties(n) ORDER BY n.id")
    for dry_run in (True, False):
        assert failure(tasks, text, dry_run=dry_run, m={"_q": 1}, list=[1], nan=float("nan")).code == code
    assert tasks.read("MATCH (n {space: $space}) RETURN n.id, properties(n) ORDER BY n.id") == before


def test_system_actors_evolve_but_for_their_directives(tasks: Any) -> None:
    text = 'UPDATE ?p SET ATTRIBUTES {persona: "curious"} SET METADATA {a: 1} WHERE { ?p {type: "Person"} }'
    assert act(tasks, text) == {"matched": 2, "updated": 2}


def test_a_limit_keeps_clear_of_what_it_does_not_match(tasks: Any) -> None:
    text = 'UPDATE ?t SET METADATA {a: 1} WHERE { ?t {type: "Domain"} FILTER(?t.name == "none") }'
    assert act(tasks, text) == {"matched": 0, "updated": 0}
