"""UPSERT: EXPECT VERSION and protected elements."""

from __future__ import annotations

from typing import Any

import pytest

from kip_grammar import KipError

TREATS = '({type: "Drug", name: "Aspirin"}, "treats", {type: "Symptom", name: "Fever"})'


def test_a_guard_that_matches_lets_the_write_through(pharmacy: Any) -> None:
    pharmacy.upsert(
        'UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} EXPECT VERSION :v SET ATTRIBUTES {a: 1} } }',
        v=1,
    )
    assert pharmacy.version("Drug", "Aspirin") == 2


def test_a_guard_that_does_not_match_aborts_everything_and_names_the_version_found(pharmacy: Any) -> None:
    before = pharmacy.size()
    with pytest.raises(KipError, match="has version 1") as caught:
        pharmacy.upsert(
            """UPSERT { CONCEPT ?n { {type: "Drug", name: "New"} }
            CONCEPT ?a { {type: "Drug", name: "Aspirin"} EXPECT VERSION 9 SET ATTRIBUTES {a: 1} } }"""
        )
    assert caught.value.code == "KIP_3005"
    assert pharmacy.size() == before


def test_guards_read_the_state_at_the_entry_of_their_statement(pharmacy: Any) -> None:
    pharmacy.upsert(
        """UPSERT {
          CONCEPT ?a { {type: "Drug", name: "Aspirin"} EXPECT VERSION 1 SET ATTRIBUTES {a: 1} }
          CONCEPT ?b { {type: "Drug", name: "Aspirin"} EXPECT VERSION 1 SET ATTRIBUTES {b: 1} }
          CONCEPT ?c { {type: "Drug", name: "New"} }
          CONCEPT ?d { {type: "Drug", name: "New"} EXPECT VERSION 0 SET ATTRIBUTES {d: 1} }
        }
        UPSERT { CONCEPT ?e { {type: "Drug", name: "Aspirin"} EXPECT VERSION 3 }
          CONCEPT ?f { {type: "Drug", name: "New"} EXPECT VERSION 2 } }"""
    )
    assert pharmacy.version("Drug", "Aspirin") == 3


def test_zero_means_that_the_element_must_not_exist(pharmacy: Any) -> None:
    pharmacy.upsert('UPSERT { CONCEPT ?a { {type: "Drug", name: "New"} EXPECT VERSION 0 } }')
    with pytest.raises(KipError, match="KIP_3005"):
        pharmacy.upsert('UPSERT { CONCEPT ?a { {type: "Drug", name: "New"} EXPECT VERSION 0 } }')


def test_a_version_of_what_does_not_exist_is_a_conflict(pharmacy: Any) -> None:
    with pytest.raises(KipError, match=r"KIP_3005.*does not exist"):
        pharmacy.upsert('UPSERT { CONCEPT ?a { {type: "Drug", name: "New"} EXPECT VERSION 1 } }')


def test_links_are_guarded_like_concepts(pharmacy: Any) -> None:
    pharmacy.upsert(f"UPSERT {{ PROPOSITION ?p {{ {TREATS} EXPECT VERSION 0 }} }}")
    pharmacy.upsert(f"UPSERT {{ PROPOSITION ?p {{ {TREATS} EXPECT VERSION 1 SET ATTRIBUTES {{ a: 1 }} }} }}")
    with pytest.raises(KipError, match="KIP_3005"):
        pharmacy.upsert(f"UPSERT {{ PROPOSITION ?p {{ {TREATS} EXPECT VERSION 1 }} }}")


def test_another_predicate_between_the_same_ends_is_another_element(pharmacy: Any) -> None:
    pharmacy.upsert(f"UPSERT {{ PROPOSITION ?p {{ {TREATS} }} }}")
    pharmacy.upsert(
        f"UPSERT {{ PROPOSITION ?p {{ {TREATS.replace('treats', 'stated')} EXPECT VERSION 0 }} }}"
    )


@pytest.mark.parametrize("version", [-1, 1.5, "1", None, True, [1], 2**63])
def test_a_version_is_a_whole_number(pharmacy: Any, version: Any) -> None:
    with pytest.raises(KipError) as caught:
        pharmacy.upsert(
            'UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} EXPECT VERSION :v } }', v=version
        )
    assert caught.value.code == "KIP_1001"


