"""UPSERT: handles, ids, structural references, definitions before use."""

from __future__ import annotations

from typing import Any

import pytest

from kip_grammar import KipError

TREATS = '({type: "Drug", name: "Aspirin"}, "treats", {type: "Symptom", name: "Fever"})'


def fails(memory: Any, text: str, **parameters: Any) -> KipError:
    """The error of an UPSERT that must fail and must write nothing."""
    before = memory.size()
    with pytest.raises(KipError) as caught:
        memory.upsert(text, **parameters)
    assert memory.size() == before
    return caught.value


def test_an_unbound_handle_is_a_reference_error_at_its_place(pharmacy: Any) -> None:
    error = fails(
        pharmacy, 'UPSERT {\n  PROPOSITION ?p { (?nope, "treats", {type: "Symptom", name: "Fever"}) } }'
    )
    assert error.code == "KIP_3001"
    assert "?nope" in error.message
    assert error.position is not None
    assert (error.position.line, error.position.column) == (2, 21)


def test_a_handle_is_not_defined_above_its_block(pharmacy: Any) -> None:
    error = fails(
        pharmacy,
        """UPSERT { CONCEPT ?a { {type: "Drug", name: "A"} SET PROPOSITIONS { ("treats", ?b) } }
        CONCEPT ?b { {type: "Symptom", name: "B"} } }""",
    )
    assert error.code == "KIP_3001"


def test_a_handle_is_not_defined_inside_its_own_block(pharmacy: Any) -> None:
    error = fails(
        pharmacy, 'UPSERT { CONCEPT ?a { {type: "Drug", name: "A"} SET PROPOSITIONS { ("treats", ?a) } } }'
    )
    assert error.code == "KIP_3001"


def test_handles_do_not_cross_statements(pharmacy: Any) -> None:
    error = fails(
        pharmacy,
        """UPSERT { CONCEPT ?a { {type: "Drug", name: "A"} } }
        UPSERT { PROPOSITION ?p { (?a, "treats", {type: "Symptom", name: "Fever"}) } }""",
    )
    assert error.code == "KIP_3001"


def test_a_handle_bound_twice_means_the_later_one(pharmacy: Any) -> None:
    pharmacy.upsert(
        """UPSERT { CONCEPT ?x { {type: "Drug", name: "One"} }
        PROPOSITION { (?x, "treats", {type: "Symptom", name: "Fever"}) }
        CONCEPT ?x { {type: "Drug", name: "Two"} }
        PROPOSITION { (?x, "treats", {type: "Symptom", name: "Fever"}) } }"""
    )
    assert [link[0] for link in pharmacy.links("treats")] == ["One", "Two"]


def test_a_handle_may_name_a_link_and_stand_in_nested_clauses(pharmacy: Any) -> None:
    pharmacy.upsert(
        f"""UPSERT {{ PROPOSITION ?fact {{ {TREATS} }} CONCEPT ?a {{ {{type: "Drug", name: "Aspirin"}} }}
        PROPOSITION ?s {{ ({{type: "Person", name: "$self"}}, "stated", ?fact) }}
        PROPOSITION ?t {{ (?a, "stated", ({{type: "Person", name: "$self"}}, "stated", (?a,
            "treats", {{type: "Symptom",
            name: "Fever"}}))) }} }}"""
    )
    assert len(pharmacy.links("stated")) == 2
    assert len(pharmacy.links("treats")) == 1


def test_higher_order_links_are_found_again(pharmacy: Any) -> None:
    text = f"""UPSERT {{ PROPOSITION ?fact {{ {TREATS} }}
        PROPOSITION ?s {{ ({{type: "Person", name: "$self"}}, "stated", ?fact) SET ATTRIBUTES {{ a: 1 }} }}
        PROPOSITION ?t {{ (?s, "stated", ?fact) }} }}"""
    assert pharmacy.upsert(text) == pharmacy.upsert(text)
    assert [link[3]["_version"] for link in pharmacy.links("stated")] == [1, 1]


def test_a_link_is_created_by_structure_and_addressed_by_id(pharmacy: Any) -> None:
    (link,) = pharmacy.upsert(f"UPSERT {{ PROPOSITION ?p {{ {TREATS} }} }}")["upsert_proposition_links"]
    result = pharmacy.upsert("UPSERT { PROPOSITION ?p { (id: :id) SET ATTRIBUTES { a: 1 } } }", id=link)
    assert result["upsert_proposition_links"] == [link]
    assert pharmacy.links("treats") == [("Aspirin", "Fever", {"a": 1}, {"_version": 2})]


