"""DELETE: keys, links, concepts, and what goes with them."""

from __future__ import annotations

from typing import Any

import pytest
from acting import SCHEMA, act, assert_nothing_dangles, failure, write

GRAPH = """
UPSERT {
  CONCEPT ?one { {type: "Task", name: "one"} }
  CONCEPT ?two { {type: "Task", name: "two"} }
  CONCEPT ?three { {type: "Task", name: "three"} }
  PROPOSITION ?a { (?one, "needs", ?two) SET ATTRIBUTES { why: "a red kite", gone: null } }
  PROPOSITION ?b { (?two, "needs", ?three) }
  PROPOSITION ?loop { (?three, "needs", ?three) }
  PROPOSITION ?said { (?three, "stated", ?a) }
  PROPOSITION ?again { (?said, "stated", ?said) }
  PROPOSITION ?top { (?again, "stated", ?two) }
} WITH METADATA { source: "s", note: null }
"""
EMBED = """
MATCH (n {space: $space}) WHERE n.name = 'one' OR n.predicate = 'stated'
CREATE (:Embedding {space: $space})-[:OF]->(n) CREATE (:Embedding {space: $space})-[:OF]->(n)
"""


@pytest.fixture
def graph(memory: Any) -> Any:
    memory.upsert(SCHEMA)
    memory.upsert(GRAPH)
    return memory


def test_keys_that_are_there_are_removed_and_only_their_elements_counted(graph: Any) -> None:
    text = 'DELETE ATTRIBUTES {"odd key", "done", :k} FROM ?t WHERE { ?t {type: "Task"} }'
    assert act(graph, text, k="gone") == {"updated_concepts": 2, "updated_propositions": 0}
    assert act(graph, text, k="gone") == {"updated_concepts": 0, "updated_propositions": 0}
    assert graph.attributes("Task", "two") == {"risk": 2}
    assert "gone" not in graph.attributes("Task", "one")
    assert graph.version("Task", "one") == 3
    assert graph.version("Task", "three") == 2


def test_metadata_is_removed_from_links_too_explicit_nulls_included(graph: Any) -> None:
    text = 'DELETE METADATA {"note"} FROM ?l WHERE { ?l (?s, "needs", ?o) }'
    assert act(graph, text) == {"updated_concepts": 0, "updated_propositions": 3}
    assert {tuple(sorted(link[3])) for link in graph.links("needs")} == {("_version", "source")}


def test_removed_text_is_searched_no_more(graph: Any) -> None:
    text = 'DELETE ATTRIBUTES {"why"} FROM ?l WHERE { ?l (?s, "needs", ?o) FILTER(?s.name == "one") }'
    assert act(graph, text) == {"updated_concepts": 0, "updated_propositions": 1}
    assert not act(graph, 'SEARCH PROPOSITION "kite"')
    assert act(graph, 'SEARCH CONCEPT "kite"')


def test_a_link_goes_with_all_links_on_it(graph: Any) -> None:
    text = 'DELETE PROPOSITIONS ?l WHERE { ?l ({type: "Task", name: "one"}, "needs", ?o) }'
    assert act(graph, text) == {"deleted_propositions": 4}
    assert len(graph.links("needs")) == 2
    assert not graph.links("stated")
    assert_nothing_dangles(graph)
    assert act(graph, text) == {"deleted_propositions": 0}


def test_links_that_are_targets_and_lie_on_targets_count_once(graph: Any) -> None:
    text = "DELETE PROPOSITIONS ?l WHERE { ?l (?s, ?p, ?o) FILTER(?p == :p) }"
    assert act(graph, text, p="stated") == {"deleted_propositions": 3}
    assert act(graph, 'DELETE PROPOSITIONS ?l WHERE { ?l (?s, "needs" | "stated", ?o) }') == {
        "deleted_propositions": 3
    }
    assert_nothing_dangles(graph)


def test_a_concept_goes_with_all_links_on_it(graph: Any) -> None:
    text = 'DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Task", name: "one"} }'
    assert act(graph, text) == {"deleted_concepts": 1, "deleted_propositions": 4}
    assert graph.concept("Task", "one") is None
    assert_nothing_dangles(graph)
    assert failure(graph, text).code == "KIP_3002"


def test_all_concepts_of_a_type_go_at_once(graph: Any) -> None:
    text = 'DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Task"} }'
    assert act(graph, text) == {"deleted_concepts": 3, "deleted_propositions": 6}
    assert act(graph, text) == {"deleted_concepts": 0, "deleted_propositions": 0}
    assert_nothing_dangles(graph)


def test_embeddings_go_with_their_elements(graph: Any) -> None:
    write(graph, EMBED)
    act(graph, 'DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Task", name: "one"} }')
    assert graph.read("MATCH (n:Embedding {space: $space}) RETURN count(n)") == [(0,)]