CORE = [
    ("$ConceptType", "$ConceptType"),
    ("$ConceptType", "$PropositionType"),
    ("$ConceptType", "Domain"),
    ("$PropositionType", "belongs_to_domain"),
    ("Domain", "CoreSchema"),
    ("Domain", "Unsorted"),
    ("Domain", "Archived"),
    ("Domain", "System"),
]


@pytest.mark.parametrize(("type_name", "name"), CORE)
def test_core_elements_are_protected_whole(memory: Any, type_name: str, name: str) -> None:
    for rest in ("SET ATTRIBUTES { a: 1 } }", "SET ATTRIBUTES { a: null } }", "} WITH METADATA { s: 1 }"):
        with pytest.raises(KipError) as caught:
            memory.upsert(f"UPSERT {{ CONCEPT ?x {{ {{type: :t, name: :n}} {rest} }}", t=type_name, n=name)
        assert caught.value.code == "KIP_3004"
    assert memory.version(type_name, name) == 1


@pytest.mark.parametrize(("type_name", "name"), CORE)
def test_a_block_that_leaves_a_core_element_as_it_is_is_allowed(
    memory: Any, type_name: str, name: str
) -> None:
    description = memory.attributes(type_name, name)["description"]
    text = "UPSERT { CONCEPT ?x { {type: :t, name: :n} SET ATTRIBUTES { description: :d } } }"
    memory.upsert(text, t=type_name, n=name, d=description)
    assert memory.version(type_name, name) == 1


def test_links_to_and_from_core_elements_are_allowed(memory: Any) -> None:
    memory.upsert(
        """UPSERT { CONCEPT ?d { {type: "Domain", name: "System"}
          SET PROPOSITIONS { ("belongs_to_domain", {type: "Domain", name: "CoreSchema"})
              WITH METADATA { s: 1 } } }
        CONCEPT ?m { {type: "Domain", name: "Medical"} SET ATTRIBUTES { description: "mine" }
          SET PROPOSITIONS { ("belongs_to_domain", ?d) } } }"""
    )
    assert memory.version("Domain", "System") == 1


def test_statement_metadata_would_stamp_a_core_element(memory: Any) -> None:
    with pytest.raises(KipError, match="KIP_3004"):
        memory.upsert('UPSERT { CONCEPT ?d { {type: "Domain", name: "System"} } } WITH METADATA { s: 1 }')


@pytest.mark.parametrize("name", ["$self", "$system"])
def test_of_the_actors_only_core_directives_are_protected(memory: Any, name: str) -> None:
    text = 'UPSERT { CONCEPT ?x { {type: "Person", name: :n} SET ATTRIBUTES :a } WITH METADATA { s: 1 } }'
    memory.upsert(text, n=name, a={"persona": "kind", "handle": None})
    before = memory.concept("Person", name)
    with pytest.raises(KipError, match=r"KIP_3004.*core_directives"):
        memory.upsert(text, n=name, a={"core_directives": []})
    assert memory.concept("Person", name) == before


def test_the_same_names_under_other_types_are_not_protected(memory: Any) -> None:
    memory.upsert(
        'UPSERT { CONCEPT ?x { {type: "Person", name: "System"} SET ATTRIBUTES { core_directives: [] } } }'
    )


def test_protection_holds_for_a_core_element_addressed_by_id(memory: Any) -> None:
    found = memory.upsert('UPSERT { CONCEPT ?x { {type: "Domain", name: "System"} } }')[
        "upsert_concept_nodes"
    ][0]
    with pytest.raises(KipError, match="KIP_3004"):
        memory.upsert("UPSERT { CONCEPT ?x { {id: :id} SET ATTRIBUTES { a: 1 } } }", id=found)


def test_bootstrap_lifts_the_protection(memory: Any) -> None:
    memory.upsert(
        'UPSERT { CONCEPT ?x { {type: "Domain", name: "System"} SET ATTRIBUTES { a: 1 } } }', bootstrap=True
    )
    assert memory.attributes("Domain", "System")["a"] == 1
