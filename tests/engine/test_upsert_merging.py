"""UPSERT: what a block creates, merges, leaves alone and counts."""

from __future__ import annotations

from typing import Any

import pytest

from kip_grammar import KipError


def test_a_block_creates_a_concept_with_its_attributes_and_metadata(pharmacy: Any) -> None:
    result = pharmacy.upsert(
        'UPSERT { CONCEPT ?a { {type: "Drug", name: "Ibuprofen"} SET ATTRIBUTES { risk: 3, tags: ["x"] } } '
        "WITH METADATA { source: :source } }",
        source="EMA",
    )
    assert result["blocks"] == 1
    assert [identifier[:2] for identifier in result["upsert_concept_nodes"]] == ["C:"]
    assert result["upsert_proposition_links"] == []
    assert pharmacy.attributes("Drug", "Ibuprofen") == {"risk": 3, "tags": ["x"]}
    assert pharmacy.metadata("Drug", "Ibuprofen") == {"source": "EMA", "_version": 1}


def test_the_time_of_the_last_change_is_utc_with_milliseconds(pharmacy: Any) -> None:
    changed = pharmacy.concept("Drug", "Aspirin")[1]["_updated_at"]
    assert len(changed) == len("2026-11-30T12:00:00.000Z")
    assert changed.endswith("Z")


def test_attributes_merge_shallowly(pharmacy: Any) -> None:
    pharmacy.upsert(
        'UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { form: {a: 1} } } }'
    )
    pharmacy.upsert(
        'UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { form: {b: 2} } } }'
    )
    assert pharmacy.attributes("Drug", "Aspirin") == {"risk": 2, "form": {"b": 2}}


def test_a_repeated_upsert_changes_nothing(pharmacy: Any) -> None:
    text = """UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"}
        SET ATTRIBUTES { n: null, l: [1, "a", null], o: {z: 1.0, a: 2}, f: 1.5, e: [], t: true, s: "é" }
        SET PROPOSITIONS { ("treats", {type: "Symptom", name: "Fever"}) WITH METADATA { c: 0.5 } } }
        WITH METADATA { m: null } }"""
    first = pharmacy.upsert(text)
    before = pharmacy.concept("Drug", "Aspirin"), pharmacy.links("treats")
    assert pharmacy.upsert(text) == first
    assert (pharmacy.concept("Drug", "Aspirin"), pharmacy.links("treats")) == before
    assert pharmacy.version("Drug", "Aspirin") == 2


@pytest.mark.parametrize(("old", "new"), [("1", "true"), ("0", "false"), ("[1]", "[true]"), ("1", '"1"')])
def test_a_value_of_another_kind_is_a_change_even_if_python_thinks_it_equal(
    pharmacy: Any, old: str, new: str
) -> None:
    for value in (old, new):
        pharmacy.upsert(
            f'UPSERT {{ CONCEPT ?a {{ {{type: "Drug", name: "Aspirin"}} SET ATTRIBUTES {{ x: {value} }} }} }}'
        )
    assert pharmacy.version("Drug", "Aspirin") == 3


def test_an_explicit_null_is_kept_and_setting_it_is_a_change(pharmacy: Any) -> None:
    text = (
        'UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { risk: null, new: null } } }'
    )
    pharmacy.upsert(text)
    assert pharmacy.attributes("Drug", "Aspirin") == {"risk": None, "new": None}
    assert pharmacy.version("Drug", "Aspirin") == 2
    pharmacy.upsert(text)
    assert pharmacy.version("Drug", "Aspirin") == 2


def test_a_value_takes_the_place_of_an_explicit_null(pharmacy: Any) -> None:
    pharmacy.upsert(
        'UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { a: null, b: null } } }'
    )
    pharmacy.upsert('UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { a: 1 } } }')
    assert pharmacy.attributes("Drug", "Aspirin") == {"risk": 2, "a": 1, "b": None}
    pharmacy.upsert('UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { b: 2 } } }')
    assert pharmacy.attributes("Drug", "Aspirin") == {"risk": 2, "a": 1, "b": 2}


def test_each_block_that_changes_an_element_counts_once(pharmacy: Any) -> None:
    pharmacy.upsert(
        """UPSERT {
          CONCEPT ?a { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { a: 1 } } WITH METADATA { s: 1 }
          CONCEPT ?b { {type: "Drug", name: "Aspirin"} }
          CONCEPT ?c { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { c: 1 } }
          CONCEPT ?d { {type: "Drug", name: "New"} SET ATTRIBUTES { d: 1 } }
          CONCEPT ?e { {type: "Drug", name: "New"} SET ATTRIBUTES { d: 2 } }
        }"""
    )
    assert pharmacy.version("Drug", "Aspirin") == 3
    assert pharmacy.version("Drug", "New") == 2
    assert pharmacy.attributes("Drug", "New") == {"d": 2}