def test_a_concept_is_addressed_by_id_and_by_name_at_once(pharmacy: Any) -> None:
    (concept,) = pharmacy.upsert('UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} } }')[
        "upsert_concept_nodes"
    ]
    pharmacy.upsert(
        """UPSERT { CONCEPT ?a { {id: :id} SET ATTRIBUTES { a: 1 }
            SET PROPOSITIONS { ("treats", {id: :id}) } }
        CONCEPT ?b { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { b: 1 } } }""",
        id=concept,
    )
    assert pharmacy.attributes("Drug", "Aspirin") == {"risk": 2, "a": 1, "b": 1}
    assert pharmacy.version("Drug", "Aspirin") == 3
    assert pharmacy.links("treats") == [("Aspirin", "Aspirin", {}, {"_version": 1})]


def test_set_propositions_takes_links_by_id_and_by_structure(pharmacy: Any) -> None:
    (link,) = pharmacy.upsert(f"UPSERT {{ PROPOSITION ?p {{ {TREATS} }} }}")["upsert_proposition_links"]
    text = f"""UPSERT {{ CONCEPT ?s {{ {{type: "Person", name: "$self"}} SET PROPOSITIONS {{
        ("stated", (id: "{link}")) ("stated", {TREATS}) }} }} }}"""
    pharmacy.upsert(text)
    assert len(pharmacy.links("stated")) == 1


def test_the_thin_relationship_goes_beside_every_link(pharmacy: Any) -> None:
    pharmacy.upsert(
        f"""UPSERT {{ PROPOSITION ?fact {{ {TREATS} }}
        PROPOSITION ?s {{ ({{type: "Person", name: "$self"}}, "stated", ?fact) }} }}"""
    )
    rows = pharmacy.read(
        """MATCH (s)<-[:SUBJECT]-(n:Proposition {space: $space})-[:OBJECT]->(o)
            WHERE n.predicate IN ["treats", "stated"]
        MATCH (s)-[thin {id: n.id}]->(o) RETURN type(thin), labels(n), n.subject = s.id AND n.object = o.id
        ORDER BY type(thin)"""
    )
    assert [list(row) for row in rows] == [
        ["stated", ["Proposition", "stated"], True],
        ["treats", ["Proposition", "treats"], True],
    ]


def test_a_type_is_a_label(pharmacy: Any) -> None:
    rows = pharmacy.read("MATCH (n:Drug {space: $space}) RETURN labels(n)")
    assert [list(row) for row in rows] == [[["Concept", "Drug"]]]


@pytest.mark.parametrize(
    "target",
    [
        '{type: "Symptom", name: "Nope"}',
        '{id: "C:99999"}',
        '(id: "P:99999:treats")',
        TREATS,
        f'({TREATS}, "stated", {TREATS})',
        '({type: "Drug", name: "Nope"}, "treats", {type: "Symptom", name: "Fever"})',
    ],
)
def test_what_a_link_points_at_must_exist(pharmacy: Any, target: str) -> None:
    error = fails(
        pharmacy,
        f"""UPSERT {{ CONCEPT ?a {{ {{type: "Drug", name: "Aspirin"}}
            SET PROPOSITIONS {{ ("stated", {target}) }} }} }}""",
    )
    assert error.code == "KIP_3002"
    assert error.position is not None


@pytest.mark.parametrize(
    "block", ['CONCEPT ?a { {id: "C:99999"} }', 'PROPOSITION ?p { (id: "P:99999:treats") }']
)
def test_an_id_only_matches_what_exists(pharmacy: Any, block: str) -> None:
    assert fails(pharmacy, f"UPSERT {{ {block} }}").code == "KIP_3002"


def test_an_id_of_another_space_does_not_exist(pharmacy: Any, database: Any) -> None:
    from engine_memory import Memory

    from kip_engine import spaces

    (concept,) = pharmacy.upsert('UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} } }')[
        "upsert_concept_nodes"
    ]
    (link,) = pharmacy.upsert(f"UPSERT {{ PROPOSITION ?p {{ {TREATS} }} }}")["upsert_proposition_links"]
    other = Memory(database, database.run(spaces.open(pharmacy.space.name + "-other")))
    try:
        assert fails(other, "UPSERT { CONCEPT ?a { {id: :id} } }", id=concept).code == "KIP_3002"
        assert fails(other, "UPSERT { PROPOSITION ?a { (id: :id) } }", id=link).code == "KIP_3002"
    finally:
        database.run(spaces.drop(other.space.name))


