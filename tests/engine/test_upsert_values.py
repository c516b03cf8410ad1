"""UPSERT: values in and out, parameters, and input that means harm."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kip_cypher import values
from kip_grammar import KipError

PUT = (
    'UPSERT { CONCEPT ?a { {type: "Drug", name: :name} SET ATTRIBUTES :attributes } WITH METADATA :metadata }'
)
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=8)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
    | st.just(values.TAG)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=8,
)


def alike(one: Any, other: Any) -> bool:
    """JSON equality that tells true from 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and one == other


@given(JSON)
def test_encoding_and_decoding_give_the_value_back(value: Any) -> None:
    assert alike(values.decode(values.encode(value)), value)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(attributes=st.dictionaries(TEXT, JSON, max_size=4), name=TEXT.filter(lambda text: text.strip() != ""))
def test_values_come_back_from_the_server_as_they_were(pharmacy: Any, attributes: Any, name: str) -> None:
    metadata = {key: value for key, value in attributes.items() if not key.startswith("_")}
    result = pharmacy.upsert(PUT, name=name, attributes=attributes, metadata=metadata)
    (row,) = pharmacy.read("MATCH (n {id: $id}) RETURN properties(n)", id=result["upsert_concept_nodes"][0])
    from engine_memory import decoded

    found_attributes, found_metadata = decoded(row[0])
    assert alike({key: found_attributes.get(key) for key in attributes}, attributes)
    assert alike({key: found_metadata.get(key) for key in metadata}, metadata)


@pytest.mark.parametrize(
    "value",
    [
        2**63,
        -(2**63) - 1,
        float("nan"),
        float("inf"),
        "\ud800",
        "a\x00b",
        [1, [2**63]],
        {"a": {"b": float("nan")}},
        {"\ud800": 1},
        {1: 2},
        b"bytes",
        ...,
        {1, 2},
    ],
    ids=repr,
)
def test_what_json_or_neo4j_cannot_hold_is_refused(pharmacy: Any, value: Any) -> None:
    before = pharmacy.size()
    with pytest.raises(KipError) as caught:
        pharmacy.upsert(PUT, name="New", attributes={"a": value}, metadata={})
    assert caught.value.code == "KIP_2003"
    assert caught.value.position is not None
    assert pharmacy.size() == before


@pytest.mark.parametrize("key", ["\ud800", "a\x00", 1, None], ids=repr)
def test_a_key_that_cannot_be_stored_is_refused(pharmacy: Any, key: Any) -> None:
    for part in ("attributes", "metadata"):
        maps: dict[str, Any] = {"attributes": {}, "metadata": {}, part: {key: 1}}
        with pytest.raises(KipError, match="KIP_2003"):
            pharmacy.upsert(PUT, name="New", **maps)


@pytest.mark.parametrize("value", [1, "text", [1], None, True], ids=repr)
def test_a_parameter_for_a_whole_map_must_be_an_object(pharmacy: Any, value: Any) -> None:
    for part in ("attributes", "metadata"):
        maps: dict[str, Any] = {"attributes": {}, "metadata": {}, part: value}
        with pytest.raises(KipError, match="KIP_2003"):
            pharmacy.upsert(PUT, name="New", **maps)


def test_a_missing_parameter_is_named(pharmacy: Any) -> None:
    with pytest.raises(KipError, match=r"KIP_1001.*:metadata") as caught:
        pharmacy.upsert(PUT, name="New", attributes={})
    assert caught.value.position is not None


def test_unused_parameters_are_ignored_and_placeholders_stand_at_any_depth(pharmacy: Any) -> None:
    pharmacy.upsert(
        'UPSERT { CONCEPT ?a { {type: :t, name: "N"} SET ATTRIBUTES { a: {b: [1, :x, {c: :x}]}, d: :y } } }',
        t="Drug",
        x="deep",
        y=None,
        unused=object(),
    )
    assert pharmacy.attributes("Drug", "N") == {"a": {"b": [1, "deep", {"c": "deep"}]}, "d": None}