def test_a_bare_handle_block_and_a_new_link_do_not_count(pharmacy: Any) -> None:
    pharmacy.upsert(
        """UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"}
          SET PROPOSITIONS { ("treats", {type: "Symptom", name: "Fever"}) } }
          CONCEPT ?f { {type: "Symptom", name: "Fever"} } }"""
    )
    assert pharmacy.version("Drug", "Aspirin") == 1
    assert pharmacy.version("Symptom", "Fever") == 1


def test_a_link_made_by_set_propositions_and_changed_by_a_block_has_version_2(pharmacy: Any) -> None:
    pharmacy.upsert(
        """UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"}
            SET PROPOSITIONS { ("treats", {type: "Symptom", name: "Fever"}) } }
          PROPOSITION ?p { (?a, "treats", {type: "Symptom", name: "Fever"}) SET ATTRIBUTES { e: 0.8 } } }"""
    )
    assert pharmacy.links("treats") == [("Aspirin", "Fever", {"e": 0.8}, {"_version": 2})]


def test_a_link_is_unique_by_subject_predicate_and_object(pharmacy: Any) -> None:
    for value in (1, 2):
        pharmacy.upsert(
            """UPSERT { PROPOSITION ?p { ({type: "Drug", name: "Aspirin"}, "treats",
                {type: "Symptom", name: "Fever"})
            SET ATTRIBUTES { v: :v } } }""",
            v=value,
        )
    assert pharmacy.links("treats") == [("Aspirin", "Fever", {"v": 2}, {"_version": 2})]


def test_set_propositions_adds_and_merges_metadata_only(pharmacy: Any) -> None:
    pharmacy.upsert(
        """UPSERT { PROPOSITION ?p { ({type: "Drug", name: "Aspirin"}, "treats",
            {type: "Symptom", name: "Fever"})
        SET ATTRIBUTES { v: 1 } } WITH METADATA { a: 1 } }"""
    )
    pharmacy.upsert(
        """UPSERT { CONCEPT ?x { {type: "Symptom", name: "Pain"} } CONCEPT ?a {
            {type: "Drug", name: "Aspirin"}
        SET PROPOSITIONS { ("treats", ?x) ("treats", {type: "Symptom", name: "Fever"})
            WITH METADATA { b: 2 } } } }"""
    )
    assert pharmacy.links("treats") == [
        ("Aspirin", "Fever", {"v": 1}, {"a": 1, "b": 2, "_version": 2}),
        ("Aspirin", "Pain", {}, {"_version": 1}),
    ]


def test_self_loops_are_allowed(pharmacy: Any) -> None:
    pharmacy.upsert(
        """UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"}
        SET PROPOSITIONS { ("treats", {type: "Drug", name: "Aspirin"}) } } }"""
    )
    assert pharmacy.links("treats") == [("Aspirin", "Aspirin", {}, {"_version": 1})]


def test_metadata_layers_entry_over_block_over_statement_key_by_key(pharmacy: Any) -> None:
    pharmacy.upsert(
        """UPSERT { CONCEPT ?a { {type: "Drug", name: "New"}
          SET PROPOSITIONS {
            ("treats", {type: "Symptom", name: "Fever"}) WITH METADATA { a: "entry", d: null }
            ("stated", {type: "Symptom", name: "Fever"})
          } } WITH METADATA { b: "block", a: "block", c: null } }
        WITH METADATA { a: "statement", b: "statement", c: "statement", d: "statement" }"""
    )
    outer = {"a": "block", "b": "block", "c": None, "d": "statement", "_version": 1}
    assert pharmacy.metadata("Drug", "New") == outer
    assert pharmacy.links("stated") == [("New", "Fever", {}, outer)]
    assert pharmacy.links("treats") == [("New", "Fever", {}, {**outer, "a": "entry", "d": None})]
    assert pharmacy.metadata("Symptom", "Fever") == {"_version": 1}


def test_statement_metadata_stamps_every_block_it_holds(pharmacy: Any) -> None:
    pharmacy.upsert(
        """UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} }
        PROPOSITION ?p { (?a, "treats", {type: "Symptom", name: "Fever"}) } } WITH METADATA { s: 1 }"""
    )
    assert pharmacy.metadata("Drug", "Aspirin") == {"s": 1, "_version": 2}
    assert pharmacy.links("treats") == [("Aspirin", "Fever", {}, {"s": 1, "_version": 1})]


def test_attributes_named_like_system_fields_or_metadata_are_plain_attributes(pharmacy: Any) -> None:
    given = {"id": 1, "key": 2, "m_x": 3, "a_y": 4, "_z": 5, "_version": 6, "space": 7, "": 8, "odd key": 9}
    pharmacy.upsert(
        'UPSERT { CONCEPT ?a { {type: "Drug", name: "New"} SET ATTRIBUTES :all } WITH METADATA { x: 10 } }',
        all=given,
    )
    assert pharmacy.attributes("Drug", "New") == given
    assert pharmacy.metadata("Drug", "New") == {"x": 10, "_version": 1}


