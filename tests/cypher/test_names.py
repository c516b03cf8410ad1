"""Names between KIP and Neo4j are injective and come back as they were."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kip_cypher import names

AWKWARD = [*sorted(names.SYSTEM_PROPERTIES), "", "m_", "a_", "_", "m_x", "a_m_x", "_nulls", "_version", "id_"]
KEYS = st.sampled_from(AWKWARD) | st.text(max_size=6) | st.text("am_id", max_size=6)
LABELS = (
    st.sampled_from(sorted(names.SYSTEM_NAMES))
    | st.from_regex(r"\A[A-Za-z_][A-Za-z_]{0,4}\Z")
    | st.sampled_from([name + "_" for name in sorted(names.SYSTEM_NAMES)])
)


@given(KEYS, KEYS)
def test_two_attributes_never_share_a_property(one: str, other: str) -> None:
    assert (names.attribute_property(one) == names.attribute_property(other)) == (one == other)


@given(KEYS, KEYS.filter(lambda key: not key.startswith("_")))
def test_an_attribute_and_a_metadata_key_never_share_a_property(attribute: str, metadata: str) -> None:
    assert names.attribute_property(attribute) != names.metadata_property(metadata)


@given(KEYS)
def test_no_attribute_touches_what_the_engine_keeps(key: str) -> None:
    taken = names.SYSTEM_PROPERTIES | set(names.ENGINE_METADATA) | {names.NULLS}
    assert names.attribute_property(key) not in taken
    assert not names.attribute_property(key).startswith("_")


@given(
    st.dictionaries(KEYS, st.integers()),
    st.dictionaries(KEYS.filter(lambda k: not k.startswith("_")), st.integers()),
)
def test_properties_split_into_what_they_were_made_of(
    attributes: dict[str, Any], metadata: dict[str, Any]
) -> None:
    properties: dict[str, Any] = {names.attribute_property(key): value for key, value in attributes.items()}
    properties |= {names.metadata_property(key): value for key, value in metadata.items()}
    properties |= dict.fromkeys(names.SYSTEM_PROPERTIES, "system")
    assert names.split_properties(properties) == (attributes, metadata)


@given(st.sets(KEYS), st.sets(KEYS.filter(lambda key: not key.startswith("_"))))
def test_explicit_nulls_come_back(attributes: set[str], metadata: set[str]) -> None:
    nulls = [names.attribute_property(key) for key in attributes] + [
        names.metadata_property(key) for key in metadata
    ]
    assert names.split_properties({names.NULLS: nulls}) == (
        dict.fromkeys(attributes),
        dict.fromkeys(metadata),
    )


@given(LABELS, LABELS)
def test_two_types_never_share_a_label(one: str, other: str) -> None:
    assert (names.label(one) == names.label(other)) == (one == other)


@given(LABELS)
def test_no_type_takes_a_label_of_the_graph_itself(name: str) -> None:
    assert names.label(name) not in names.SYSTEM_NAMES


@pytest.mark.parametrize("name", ["a\n", "", "1a", "a b", "a`b", "a\\u0060", "é", "$X"])
def test_what_is_no_identifier_names_nothing(name: str) -> None:
    assert not names.is_identifier(name)