def test_elements_of_the_other_kind_stay(graph: Any) -> None:
    size = graph.size()
    text = 'DELETE PROPOSITIONS ?t WHERE { ?t {type: "Task", name: "one"} }'
    assert act(graph, text) == {"deleted_propositions": 0}
    text = 'DELETE CONCEPT ?l DETACH WHERE { ?l (?s, "needs", ?o) }'
    assert failure(graph, text).code == "KIP_1001"
    assert graph.size() == size
    text = 'DELETE CONCEPT ?o DETACH WHERE { (?s, "stated", ?o) }'
    assert act(graph, text)["deleted_concepts"] == 1


def test_nothing_matched_is_nothing_deleted_unless_the_target_is_named(graph: Any) -> None:
    none = {"deleted_concepts": 0, "deleted_propositions": 0}
    text = 'DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Task", name: :n} FILTER(?t.attributes.risk > 9) }'
    assert act(graph, text, n="one") == none
    error = failure(graph, text, n="nope")
    assert error.code == "KIP_3002"
    assert error.position is not None
    assert error.position.offset == text.index("{type")
    text = 'DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Task"} (?t, "needs", {type: "Task", name: "nope"}) }'
    assert act(graph, text) == none


def test_a_deleted_definition_is_forgotten(graph: Any) -> None:
    text = "DELETE CONCEPT ?t DETACH WHERE { ?t {type: :meta, name: :name} }"
    counts = {"deleted_concepts": 1, "deleted_propositions": 0}
    assert act(graph, text, meta="$ConceptType", name="Task") == counts
    assert act(graph, text, meta="$PropositionType", name="needs") == counts
    assert failure(graph, 'FIND(?t) WHERE { ?t {type: "Task"} }').code == "KIP_2001"
    assert failure(graph, 'FIND(?t) WHERE { (?t, "needs", ?o) }').code == "KIP_2001"
    assert failure(graph, 'UPSERT { CONCEPT ?t { {type: "Task", name: "new"} } }').code == "KIP_2001"


def test_a_dry_run_deletes_nothing(graph: Any) -> None:
    size = graph.size()
    where = 'WHERE { ?t {type: "Task", name: "one"} }'
    for text, counts in (
        ('DELETE ATTRIBUTES {"risk"} FROM ?t', {"updated_concepts": 0, "updated_propositions": 0}),
        ("DELETE PROPOSITIONS ?t", {"deleted_propositions": 0}),
        ("DELETE CONCEPT ?t DETACH", {"deleted_concepts": 0, "deleted_propositions": 0}),
    ):
        assert act(graph, f"{text} {where}", dry_run=True) == counts
    assert graph.size() == size
    assert graph.version("Task", "one") == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Domain"} }', "KIP_3004"),
        ('DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Person"} }', "KIP_3004"),
        ('DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Task", name: "nope"} }', "KIP_3002"),
        ("DELETE CONCEPT ?s DETACH WHERE { (?s, ?p, ?o) }", "KIP_4002"),
        ("DELETE PROPOSITIONS ?l WHERE { ?l (?s, ?p, ?o) }", "KIP_4002"),
        ("DELETE PROPOSITIONS ?x WHERE { ?l (?s, ?p, ?o) }", "KIP_4002"),
        ('DELETE PROPOSITIONS ?x WHERE { ?l (?s, "needs", ?o) }', "KIP_3001"),
        ('DELETE PROPOSITIONS ?l WHERE { ?l (id: "P:nope:needs") }', "KIP_3002"),
        ('DELETE ATTRIBUTES {"a"} FROM ?t WHERE { ?t {type: "$ConceptType"} }', "KIP_3004"),
        ('DELETE ATTRIBUTES {"core_directives"} FROM ?t WHERE { ?t {type: "Person"} }', "KIP_3004"),
        ('DELETE METADATA {"_version"} FROM ?t WHERE { ?t {type: "Task"} }', "KIP_2002"),
        ('DELETE METADATA {:k} FROM ?t WHERE { ?t {type: "Task"} }', "KIP_1001"),
        ('DELETE METADATA {"a"} FROM ?p WHERE { (?s, ?p, ?o) }', "KIP_1001"),
    ],
)
def test_what_is_refused_is_refused_whole(graph: Any, text: str, code: str) -> None:
    before = graph.read("MATCH (n {space: $space}) RETURN n.id, properties(n) ORDER BY n.id")
    for dry_run in (True, False):
        assert failure(graph, text, dry_run=dry_run, k=3).code == code
    assert graph.read("MATCH (n {space: $space}) RETURN n.id, properties(n) ORDER BY n.id") == before
