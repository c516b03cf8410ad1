"""Every row of hints.toml: the wrong text gets exactly that hint, and the text put right parses."""

from __future__ import annotations

import pytest

from kip_grammar import KipError, parse
from kip_grammar.hints import Hint, all_hints


@pytest.mark.parametrize("hint", all_hints(), ids=lambda hint: hint.id)
def test_the_hint_answers_its_mistake(hint: Hint) -> None:
    with pytest.raises(KipError) as caught:
        parse(hint.wrong)
    words = hint.hint.split("{")[0]
    assert caught.value.hint.startswith(words)
    assert len([row for row in all_hints() if row.hint == hint.hint]) == 1, "two rows say the same"
    assert caught.value.code == hint.code
    parse(hint.right)


def test_ids_are_unique() -> None:
    ids = [hint.id for hint in all_hints()]
    assert len(set(ids)) == len(ids)


FAULTS = [
    (
        'FIND(?d.foo) WHERE { ?d {type: "T"} }',
        "Attributes are at ?d.attributes.foo, metadata at ?d.metadata.foo.",
    ),
    ('FIND(?d.Attributes.a) WHERE { ?d {type: "T"} }', "Write ?d.attributes.a."),
    ('FIND(?d.attributes.a.b) WHERE { ?d {type: "T"} }', "Write ?d.attributes.a: it is the whole value"),
    ('FIND(?d) WHERE { ?d {kind: "T"} }', "Test anything else with FILTER"),
    ('FIND(?d) WHERE { ?d {id: "1", name: "N"} }', "An id says it all"),
    ("FIND(?d) WHERE { ?d {name: null} }", "Put it in double quotes"),
    ('FIND(count(?d)) WHERE { ?d {type: "T"} }', "Write COUNT(…)."),
    ('FIND(MEDIAN(?d)) WHERE { ?d {type: "T"} }', "There are COUNT, SUM, AVG, MIN, MAX."),
    ('FIND(?d) WHERE { ?d {type: "T"} FILTER(contains(?d.name, "a")) }', "Write CONTAINS(…)."),
    ('FIND(?d) WHERE { ?d {type: "T"} } CURSOR ""', "Leave CURSOR out for the first page"),
    (
        'UPDATE ?d SET ATTRIBUTES {a: SUB(1, 2)} WHERE { ?d {type: "T"} }',
        "There are ADD, MUL, CLAMP, COALESCE.",
    ),
    ('UPDATE ?d SET ATTRIBUTES {a: ADD("a", 2)} WHERE { ?d {type: "T"} }', "Update expressions are numeric"),
    ('UPSERT { CONCEPT ?d { {type: "T"} } }', "Write {type: "),
    ("UPSERT { PROPOSITION { (?a, ?p, ?b) } }", "Write (?subject, "),
    ('UPSERT { CONCEPT ?d { {id: "1"} SET ATTRIBUTES {a: 1, a: 2} } }', "Keep one of them."),
    ('FIND(?d) WHERE { ?d {type: "T} }', "Close it with a double quote"),
    (r'FIND(?d) WHERE { ?d {type: "C:\Users"} }', "JSON's escapes are"),
    ('FIND(?d) WHERE { ?d {type: "a\tb"} }', r"Write it as \u0009"),
    ('FIND(?d) WHERE { ?d {type: "T"} ', 'Add "}" where it ends.'),
    ('FIND(?d WHERE { ?d {type: "T"} }', ""),
    ('FIND(?d) WHERE { ?d {type: "T"} FILTER(?d.name == 1 }', 'Close it with ")" first.'),
    ('FIND(?d) WHERE { ?d {type: "T"} } }', "Leave it out."),
]


@pytest.mark.parametrize(("text", "hint"), FAULTS)
def test_faults_found_after_parsing_hint_too(text: str, hint: str) -> None:
    with pytest.raises(KipError) as caught:
        parse(text)
    assert hint in caught.value.hint
    assert caught.value.position is not None


def test_an_unclosed_bracket_is_shown_where_it_was_opened() -> None:
    with pytest.raises(KipError, match=r'"\{" opened at line 2, column 7') as caught:
        parse('FIND(?d)\nWHERE {\n  ?d {type: "T"}\n')
    assert caught.value.position is not None
    assert (caught.value.position.line, caught.value.position.column) == (2, 7)
    assert caught.value.excerpt == "WHERE {\n      ^"


def test_a_duplicate_key_is_shown_at_its_second_place() -> None:
    with pytest.raises(KipError, match="'a' is given twice") as caught:
        parse('UPSERT { CONCEPT ?d { {id: "1"} SET ATTRIBUTES {\n  a: 1,\n  a: 2\n} } }')
    assert caught.value.position is not None
    assert (caught.value.position.line, caught.value.position.column) == (3, 3)
