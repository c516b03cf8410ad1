"""Faults that the oracle and the pointed cases found in the read path, each with the right answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from kql_memory import FACTS, SCHEMA, Memory, memory_of

LISTS = """
UPSERT {
  CONCEPT ?c1 { {type: "City", name: "c1"} SET ATTRIBUTES { v: [1, "a"], big: 9223372036854775807 } }
  CONCEPT ?c2 { {type: "City", name: "c2"} SET ATTRIBUTES { v: [[1]], big: 9223372036854775807.0 } }
  CONCEPT ?c3 { {type: "City", name: "c3"} SET ATTRIBUTES { v: ["a"], o: {a: 10000000000000000} } }
  CONCEPT ?c4 { {type: "City", name: "c4"} SET ATTRIBUTES { v: [true], o: {a: 1e16} } }
  CONCEPT ?c5 { {type: "City", name: "c5"} SET ATTRIBUTES { v: [1.5], zero: -0.0 } }
  CONCEPT ?c6 { {type: "City", name: "c6"} SET ATTRIBUTES { v: [2] } }
  CONCEPT ?c7 { {type: "City", name: "c7"} SET ATTRIBUTES { v: "s" } }
  CONCEPT ?c8 { {type: "City", name: "c8"} SET ATTRIBUTES { v: {k: 1} } }
}
"""
CITIES = ["Aspirin", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8"]


@pytest.fixture(scope="module")
def memory(neo4j_connection: Any) -> Iterator[Memory]:
    with memory_of(neo4j_connection, SCHEMA, FACTS, LISTS) as memory:
        yield memory


ANSWERS: list[tuple[str, Any]] = [
    # rows 2 and 3: one value per distinct solution, though a null link says nothing about the drug
    ('FIND(?l) WHERE { ?d {type: "Drug"} OPTIONAL { ?l (?d, "unused", ?s) } }', [None]),
    ('FIND(?l.predicate) WHERE { ?d {type: "Drug"} OPTIONAL { ?l (?d, "eases", ?s) } }', ["eases", None]),
    ('FIND(?l, COUNT(?l)) WHERE { ?d {type: "Drug"} OPTIONAL { ?l (?d, "unused", ?s) } }', [[None, 0]]),
    (
        (
            'FIND(?d.name) WHERE { ?d {type: "Drug"} OPTIONAL { ?e {type: "Symptom", name: "Fever"} '
            'UNION { ?e {type: "Symptom", name: "Nausea"} } } FILTER(IS_NOT_NULL(?e)) }'
        ),
        ["Aspirin", "Ibuprofen", "Water", "Zinc"],
    ),
    (
        (
            'FIND(SUM(?d.attributes.price)) WHERE { ?d {type: "Drug"} OPTIONAL { ?e {type: "Symptom", '
            'name: "Fever"} '
            'UNION { ?e {type: "Symptom", name: "Nausea"} } } FILTER(IS_NOT_NULL(?e)) }'
        ),
        13.5,
    ),
    # row 17: null matches no mandatory pattern, also not a path of no hops
    (
        (
            'FIND(?d.name, ?f.name) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "eases", ?e) } (?e, '
            '"next"{0}, ?f) }'
        ),
        [["Aspirin", "Headache"]],
    ),
    (
        'FIND(?d.name) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "eases", ?e) } (?f, "next"{0}, ?e) }',
        ["Aspirin"],
    ),
    (
        (
            'FIND(?d.name) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "eases", ?e) } '
            'NOT { (?e, "next"{0}, ?f) } }'
        ),
        ["Ibuprofen", "Water", "Zinc"],
    ),
    # rows 2, 14, 17: a path binds its link variable to null, in whatever order the clauses stand
    ('FIND(?b.name) WHERE { ?l (?c, "treats", ?s) ?l ({name: "s1"}, "next"{1,2}, ?b) }', []),
    ('FIND(?b.name) WHERE { ?l ({name: "s1"}, "next"{1,2}, ?b) ?l (?c, "treats", ?s) }', []),
    # what is read through a UNION's columns only is read all the same
    (
        (
            'FIND(?h.name, ?s.name) WHERE { ?h {type: "Human", name: "Ann"} ?s {name: "Fever"} '
            'UNION { ?h {type: "Human", name: "Bob"} } }'
        ),
        [["Ann", "Fever"], ["Bob", None]],
    ),
    (
        (
            'FIND(?h.name, ?s.name) WHERE { ?d {type: "Drug", name: "Zinc"} OPTIONAL { ?h {name: "Ann"} '
            '?s {type: "Symptom", name: "Fever"} } UNION { ?h {type: "Human", name: "Bob"} } }'
        ),
        [["Ann", "Fever"], ["Bob", None]],
    ),
    (
        (
            'FIND(?d.name) WHERE { ?d {type: "Drug", name: "Zinc"} OPTIONAL { ?h {name: "Ann"} '
            '?s {name: "Fever"} UNION { ?s {name: "Nausea"} } } FILTER(IS_NOT_NULL(?h) && IS_NOT_NULL(?s)) }'
        ),
        ["Zinc"],
    ),
    (
        (
            'FIND(?d.name, ?s.name) WHERE { ?d {type: "Drug"} ?s {type: "Symptom"} '
            'FILTER(?s.name == "Fever") '
            'UNION { ?d {type: "City", name: "Aspirin"} } }'
        ),
        [
            ["Aspirin", "Fever"],
            ["Aspirin", None],
            ["Ibuprofen", "Fever"],
            ["Water", "Fever"],
            ["Zinc", "Fever"],
        ],
    ),
    # row 3: groups go by the value of an expression, also of a whole object
    (
        'FIND(?s.attributes, COUNT(?s)) WHERE { ?s {type: "Stop"} }',
        [[{}, 6]],
    ),
    ('FIND(COUNT(DISTINCT ?s.attributes)) WHERE { ?s {type: "Stop"} }', 1),
    # rows 11 and 12: an element is no string and no number
    ('FIND(?d.name) WHERE { ?d {type: "Drug"} FILTER(REGEX(?d, "a")) }', []),
    (
        'FIND(?d.name) WHERE { ?d {type: "Drug"} FILTER(!REGEX(?d, "^a")) }',
        ["Aspirin", "Ibuprofen", "Water", "Zinc"],
    ),
    ('FIND(SUM(?d), AVG(?d), MIN(?d), MAX(?d)) WHERE { ?d {type: "Drug"} }', [0, None, None, None]),
    ('FIND(?d.name, SUM(?l)) WHERE { ?l (?d, "eases", ?s) }', [["Aspirin", 0]]),
    # a condition that can't hold is an ordinary condition
    (
        (
            'FIND(?l.name) WHERE { (?a, "next", ?l) OPTIONAL { FILTER(?a.attributes.n < null) '
            '?x (?b, "next", ?a) (?a, "next"{2,}, ?x) } (?l, ?p, ?b) }'
        ),
        [],
    ),
    # a whole object is not null
    ('FIND(?d.name) WHERE { ?d {type: "Drug"} FILTER(IN(?d.attributes, [null])) }', []),
    ('FIND(?d.name) WHERE { ?d {type: "Drug", name: "Zinc"} FILTER(!IN(?d.metadata, [null])) }', ["Zinc"]),
    # JSON's numbers have one zero, and numbers are compared by value wherever they stand
    ('FIND(?c.name) WHERE { ?c {type: "City"} FILTER(?c.attributes.zero < 0) }', []),
    ('FIND(?c.name) WHERE { ?c {type: "City"} FILTER(?c.attributes.zero == 0) }', ["c5"]),
    ('FIND(?c.name) WHERE { ?c {type: "City"} FILTER(?c.attributes.o == {a: 1e16}) }', ["c3", "c4"]),
]


@pytest.mark.parametrize(("text", "expected"), ANSWERS, ids=[text for text, _ in ANSWERS])
def test_the_answer(memory: Memory, text: str, expected: Any) -> None:
    scalar = not isinstance(expected, list) or (bool(expected) and expected[0] == 0)
    assert (memory.find(text) if scalar else memory.rows(text)) == expected


def test_pages_of_whole_objects_go_on(memory: Memory) -> None:
    pages = memory.pages('FIND(?d.attributes, COUNT(?d)) WHERE { ?d {type: "Symptom"} } LIMIT 1')
    found = [(column[0], counts[0]) for column, counts in pages]
    assert sorted(found, key=repr) == [({"severity": 4}, 1), ({"severity": 7}, 1), ({}, 1)]


@pytest.mark.parametrize("direction", ["ASC", "DESC"])
def test_pages_pass_over_lists_of_all_kinds(memory: Memory, direction: str) -> None:
    text = f'FIND(?c.name) WHERE {{ ?c {{type: "City"}} }} ORDER BY ?c.attributes.v {direction}'
    names = [name for page in memory.pages(f"{text} LIMIT 1") for name in page]
    assert sorted(names) == CITIES
    assert names == memory.find(text)


def test_pages_of_groups_pass_over_lists_of_all_kinds(memory: Memory) -> None:
    text = 'FIND(?c.attributes.v, COUNT(?c)) WHERE { ?c {type: "City"} }'
    assert [count for page in memory.pages(f"{text} LIMIT 1") for count in page[1]] == [1] * len(CITIES)


def test_a_malformed_id_is_one_also_after_a_good_one(memory: Memory) -> None:
    good = memory.find('FIND(?d.id) WHERE { ?d {type: "Drug", name: "Zinc"} }')[0]
    text = "FIND(?d.name) WHERE { ?d {id: :i} }"
    assert memory.find(text, i=good) == ["Zinc"]
    assert memory.code(text, i="nonsense") == "KIP_1001"


def test_a_pattern_that_is_no_text_is_refused(memory: Memory) -> None:
    text = 'FIND(?d.name) WHERE { ?d {type: "Drug"} FILTER(REGEX(?d.name, :v)) }'
    assert memory.code(text, v="\ud800") in ("KIP_1001", "KIP_2003")