def test_ids_sort_in_text_order(pharmacy: Any) -> None:
    blocks = "".join(f'CONCEPT ?c{n} {{ {{type: "Drug", name: "N{99 - n}"}} }} ' for n in range(100))
    ids = pharmacy.upsert(f"UPSERT {{ {blocks} }}")["upsert_concept_nodes"]
    assert ids == sorted(ids)
    assert len(set(ids)) == 100


def test_nfc_and_nfd_spellings_name_one_concept_which_keeps_its_first_spelling(pharmacy: Any) -> None:
    for name in ("caf\u00e9", "cafe\u0301"):
        pharmacy.upsert('UPSERT { CONCEPT ?a { {type: "Drug", name: :n} } }', n=name)
    assert pharmacy.concept("Drug", "caf\u00e9") is not None
    assert pharmacy.concept("Drug", "cafe\u0301") is None


def test_case_variants_are_two_concepts(pharmacy: Any) -> None:
    pharmacy.upsert('UPSERT { CONCEPT ?a { {type: "Drug", name: "aspirin"} } }')
    assert pharmacy.attributes("Drug", "aspirin") == {}
    assert pharmacy.attributes("Drug", "Aspirin") == {"risk": 2}


def test_one_name_under_two_types_is_two_concepts(pharmacy: Any) -> None:
    pharmacy.upsert('UPSERT { CONCEPT ?a { {type: "Symptom", name: "Aspirin"} } }')
    assert pharmacy.attributes("Symptom", "Aspirin") == {}


def test_an_upsert_is_all_or_nothing(pharmacy: Any) -> None:
    before = pharmacy.size()
    with pytest.raises(KipError, match="KIP_3002"):
        pharmacy.upsert(
            """UPSERT { CONCEPT ?a { {type: "Drug", name: "New"} } }
            UPSERT { PROPOSITION ?p { ({type: "Drug", name: "New"}, "treats",
                {type: "Symptom", name: "Nope"}) } }"""
        )
    assert pharmacy.size() == before


def test_a_later_statement_sees_an_earlier_one(pharmacy: Any) -> None:
    result = pharmacy.upsert(
        """UPSERT { CONCEPT ?a { {type: "Drug", name: "New"} } }
        UPSERT { PROPOSITION ?p { ({type: "Drug", name: "New"}, "treats",
            {type: "Symptom", name: "Fever"}) } }"""
    )
    assert result["blocks"] == 2
    assert pharmacy.links("treats") == [("New", "Fever", {}, {"_version": 1})]


def test_a_dry_run_reports_its_shape_and_writes_nothing(pharmacy: Any) -> None:
    before = pharmacy.size()
    result = pharmacy.upsert('UPSERT { CONCEPT ?a { {type: "Drug", name: "New"} } }', dry_run=True)
    assert result == {"blocks": 1, "upsert_concept_nodes": [], "upsert_proposition_links": []}
    assert pharmacy.size() == before


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('UPSERT { CONCEPT ?a { {type: "Nope", name: "x"} } }', "KIP_2001"),
        ('UPSERT { CONCEPT ?a { {id: "C:0"} } }', "KIP_3002"),
        ('UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} EXPECT VERSION 9 } }', "KIP_3005"),
        ('UPSERT { CONCEPT ?a { {type: "Domain", name: "System"} SET ATTRIBUTES { a: 1 } } }', "KIP_3004"),
    ],
)
def test_a_dry_run_checks_schema_references_versions_and_protection(
    pharmacy: Any, text: str, code: str
) -> None:
    with pytest.raises(KipError, match=code):
        pharmacy.upsert(text, dry_run=True)


def test_the_text_that_is_searched_follows_the_attributes(pharmacy: Any) -> None:
    from kip_engine.search.text import concept_text, proposition_text

    pharmacy.upsert(
        """UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"}
            SET ATTRIBUTES { description: "Against pain" } }
        PROPOSITION ?p { (?a, "treats", {type: "Symptom", name: "Fever"})
            SET ATTRIBUTES { note: "as known" } } }"""
    )
    space = pharmacy.space.name
    texts = dict(
        pharmacy.read("MATCH (n {space: $space}) RETURN coalesce(n.name, n.predicate), n.search_text")
    )
    expected = concept_text(space, "Drug", "Aspirin", {"risk": 2, "description": "Against pain"})
    assert sorted(texts["Aspirin"].split()) == sorted(expected.split())
    expected = proposition_text(space, "treats", {"note": "as known"})
    assert sorted(texts["treats"].split()) == sorted(expected.split())