@pytest.mark.parametrize("key", ["_version", "_score", "_anything", "_"])
def test_metadata_keys_with_an_underscore_are_reserved(pharmacy: Any, key: str) -> None:
    texts = [
        PUT,
        'UPSERT { CONCEPT ?a { {type: "Drug", name: :name} } } WITH METADATA :metadata',
        """UPSERT { CONCEPT ?a { {type: "Drug", name: :name} SET PROPOSITIONS {
            ("treats", {type: "Symptom", name: "Fever"}) WITH METADATA :metadata } } }""",
    ]
    for text in texts:
        with pytest.raises(KipError, match="KIP_2002"):
            pharmacy.upsert(text, name="New", attributes={}, metadata={key: 1})


@pytest.mark.parametrize("name", [None, 1, True, ["a"], {"a": 1}], ids=repr)
def test_a_name_is_a_string_and_never_null(pharmacy: Any, name: Any) -> None:
    for text in (
        PUT,
        "UPSERT { CONCEPT ?a { {id: :name} } }",
        'UPSERT { CONCEPT ?a { {type: :name, name: "x"} } }',
        'UPSERT { PROPOSITION { ({type: "Drug", name: "A"}, :name, {type: "Drug", name: "A"}) } }',
    ):
        with pytest.raises(KipError, match="KIP_1001"):
            pharmacy.upsert(text, name=name, attributes={}, metadata={})


@pytest.mark.parametrize("name", ["", " ", "\t\n\u3000", "\ud800", "a\x00b"], ids=repr)
def test_a_name_is_not_blank_and_can_be_stored(pharmacy: Any, name: str) -> None:
    with pytest.raises(KipError, match="KIP_2003"):
        pharmacy.upsert(PUT, name=name, attributes={}, metadata={})


def test_long_names_and_descriptions_are_kept_whole(pharmacy: Any) -> None:
    name, description = "n" * 10_000, "words and more words " * 50_000
    pharmacy.upsert(PUT, name=name, attributes={"description": description}, metadata={})
    assert pharmacy.attributes("Drug", name) == {"description": description}
    pharmacy.upsert(PUT, name=name, attributes={"description": description}, metadata={})
    assert pharmacy.version("Drug", name) == 1


HARM = [
    "a\\u0060) DETACH DELETE n //",
    "a`) DETACH DELETE n //",
    "a'}) DETACH DELETE n //",
    'a"}) MATCH (n) DETACH DELETE n //',
    "a; MATCH (n) DETACH DELETE n;",
    "$rows",
    "`",
    "\\",
    "\u0060\\u0060`",
    "x} RETURN 1 //",
]


@pytest.mark.parametrize("harm", HARM, ids=repr)
def test_text_made_to_break_out_is_only_text(pharmacy: Any, harm: str) -> None:
    before = pharmacy.size()
    pharmacy.upsert(PUT, name=harm, attributes={harm: harm}, metadata={harm: [harm, {harm: harm}]})
    assert pharmacy.size() == before + 1
    assert pharmacy.attributes("Drug", harm) == {harm: harm}
    assert pharmacy.metadata("Drug", harm) == {harm: [harm, {harm: harm}], "_version": 1}


@pytest.mark.parametrize("harm", HARM, ids=repr)
def test_a_type_or_predicate_made_to_break_out_is_refused(pharmacy: Any, harm: str) -> None:
    before = pharmacy.size()
    for text in (
        'UPSERT { CONCEPT ?a { {type: :h, name: "x"} } }',
        'UPSERT { CONCEPT ?a { {type: "$ConceptType", name: :h} } }',
        'UPSERT { CONCEPT ?a { {type: "$PropositionType", name: :h} } }',
        'UPSERT { PROPOSITION { ({type: "Drug", name: "Aspirin"}, :h, {type: "Drug", name: "Aspirin"}) } }',
    ):
        with pytest.raises(KipError, match="KIP_1002"):
            pharmacy.upsert(text, h=harm)
    assert pharmacy.size() == before
