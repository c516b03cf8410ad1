"""No text of the caller reaches Cypher text: names are identifiers, values are parameters."""

from __future__ import annotations

import re

import pytest
from compile_schema import SCHEMA
from hypothesis import given
from hypothesis import strategies as st

from kip_cypher.compile import compile_find
from kip_cypher.names import SYSTEM_NAMES, attribute_property, label, metadata_property
from kip_cypher.render import written
from kip_cypher.schema import Schema
from kip_grammar import ast, parse
from kip_grammar.errors import KipError
from kip_grammar.printer import print_statement

HOSTILE = st.one_of(
    st.text(min_size=1, max_size=40),
    st.sampled_from(
        [
            "a\\u0060) DETACH DELETE n //",
            "`",
            "``",
            "a`b",
            "$x",
            "';--",
            "*/",
            "\\`",
            "a\nb",
            "{.*}",
            "�",
            "名",
        ]
    ),
)


def literal(value: object) -> ast.Literal:
    return ast.Literal(value)  # type: ignore[arg-type]


def find_with(name: str, text: str) -> ast.Find:
    drug = ast.Variable("d")
    return ast.Find(
        (ast.Path(drug, "name"),),
        (
            ast.ConceptClause(drug, ast.ConceptMatcher(type=literal("Drug"), name=literal(name))),
            ast.FilterClause(ast.Comparison("==", ast.Path(drug, "attributes", "x"), literal(text))),
            ast.FilterClause(ast.Call("IN", (ast.Path(drug, "name"), literal([text, {"k": text}])))),
        ),
    )


SKELETON = compile_find(find_with("n", "t"), SCHEMA, text="", parameters={}).text


@given(HOSTILE, HOSTILE)
def test_values_never_change_the_cypher(name: str, text: str) -> None:
    assert compile_find(find_with(name, text), SCHEMA, text="", parameters={}).text == SKELETON


@given(HOSTILE)
def test_a_type_name_reaches_cypher_only_as_an_identifier(name: str) -> None:
    schema = Schema(frozenset({"Drug"}), frozenset({"treats"}))
    find = ast.Find(
        (ast.Variable("d"),),
        (ast.ConceptClause(ast.Variable("d"), ast.ConceptMatcher(type=literal(name))),),
    )
    with pytest.raises(KipError) as caught:
        compile_find(find, schema, text=print_statement(find), parameters={})
    identifier = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name)
    expected = "KIP_2001" if identifier or name in ("$ConceptType", "$PropositionType") else "KIP_1002"
    assert caught.value.code == expected


@given(HOSTILE)
def test_the_renderer_writes_identifiers_and_meta_types_only(name: str) -> None:
    if re.fullmatch(r"\$?[A-Za-z_][A-Za-z0-9_]*", name):
        assert written(name) == f"`{name}`"
    else:
        with pytest.raises(AssertionError):
            written(name)


@pytest.mark.parametrize("name", sorted(SYSTEM_NAMES))
def test_a_type_named_like_a_label_of_ours_gets_another_label(name: str) -> None:
    assert label(name) not in SYSTEM_NAMES


def test_attributes_named_like_properties_of_ours_get_other_properties() -> None:
    taken = ["id", "type", "space", "m_x", "a_x", "_version", "_nulls", "search_text", ""]
    stored = [attribute_property(key) for key in taken]
    assert stored == ["a_" + key for key in taken]
    assert metadata_property("id") == "m_id"


def test_a_hostile_statement_parses_to_a_value_not_to_code() -> None:
    text = 'FIND(?d) WHERE { ?d {type: "Drug", name: "a\\u0060) DETACH DELETE n //"} }'
    compiled = compile_find(parse(text), SCHEMA, text=text, parameters={})  # type: ignore[arg-type]
    assert "DELETE" not in compiled.text