@pytest.mark.parametrize(
    "block",
    [
        'CONCEPT ?a { {id: "nonsense"} }',
        'CONCEPT ?a { {id: "C:1", type: "Drug"} }',
        'CONCEPT ?a { {type: "Drug"} }',
        'CONCEPT ?a { {name: "Aspirin"} }',
        'PROPOSITION ?p { (id: "nonsense") }',
        'PROPOSITION ?p { ({type: "Drug"}, "treats", {type: "Symptom", name: "Fever"}) }',
    ],
)
def test_a_malformed_or_incomplete_identity_is_a_syntax_error(pharmacy: Any, block: str) -> None:
    assert fails(pharmacy, f"UPSERT {{ {block} }}").code == "KIP_1001"


def test_a_type_is_defined_before_it_is_used(pharmacy: Any) -> None:
    error = fails(pharmacy, 'UPSERT { CONCEPT ?a { {type: "Drugs", name: "x"} } }')
    assert error.code == "KIP_2001"
    assert "'Drug'" in error.message


def test_a_predicate_is_defined_before_it_is_used(pharmacy: Any) -> None:
    error = fails(pharmacy, f"UPSERT {{ PROPOSITION ?p {{ {TREATS.replace('treats', 'treat')} }} }}")
    assert error.code == "KIP_2001"
    assert "'treats'" in error.message


def test_an_undefined_type_counts_in_references_too(pharmacy: Any) -> None:
    text = 'UPSERT { PROPOSITION { ({type: "Nope", name: "x"}, "treats", {type: "Drug", name: "Aspirin"}) } }'
    assert fails(pharmacy, text).code == "KIP_2001"


def test_a_definition_serves_the_blocks_below_it(pharmacy: Any) -> None:
    pharmacy.upsert(
        """UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Vehicle"} } CONCEPT ?v {
            {type: "Vehicle", name: "V"} } }
        UPSERT { CONCEPT ?p { {type: "$PropositionType", name: "drives"} }
          PROPOSITION { ({type: "Vehicle", name: "V"}, "drives", {type: "Vehicle", name: "V"}) } }"""
    )
    assert pharmacy.links("drives") == [("V", "V", {}, {"_version": 1})]
    assert "Vehicle" in pharmacy.space.schema.types
    assert "drives" in pharmacy.space.schema.predicates


def test_a_definition_does_not_serve_the_blocks_above_it(pharmacy: Any) -> None:
    error = fails(
        pharmacy,
        """UPSERT { CONCEPT ?v { {type: "Vehicle", name: "V"} } CONCEPT ?t {
            {type: "$ConceptType", name: "Vehicle"} } }""",
    )
    assert error.code == "KIP_2001"
    assert "Vehicle" not in pharmacy.space.schema.types


def test_definitions_are_read_in_the_transaction_not_from_the_cache(pharmacy: Any, database: Any) -> None:
    from engine_memory import Memory

    from kip_engine import spaces

    other = Memory(database, database.run(spaces.open(pharmacy.space.name)))
    other.upsert('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Vehicle"} } }')
    assert "Vehicle" not in pharmacy.space.schema.types
    pharmacy.upsert('UPSERT { CONCEPT ?v { {type: "Vehicle", name: "V"} } }')
    assert "Vehicle" in database.run(spaces.refresh(pharmacy.space)).types


@pytest.mark.parametrize(
    "block",
    [
        'CONCEPT ?a { {type: "$ConceptType", name: "drug"} }',
        'CONCEPT ?a { {type: "$ConceptType", name: "Bad Type"} }',
        'CONCEPT ?a { {type: "$ConceptType", name: "$Meta"} }',
        'CONCEPT ?a { {type: "$PropositionType", name: "Treats"} }',
        'CONCEPT ?a { {type: "$PropositionType", name: "has-part"} }',
        'CONCEPT ?a { {type: "Bad Type", name: "x"} }',
        'PROPOSITION { ({type: "Drug", name: "Aspirin"}, "bad name", {type: "Symptom", name: "Fever"}) }',
    ],
)
def test_types_and_predicates_are_identifiers_in_their_style(pharmacy: Any, block: str) -> None:
    assert fails(pharmacy, f"UPSERT {{ {block} }}").code == "KIP_1002"


@pytest.mark.parametrize("name", ["Concept", "Proposition", "Space", "Embedding", "SUBJECT", "Ends_"])
def test_a_type_may_have_a_name_that_the_graph_uses_itself(pharmacy: Any, name: str) -> None:
    pharmacy.upsert(
        'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: :t} } CONCEPT ?a { {type: :t, name: "x"} } }',
        t=name,
    )
    rows = pharmacy.read("MATCH (n:Concept {space: $space, name: 'x'}) RETURN n.type, labels(n)")
    assert [list(row) for row in rows] == [[name, ["Concept", name + "_"]]]
