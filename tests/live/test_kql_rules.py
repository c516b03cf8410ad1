"""Pointed KQL cases, their values worked out by hand from the rules of the language.

Row numbers are those of the decisions on how the specification is read (docs/KIP.md lists the same points).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from kql_memory import FACTS, SCHEMA, Memory, memory_of

D = '?d {type: "Drug"}'
ALL = ["Aspirin", "Ibuprofen", "Water", "Zinc"]


@pytest.fixture(scope="module")
def memory(neo4j_connection: Any) -> Iterator[Memory]:
    with memory_of(neo4j_connection, SCHEMA, FACTS) as memory:
        yield memory


def drugs_where(condition: str) -> str:
    return f"FIND(?d.name) WHERE {{ {D} FILTER({condition}) }}"


FILTERS = [
    # comparisons are typed and complements exact (row 11)
    ("?d.attributes.risk == 2", ["Aspirin"]),
    ("?d.attributes.risk == 2.0", ["Aspirin"]),
    ("?d.attributes.risk == 3", ["Ibuprofen"]),
    ('?d.attributes.risk == "2"', ["Zinc"]),
    ("?d.attributes.risk != 2", ["Ibuprofen", "Water", "Zinc"]),
    ("!(?d.attributes.risk != 2)", ["Aspirin"]),
    ("?d.attributes.risk < 3", ["Aspirin"]),
    ("!(?d.attributes.risk < 3)", ["Ibuprofen", "Water", "Zinc"]),
    ("?d.attributes.risk >= 3", ["Ibuprofen"]),
    ('?d.attributes.risk < "3"', ["Zinc"]),
    ("?d.attributes.risk < null", []),
    ("!(?d.attributes.risk < null)", ALL),
    ("null < ?d.attributes.risk", []),
    ("?d.attributes.ok < true", []),
    ("?d.attributes.ok >= true", []),
    ("!(?d.attributes.ok >= true)", ALL),
    ("?d.attributes.ok == true", ["Aspirin", "Ibuprofen"]),
    ("?d.attributes.ok != true", ["Water", "Zinc"]),
    ("?d.attributes.ok == 1", []),
    ('?d.attributes.ok == "true"', []),
    ("?d.attributes.none == null", ALL),
    ("?d.attributes.none != null", []),
    ("?d.attributes.ok == null", ["Water"]),
    ("null == null", ALL),
    ("null != null", []),
    ("1 == 1.0", ALL),
    ('3 == "3"', []),
    ('"10" > "9"', []),
    ("10 > 9", ALL),
    ("1 < null || null == null", ALL),
    ("[1, 2] == [1.0, 2]", ALL),
    ("[1, 2] != [2, 1]", ALL),
    ("{a: 1, b: null} == {b: null, a: 1.0}", ALL),
    ("{a: 1} == {a: 1, b: null}", []),
    ("?d.attributes.code == ?d.attributes.code", ALL),
    ("?d.attributes.code != ?d.attributes.code", []),
    ("?d.attributes.code == ?d.attributes.nope", ["Water"]),
    ("?d.attributes.code < ?d.attributes.code", []),
    ("?d.attributes.code <= ?d.attributes.code", ["Aspirin", "Ibuprofen", "Zinc"]),
    ("?d.attributes.risk < ?d.attributes.price", ["Aspirin", "Ibuprofen"]),
    ("!(?d.attributes.risk < ?d.attributes.price)", ["Water", "Zinc"]),
    ("?d.attributes.tags <= ?d.attributes.tags", []),
    ("?d.attributes.ok <= ?d.attributes.ok", []),
    ("?d.attributes.box >= ?d.attributes.box", []),
    # objects and lists are JSON
    ('?d.attributes.tags == ["x", "y"]', ["Aspirin"]),
    ('?d.attributes.tags != ["x", "y"]', ["Ibuprofen", "Water", "Zinc"]),
    ('?d.attributes.tags == [1.0, "x", null]', ["Zinc"]),
    ('?d.attributes.tags == "x"', []),
    ("?d.attributes.box == {l: [1], k: 1}", ["Aspirin", "Ibuprofen"]),
    ("?d.attributes.box == {k: 1}", []),
    ("?d.attributes.box < {z: 9}", []),
    ("?d.attributes.tags < 5", []),
    ('?d.attributes.tags > ""', []),
    ('!(?d.attributes.tags > "")', ALL),
    ("[] == []", ALL),
    ("{} == []", []),
    # string functions are false for what is no string (row 12)
    ('CONTAINS(?d.attributes.code, "9")', ["Aspirin", "Zinc"]),
    ('!CONTAINS(?d.attributes.code, "9")', ["Ibuprofen", "Water"]),
    ('CONTAINS(?d.attributes.risk, "2")', ["Zinc"]),
    ('!CONTAINS(?d.attributes.risk, "2")', ["Aspirin", "Ibuprofen", "Water"]),
    ('CONTAINS(?d.attributes.tags, "x")', []),
    ('!CONTAINS(?d.attributes.tags, "x")', ALL),
    ('CONTAINS(?d.attributes.box, "k")', []),
    ('CONTAINS(?d.attributes.box, "json")', []),
    ('REGEX(?d.attributes.box, "json|k")', []),
    ('!REGEX(?d.attributes.box, "json|k")', ALL),
    ('CONTAINS(?d.attributes.code, "")', ["Aspirin", "Ibuprofen", "Zinc"]),
    ('STARTS_WITH(?d.name, "A")', ["Aspirin"]),
    ('STARTS_WITH("Aspirin and more", ?d.name)', ["Aspirin"]),
    ('ENDS_WITH(?d.name, "n")', ["Aspirin", "Ibuprofen"]),
    ("CONTAINS(?d.name, null)", []),
    ("!CONTAINS(?d.name, null)", ALL),
    ("CONTAINS(?d.name, 5)", []),
    ("STARTS_WITH(null, null)", []),
    ("CONTAINS(?d.attributes, ?d.name)", []),
    ("!CONTAINS(?d.attributes, ?d.name)", ALL),
    ('CONTAINS(?d, "x")', []),
    # IN may hold null, lists and mixed kinds
    ("IN(?d.attributes.risk, [])", []),
    ("!IN(?d.attributes.risk, [])", ALL),
    ("IN(?d.attributes.risk, [2, 3])", ["Aspirin", "Ibuprofen"]),
    ('IN(?d.attributes.risk, [2.0, "2", null])', ["Aspirin", "Water", "Zinc"]),
    ('!IN(?d.attributes.risk, [2.0, "2", null])', ["Ibuprofen"]),
    ("IN(?d.attributes.risk, [null])", ["Water"]),
    ("!IN(?d.attributes.risk, [5])", ALL),
    ('IN(?d.attributes.tags, [["x"], [1, "x", null]])', ["Ibuprofen", "Zinc"]),
    ("IN(?d.attributes.box, [{k: 1, l: [1]}])", ["Aspirin", "Ibuprofen"]),
    ('IN(?d.attributes.tags, ["x", "y"])', []),
    ("IN(null, [1, null])", ALL),
    ("IN(null, [1])", []),
    ("IN(1, [1.0])", ALL),
    ("IN(?d.attributes.ok, [1])", []),
    # null tests
    ("IS_NULL(?d.attributes.none)", ALL),
    ("IS_NOT_NULL(?d.attributes.none)", []),
    ("!IS_NULL(?d.attributes.ok)", ["Aspirin", "Ibuprofen", "Zinc"]),
    ("IS_NULL(?d)", []),
    ("IS_NULL(?d.attributes)", []),
    ("IS_NULL(null)", ALL),
    ("IS_NULL(1)", []),
    # REGEX searches
    ('REGEX(?d.attributes.code, "^A")', ["Aspirin", "Ibuprofen"]),
    ('REGEX(?d.attributes.code, "9$")', ["Aspirin", "Zinc"]),
    ('REGEX(?d.attributes.code, "^[A-Z]-\\\\d$")', ["Aspirin"]),
    ('REGEX(?d.attributes.code, "(?i)^a-9$")', ["Aspirin", "Zinc"]),
    ('REGEX(?d.attributes.code, "(a+)+$")', []),
    ('REGEX(?d.name, "(i|u)n$")', ["Aspirin"]),
    ('REGEX(?d.name, "")', ALL),
    ('!REGEX(?d.name, "^(A|Z)")', ["Ibuprofen", "Water"]),
    ('REGEX(?d.attributes.risk, "2")', ["Zinc"]),
    ('REGEX(?d.attributes.nope, ".*")', []),
    ('!REGEX(?d.attributes.nope, ".*")', ALL),
    ('REGEX(?d.attributes.nope, "(.*)")', []),
    ('!REGEX(?d.attributes.nope, "(.*)")', ALL),
    ('REGEX(?d.name, "r.{2,3}n$")', ["Ibuprofen"]),
    # logic
    ("!(?d.attributes.risk < 3 && ?d.attributes.ok == true)", ["Ibuprofen", "Water", "Zinc"]),
    ("!(?d.attributes.risk < 3 || ?d.attributes.ok == true)", ["Water", "Zinc"]),
    ("!!(?d.attributes.risk < 3)", ["Aspirin"]),
    ("!(!(?d.attributes.risk < 3) || ?d.attributes.price == null)", ["Aspirin"]),
    # elements and ids
    ("?d == ?d", ALL),
    ("?d != ?d", []),
    ("?d == null", []),
    ("?d != null", ALL),
    ('?d == "Aspirin"', []),
    ('?d != "Aspirin"', ALL),
    ("?d < 3", []),
    ("?d.id == ?d.id", ALL),
    ("?d.id < ?d.id", []),
    ("?d.metadata._version == 1", ALL),
    ('?d.type == "Drug" && ?d.name != "Zinc"', ["Aspirin", "Ibuprofen", "Water"]),
]


@pytest.mark.parametrize(("condition", "expected"), FILTERS, ids=[c for c, _ in FILTERS])
def test_a_filter_is_two_valued_and_typed(memory: Memory, condition: str, expected: list[str]) -> None:
    assert memory.rows(drugs_where(condition)) == expected


@pytest.mark.parametrize(("condition", "expected"), FILTERS, ids=[c for c, _ in FILTERS])
def test_its_negation_is_the_complement(memory: Memory, condition: str, expected: list[str]) -> None:
    assert memory.rows(drugs_where(f"!({condition})")) == sorted(set(ALL) - set(expected))


ROWS: list[tuple[str, list[Any]]] = [
    # a FILTER may stand before the clause that binds its variable; AND commutes (row 14)
    ('FIND(?d.name) WHERE { FILTER(?d.attributes.risk == 2) ?d {type: "Drug"} }', ["Aspirin"]),
    (
        'FIND(?d.name) WHERE { FILTER(IS_NULL(?e)) ?d {type: "Drug"} OPTIONAL { (?d, "eases", ?e) } }',
        ["Ibuprofen", "Water", "Zinc"],
    ),
    ('FIND(?d.name) WHERE { FILTER(1 == 1) ?d {type: "Drug", name: "Zinc"} FILTER(2 > 1) }', ["Zinc"]),
    ('FIND(?d.name) WHERE { FILTER(1 == 2) ?d {type: "Drug"} }', []),
    # a FILTER after a UNION applies to the merged rows, one before it to the left ones
    (
        (
            'FIND(?x.name) WHERE { ?x {type: "Drug"} FILTER(?x.attributes.risk == 2) UNION { ?x {type: '
            '"Symptom"} } }'
        ),
        ["Aspirin", "Fever", "Headache", "Nausea"],
    ),
    (
        'FIND(?x.name) WHERE { ?x {type: "Drug"} UNION { ?x {type: "Symptom"} } FILTER(?x.name > "N") }',
        ["Nausea", "Water", "Zinc"],
    ),
    (
        'FIND(?d.name, ?s.name) WHERE { ?d {type: "Drug", name: "Zinc"} UNION { ?s {name: "Fever"} } }',
        [["Zinc", None], [None, "Fever"]],
    ),
    # what follows a UNION is joined with the merged rows; null matches nothing (row 17)
    (
        'FIND(?d.name, ?s.name) WHERE { ?d {type: "Drug"} UNION { ?s {name: "Fever"} } (?d, "eases", ?e) }',
        [["Aspirin", None]],
    ),
    (
        'FIND(?d.name) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "eases", ?e) } (?x, "treats", ?e) }',
        ["Aspirin"],
    ),
    (
        'FIND(?d.name) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "eases", ?e) } ?e {type: "Symptom"} }',
        ["Aspirin"],
    ),
    # UNION in its place: three branches, overlapping bindings collapse
    (
        (
            'FIND(?d.name) WHERE { (?d, "treats", {name: "Fever"}) UNION { (?d, "eases", ?s) } '
            'UNION { (?d, "treats", {name: "Headache"}) } }'
        ),
        ["Aspirin", "Ibuprofen", "Zinc"],
    ),
    (
        'FIND(?p) WHERE { ({name: "Ann"}, ?p, ?o) UNION { (?s, ?p, {name: "Headache"}) } }',
        ["eases", "stated", "treats"],
    ),
    # NOT (rows 14, 15)
    ('FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { ?x {type: "Nothing"} } }', ALL),
    ('FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { ?x {type: "City"} } }', []),
    ('FIND(?d.name) WHERE { NOT { ?x {type: "City"} } ?d {type: "Drug"} }', ALL),
    ('FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { (?d, "treats", ?s) } }', ["Water"]),
    (
        'FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { NOT { (?d, "treats", ?s) } } }',
        ["Aspirin", "Ibuprofen", "Zinc"],
    ),
    (
        'FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { FILTER(?d.attributes.risk == 2) } }',
        ["Ibuprofen", "Water", "Zinc"],
    ),
    (
        (
            'FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { (?d, "treats", ?s) '
            "FILTER(?s.attributes.severity > 5) } }"
        ),
        ["Ibuprofen", "Water"],
    ),
    (
        (
            'FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { OPTIONAL { (?d, "eases", ?s) } '
            "FILTER(IS_NULL(?s)) } }"
        ),
        ["Aspirin"],
    ),
    (
        (
            'FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { (?d, "eases", ?s) UNION { (?d, "treats", '
            '{name: "Fever"}) } } }'
        ),
        ["Ibuprofen", "Water"],
    ),
    (
        (
            'FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { (?d, "eases", ?s) UNION { ?d {name: "Zinc"} '
            'OPTIONAL { (?d, "treats", ?z) } } } }'
        ),
        ["Ibuprofen", "Water"],
    ),
    # three levels: OPTIONAL in UNION in NOT; UNION in OPTIONAL; NOT in OPTIONAL in NOT
    (
        (
            'FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { ?d {name: "Water"} UNION { (?d, "treats", ?s) '
            'OPTIONAL { (?d, "eases", ?e) } FILTER(IS_NULL(?e)) } } }'
        ),
        ["Aspirin"],
    ),
    (
        (
            'FIND(?d.name, ?x.name) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "eases", ?x) '
            'UNION { (?d, "treats", ?x) ?x {name: "Fever"} } } }'
        ),
        [
            ["Aspirin", "Fever"],
            ["Aspirin", "Headache"],
            ["Ibuprofen", None],
            ["Water", None],
            ["Zinc", "Fever"],
        ],
    ),
    (
        (
            'FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { OPTIONAL { (?d, "treats", ?s) NOT { (?d, '
            '"eases", ?s) } } '
            "FILTER(IS_NOT_NULL(?s)) } }"
        ),
        ["Water"],
    ),
    (
        (
            'FIND(?d.name) WHERE { ?d {type: "Drug"} NOT { (?d, "treats", ?s) NOT { (?x, "treats", ?s) '
            'FILTER(?x != ?d) NOT { (?x, "eases", ?s) } } } }'
        ),
        ["Aspirin", "Water", "Zinc"],
    ),
    # OPTIONAL
    ('FIND(?x.name) WHERE { OPTIONAL { ?x {type: "City"} } }', ["Aspirin"]),
    ('FIND(?x.name) WHERE { OPTIONAL { ?x {type: "Nothing"} } }', [None]),
    ('FIND(?x.name) WHERE { OPTIONAL { ?x {type: "Nothing"} } OPTIONAL { ?y {type: "City"} } }', [None]),
    ('FIND(?x.name) WHERE { OPTIONAL { ?x {type: "Nothing"} } ?x {type: "Drug"} }', []),
    (
        (
            'FIND(?d.name, ?e.name, ?o.name) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "eases", ?e) } '
            'OPTIONAL { (?o, "treats", ?e) FILTER(?o != ?d) } }'
        ),
        [
            ["Aspirin", "Headache", "Ibuprofen"],
            ["Ibuprofen", None, None],
            ["Water", None, None],
            ["Zinc", None, None],
        ],
    ),
    ('FIND(?d.name) WHERE { OPTIONAL { (?d, "eases", ?s) } ?d {type: "Drug"} }', ["Aspirin"]),
    ('FIND(?d.name) WHERE { ?d {type: "Drug"} OPTIONAL { ?d {name: "Zinc"} } }', ALL),
    # sets of bindings, not of values; nulls once per distinct solution (rows 2, 3 of Cypher's habits)
    ('FIND(?d.attributes.ok) WHERE { ?d {type: "Drug"} }', [False, None, True, True]),
    (
        'FIND(?s.attributes.severity) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "treats", ?s) } }',
        [4, 7, None],
    ),
    ('FIND(?s.attributes.none) WHERE { ?s {type: "Symptom"} }', [None, None, None]),
    ('FIND(?d.name, ?d.name) WHERE { ?d {type: "Drug", name: "Zinc"} }', [["Zinc", "Zinc"]]),
    # existence and products (row 16)
    ('FIND(?d.name) WHERE { ?d {type: "Drug"} ?x {type: "Nothing"} }', []),
    ('FIND(?d.name) WHERE { ?d {type: "Drug"} (?x, "unused", ?y) }', []),
    ('FIND(?d.name) WHERE { ?d {type: "Drug"} (?x, "unused"{0,3}, ?y) }', ALL),
    ('FIND(?d.name) WHERE { ?d {type: "Drug"} (?x, "unused"{1,3}, ?y) }', []),
    ('FIND(COUNT(?d), COUNT(?s)) WHERE { ?d {type: "Drug"} ?s {type: "Symptom"} }', [4, 3]),
    (
        (
            'FIND(?h.name, ?s.name) WHERE { ?h {type: "Human"} ?s {type: "Symptom"} '
            "FILTER(?s.attributes.severity > 5) }"
        ),
        [["Ann", "Fever"], ["Bob", "Fever"]],
    ),
    # higher-order links (row 18)
    (
        'FIND(?h.name, ?d.name, ?s.name) WHERE { (?h, "stated", (?d, "treats", ?s)) }',
        [["Ann", "Aspirin", "Headache"], ["Bob", "Zinc", "Fever"]],
    ),
    ('FIND(?h.name) WHERE { (?h, "stated", (?x, "stated", (?d, "treats", {name: "Headache"}))) }', ["Bob"]),
    (
        'FIND(?h.name, ?l.predicate) WHERE { (?h, "stated", ?l) }',
        [["Ann", "treats"], ["Bob", "stated"], ["Bob", "treats"]],
    ),
    ('FIND(?o.type) WHERE { ({name: "Bob"}, "stated", ?o) }', [None, None]),
    (
        'FIND(?o.type, ?o.predicate) WHERE { (?s, "eases" | "stated", ?o) }',
        [["Symptom", None], [None, "stated"], [None, "treats"], [None, "treats"]],
    ),
    (
        'FIND(?h.name) WHERE { (?h, "stated", ?l) ?l (?d, "treats", ?s) (?d, "treats", {name: "Headache"}) }',
        ["Ann"],
    ),
    (
        'FIND(?l.metadata.conf) WHERE { ?l (?d, "treats", ?s) ?l (?d, "treats", {name: "Fever"}) }',
        [0.7, None],
    ),
    ('FIND(?l) WHERE { ?l (?d, "treats", ?s) ?l {type: "Drug"} }', []),
    ('FIND(?l) WHERE { ?l (?l, "treats", ?s) }', []),
    ('FIND(?s.name) WHERE { ?l (?d, "treats", ?s) ?l (?d, "eases", ?s) }', []),
    ('FIND(?s.name) WHERE { ?l (?d, "treats", ?s) ?m (?d, "eases", ?s) FILTER(?l != ?m) }', ["Headache"]),
    (
        'FIND(?s.name) WHERE { ?l (?d, "treats", ?s) ?m (?d, "treats", ?s) FILTER(?l == ?m) }',
        ["Fever", "Headache"],
    ),
    # predicate variables unify
    ('FIND(?p) WHERE { ({name: "Aspirin"}, ?p, {name: "Headache"}) }', ["eases", "treats"]),
    (
        'FIND(?p) WHERE { ({type: "Drug", name: "Zinc"}, ?p, ?a) ({type: "Drug", name: "Aspirin"}, ?p, ?b) }',
        ["treats"],
    ),
    (
        'FIND(?p, ?q) WHERE { ({type: "Drug", name: "Aspirin"}, ?p, ?s) (?x, ?q, ?s) FILTER(?p != ?q) }',
        [["eases", "treats"], ["treats", "eases"]],
    ),
    ("FIND(?p) WHERE { (?a, ?p, ?a) }", ["next"]),
    (
        'FIND(?d.name) WHERE { (?d, ?p, ?s) ?s {type: "Symptom"} NOT { (?x, ?p, ?s) FILTER(?x != ?d) } }',
        ["Aspirin"],
    ),
    ('FIND(?p) WHERE { (?d, ?p, {name: "Headache"}) FILTER(IN(?p, ["eases", null])) }', ["eases"]),
    ('FIND(?p) WHERE { (?d, ?p, {name: "Headache"}) FILTER(REGEX(?p, "^e")) }', ["eases"]),
    ('FIND(?p) WHERE { (?d, ?p, {name: "Headache"}) FILTER(REGEX(?p, "(a|b)t")) }', ["treats"]),
    (
        'FIND(?h.name, ?p) WHERE { (?h, "stated", (?d, ?p, ?s)) }',
        [["Ann", "treats"], ["Bob", "stated"], ["Bob", "treats"]],
    ),
    ('FIND(?p) WHERE { ?h {type: "Human"} OPTIONAL { (?h, ?p, {type: "Drug"}) } }', [None]),
    (
        (
            'FIND(?l.predicate) WHERE { ?l ({type: "Drug", name: "Aspirin"}, "eases" | "treats" | '
            '"eases", {name: "Headache"}) }'
        ),
        ["eases", "treats"],
    ),
    # walks (row 10 and the second of Cypher's habits)
    ('FIND(?o.name) WHERE { ({name: "s1"}, "next"{0}, ?o) }', ["s1"]),
    ('FIND(?o.name) WHERE { ({name: "s1"}, "next"{0,0}, ?o) }', ["s1"]),
    ('FIND(?o.name) WHERE { ({name: "s1"}, "next"{2}, ?o) }', ["s3"]),
    ('FIND(?o.name) WHERE { ({name: "s1"}, "next"{4}, ?o) }', ["s1"]),
    ('FIND(?o.name) WHERE { ({name: "s1"}, "next"{5}, ?o) }', ["s2"]),
    ('FIND(?o.name) WHERE { ({name: "s1"}, "next"{2,}, ?o) }', ["s1", "s2", "s3", "s4"]),
    ('FIND(?o.name) WHERE { ({name: "s1"}, "next"{3,5}, ?o) }', ["s1", "s2", "s4"]),
    ('FIND(?o.name) WHERE { ({name: "s1"}, "next"{6,7}, ?o) }', ["s3", "s4"]),
    ('FIND(?o.name) WHERE { (?o, "next"{3,5}, {name: "s1"}) }', ["s1", "s2", "s4"]),
    ('FIND(?o.name) WHERE { (?o, "next"{2}, {name: "s1"}) }', ["s3"]),
    ('FIND(?o.name) WHERE { ({name: "s5"}, "next"{1,}, ?o) }', ["s5"]),
    ('FIND(?o.name) WHERE { ({name: "s5"}, "next"{7}, ?o) }', ["s5"]),
    ('FIND(?o.name) WHERE { ({name: "s6"}, "next"{1,}, ?o) }', []),
    ('FIND(?o.name) WHERE { ({name: "s6"}, "next"{0,}, ?o) }', ["s6"]),
    ('FIND(?o.name) WHERE { ({name: "Nobody"}, "next"{0,}, ?o) }', []),
    ('FIND(?a.name) WHERE { (?a, "next"{4}, ?a) }', ["s1", "s2", "s3", "s4", "s5"]),
    ('FIND(?a.name) WHERE { (?a, "next"{1,3}, ?a) }', ["s5"]),
    ('FIND(?a.name) WHERE { ?a {type: "Stop"} (?a, "next"{0,1}, ?a) }', ["s1", "s2", "s3", "s4", "s5", "s6"]),
    (
        'FIND(?a.name, ?b.name) WHERE { (?a, "next"{2}, ?b) }',
        [["s1", "s3"], ["s2", "s4"], ["s3", "s1"], ["s4", "s2"], ["s5", "s5"]],
    ),
    ('FIND(?a.name, ?b.name) WHERE { ?a {name: "s1"} ?b {name: "s4"} (?a, "next"{3}, ?b) }', [["s1", "s4"]]),
    ('FIND(?a.name, ?b.name) WHERE { ?a {name: "s1"} ?b {name: "s4"} (?a, "next"{1,2}, ?b) }', []),
    (
        'FIND(?a.name) WHERE { ?a {type: "Stop"} NOT { (?a, "next"{2,3}, {name: "s1"}) } }',
        ["s1", "s4", "s5", "s6"],
    ),
    (
        (
            'FIND(?a.name, ?b.name) WHERE { ?a {type: "Stop"} OPTIONAL { (?a, "next"{3}, ?b) '
            'FILTER(?b.name == "s1") } FILTER(?a.name > "s1") }'
        ),
        [["s2", "s1"], ["s3", None], ["s4", None], ["s5", None], ["s6", None]],
    ),
    ('FIND(?l) WHERE { ?l ({name: "s1"}, "next"{1,3}, ?b) }', [None]),
    (
        'FIND(?b.name, ?l.metadata.conf) WHERE { ?l ({name: "s1"}, "next"{1,2}, ?b) }',
        [["s2", None], ["s3", None]],
    ),
    ('FIND(?x.name) WHERE { ({name: "s1"}, "next"{1}, ?m) (?m, "next"{1}, ?x) }', ["s3"]),
    ('FIND(COUNT(?x)) WHERE { (?x, "unused"{0,2}, ?x) ?x {type: "Stop"} }', 6),
    ('FIND(?x.predicate) WHERE { (?x, "unused"{0}, ?x) (?h, "stated", ?x) }', ["stated", "treats", "treats"]),
    # aggregates (rows 3, 4)
    ('FIND(COUNT(?d)) WHERE { (?d, "treats", ?s) }', 3),
    ('FIND(COUNT(DISTINCT ?d)) WHERE { (?d, "treats", ?s) }', 3),
    ('FIND(COUNT(?d.attributes.ok)) WHERE { ?d {type: "Drug"} }', 3),
    ('FIND(COUNT(DISTINCT ?d.attributes.ok)) WHERE { ?d {type: "Drug"} }', 2),
    ('FIND(COUNT(?d.attributes.none)) WHERE { ?d {type: "Drug"} }', 0),
    ('FIND(COUNT(DISTINCT ?d.attributes.box)) WHERE { ?d {type: "Drug"} }', 1),
    ('FIND(COUNT(?s)) WHERE { ?d {type: "Drug", name: "Water"} OPTIONAL { (?d, "treats", ?s) } }', 0),
    ('FIND(COUNT(?p)) WHERE { ({type: "Drug"}, ?p, {type: "Symptom"}) }', 2),
    ('FIND(COUNT(?l)) WHERE { ?l ({type: "Drug"}, ?p, {type: "Symptom"}) }', 5),
    ('FIND(SUM(?d.attributes.risk)) WHERE { ?d {type: "Drug"} }', 5),
    (
        (
            "FIND(AVG(?d.attributes.risk), SUM(?d.attributes.nope), MIN(?d.attributes.nope)) WHERE { ?d "
            '{type: "Drug"} }'
        ),
        [2.5, 0, None],
    ),
    ('FIND(MIN(?d.name), MAX(?d.name)) WHERE { ?d {type: "Drug"} }', ["Aspirin", "Zinc"]),
    (
        (
            "FIND(MIN(?d.attributes.ok), MAX(?d.attributes.tags), SUM(?d.attributes.code)) WHERE { ?d "
            '{type: "Drug"} }'
        ),
        [None, None, 0],
    ),
    ('FIND(SUM(?d.attributes.price), COUNT(?s)) WHERE { (?d, "treats", ?s) }', [19.0, 2]),
    ('FIND(COUNT(?d), COUNT(?d)) WHERE { ?d {type: "Drug"} }', [4, 4]),
    (
        'FIND(?s.name, COUNT(?d)) WHERE { ?s {type: "Symptom"} OPTIONAL { (?d, "treats", ?s) } }',
        [["Fever", 2], ["Headache", 2], ["Nausea", 0]],
    ),
    ('FIND(?d.attributes.ok, COUNT(?d)) WHERE { ?d {type: "Drug"} }', [[False, 1], [None, 1], [True, 2]]),
    ('FIND(?p, COUNT(?l)) WHERE { ?l ({type: "Drug"}, ?p, ?s) }', [["eases", 1], ["treats", 4]]),
    (
        'FIND(?p, ?s.name, COUNT(?d)) WHERE { (?d, ?p, ?s) ?s {type: "Symptom"} }',
        [["eases", "Headache", 1], ["treats", "Fever", 2], ["treats", "Headache", 2]],
    ),
    (
        'FIND(?p, COUNT(?d)) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, ?p, ?s) } }',
        [["eases", 1], [None, 1], ["treats", 3]],
    ),
    ('FIND(?d.attributes.box, COUNT(?d)) WHERE { ?d {type: "Drug"} }', [[{"k": 1, "l": [1]}, 2], [None, 2]]),
    ('FIND(?l.metadata.conf, COUNT(?h)) WHERE { (?h, "stated", ?l) }', [[0.6, 1], [0.9, 1], [None, 1]]),
    ('FIND(COUNT(?d), ?d.name) WHERE { ?d {type: "City"} }', [[1, "Aspirin"]]),
    ('FIND(?d.name, COUNT(?d)) WHERE { ?d {name: "Aspirin"} }', [["Aspirin", 2]]),
    ('FIND(?x.type, COUNT(?x)) WHERE { (?h, "stated", ?x) }', [[None, 3]]),
    # whole objects (row 19)
    ('FIND(?d.attributes) WHERE { ?d {name: "Water"} }', [{}]),
    ('FIND(?l.attributes) WHERE { ?l (?d, "eases", ?s) }', [{}]),
    (
        'FIND(?d.attributes.none, ?d.attributes.code) WHERE { ?d {type: "Drug", name: "Aspirin"} }',
        [[None, "A-9"]],
    ),
    ('FIND(?s.attributes) WHERE { ?d {name: "Water"} OPTIONAL { (?d, "treats", ?s) } }', [None]),
    (
        'FIND(?d.attributes) WHERE { ?d {type: "Drug", name: "Aspirin"} }',
        [
            {
                "risk": 2,
                "price": 5.5,
                "ok": True,
                "code": "A-9",
                "tags": ["x", "y"],
                "box": {"k": 1, "l": [1]},
                "none": None,
            }
        ],
    ),
]


@pytest.mark.parametrize(("text", "expected"), ROWS, ids=[text for text, _ in ROWS])
def test_an_answer_without_order(memory: Memory, text: str, expected: Any) -> None:
    result = memory.rows(text) if isinstance(expected, list) else memory.find(text)
    assert result == (sorted(expected, key=_as_sorted) if isinstance(expected, list) else expected)


def _as_sorted(value: Any) -> str:
    return repr(sorted(value.items()) if isinstance(value, dict) else value)


ORDERED: list[tuple[str, Any]] = [
    (
        'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.attributes.price',
        ["Aspirin", "Ibuprofen", "Zinc", "Water"],
    ),
    (
        'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.attributes.price DESC, ?d.name DESC',
        ["Ibuprofen", "Aspirin", "Zinc", "Water"],
    ),
    (
        'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.attributes.ok DESC, ?d.attributes.code ASC',
        ["Ibuprofen", "Aspirin", "Zinc", "Water"],
    ),
    (
        'FIND(?d.attributes.code) WHERE { ?d {type: "Drug"} } ORDER BY ?d.attributes.code DESC',
        ["a-9", "A-9", "A-10", None],
    ),
    (
        'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.attributes.nope',
        ["Aspirin", "Ibuprofen", "Zinc", "Water"],
    ),
    ('FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d', ["Aspirin", "Ibuprofen", "Zinc", "Water"]),
    (
        'FIND(?p) WHERE { (?a, ?p, ?b) NOT { ?b {type: "Domain"} } } ORDER BY ?p DESC',
        ["treats", "stated", "next", "eases"],
    ),
    # an unprojected variable: the least value for ASC, the greatest for DESC (row 5)
    (
        'FIND(?d.name) WHERE { (?d, "treats", ?s) } ORDER BY ?s.name ASC, ?d.name DESC',
        ["Zinc", "Aspirin", "Ibuprofen"],
    ),
    (
        'FIND(?d.name) WHERE { (?d, "treats", ?s) } ORDER BY ?s.name DESC, ?d.name DESC',
        ["Ibuprofen", "Aspirin", "Zinc"],
    ),
    (
        'FIND(?d.name) WHERE { ?l (?d, "treats", ?s) } ORDER BY ?l.metadata.conf',
        ["Aspirin", "Ibuprofen", "Zinc"],
    ),
    (
        'FIND(?d.name) WHERE { ?l (?d, "treats", ?s) } ORDER BY ?l.metadata.conf DESC',
        ["Aspirin", "Ibuprofen", "Zinc"],
    ),
    ('FIND(?s.name) WHERE { ?l (?d, "treats", ?s) } ORDER BY ?l.metadata.conf DESC LIMIT 1', ["Headache"]),
    # by an aggregate, by a key, by what is neither
    (
        (
            'FIND(?d.name, COUNT(?s)) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "treats", ?s) } } ORDER '
            "BY COUNT(?s) DESC, ?d.name DESC"
        ),
        [["Aspirin", "Zinc", "Ibuprofen", "Water"], [2, 1, 1, 0]],
    ),
    (
        'FIND(?d.name, COUNT(?s)) WHERE { (?d, "treats", ?s) } ORDER BY COUNT(?s) ASC, ?d.name ASC',
        [["Ibuprofen", "Zinc", "Aspirin"], [1, 1, 2]],
    ),
    (
        'FIND(?s.name, COUNT(?d)) WHERE { ?l (?d, "treats", ?s) } ORDER BY ?l.metadata.conf ASC',
        [["Fever", "Headache"], [2, 2]],
    ),
    (
        'FIND(?s.name, COUNT(?d)) WHERE { ?l (?d, "treats", ?s) } ORDER BY ?l.metadata.conf DESC',
        [["Headache", "Fever"], [2, 2]],
    ),
    (
        'FIND(?s.name, COUNT(?d)) WHERE { (?d, "treats", ?s) } ORDER BY ?d.name DESC',
        [["Fever", "Headache"], [2, 2]],
    ),
    (
        'FIND(?s.name, MAX(?d.name)) WHERE { (?d, "treats", ?s) } ORDER BY MAX(?d.name) ASC',
        [["Headache", "Fever"], ["Ibuprofen", "Zinc"]],
    ),
    (
        'FIND(?d.attributes.ok, COUNT(?d)) WHERE { ?d {type: "Drug"} } ORDER BY ?d.attributes.ok DESC',
        [[True, False, None], [2, 1, 1]],
    ),
    ('FIND(?d, COUNT(?s)) WHERE { ?d {type: "Nothing"} (?d, "treats", ?s) }', [[], []]),
    ('FIND(?d.name, COUNT(?s)) WHERE { ?d {type: "Nothing"} OPTIONAL { (?d, "treats", ?s) } }', [[], []]),
    ('FIND(?d.name, ?d.type) WHERE { ?d {type: "Nothing"} }', [[], []]),
    # scalars have one row, whatever the order and limit
    ('FIND(COUNT(?d)) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name LIMIT 1', 4),
    ('FIND(COUNT(?d), MIN(?d.name)) WHERE { ?d {type: "Drug"} } LIMIT 1', [4, "Aspirin"]),
    (
        (
            'FIND(?x.name) WHERE { ?x {type: "Symptom"} UNION { ?x {type: "Human"} } } ORDER BY '
            "?x.attributes.severity DESC, ?x.name ASC"
        ),
        ["Fever", "Headache", "Ann", "Bob", "Nausea"],
    ),
]


@pytest.mark.parametrize(("text", "expected"), ORDERED, ids=[text for text, _ in ORDERED])
def test_an_answer_in_order(memory: Memory, text: str, expected: Any) -> None:
    assert memory.find(text) == expected


ERRORS: list[tuple[str, str]] = [
    # scope (row 20)
    ('FIND(?x) WHERE { ?d {type: "Drug"} }', "KIP_3001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } ORDER BY ?x.name', "KIP_3001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(?x.name == "a") }', "KIP_3001"),
    ('FIND(COUNT(?x)) WHERE { ?d {type: "Drug"} }', "KIP_3001"),
    ('FIND(?s.name) WHERE { ?d {type: "Drug"} NOT { (?d, "treats", ?s) } }', "KIP_3001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} NOT { (?d, "treats", ?s) } FILTER(?s.name == "a") }', "KIP_3001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} UNION { ?e {type: "Drug"} FILTER(?d.name == "a") } }', "KIP_3001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(?e.name == "a") UNION { ?e {type: "Drug"} } }', "KIP_3001"),
    (
        (
            'FIND(?d) WHERE { ?d {type: "Drug"} NOT { ?e {type: "Drug"} UNION { ?f {type: "Drug"} '
            'FILTER(?d.name == "a") } } }'
        ),
        "KIP_3001",
    ),
    (
        'FIND(?d) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "treats", ?s) FILTER(?x.name == "a") } }',
        "KIP_3001",
    ),
    (
        'FIND(?d) WHERE { ?d {type: "Drug"} OPTIONAL { FILTER(?s.name == "a") } (?d, "treats", ?s) }',
        "KIP_3001",
    ),
    ('FIND(?d) WHERE { NOT { (?d, "treats", ?s) } }', "KIP_3001"),
    # undefined types and predicates, wherever they stand (row 6)
    ('FIND(?d) WHERE { ?d {type: "Drug"} NOT { ?x {type: "Drog"} } }', "KIP_2001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "heals", ?x) } }', "KIP_2001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} UNION { (?d, "treats" | "heals", ?x) } }', "KIP_2001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} NOT { (?d, "treats" | "heals", ?x) } }', "KIP_2001"),
    ('FIND(?d) WHERE { (?d, "heals"{1,2}, ?x) }', "KIP_2001"),
    ('FIND(?d) WHERE { (?d, "treats", {type: "Drog", name: "x"}) }', "KIP_2001"),
    ('FIND(?d) WHERE { (?h, "stated", (?d, "heals", ?s)) }', "KIP_2001"),
    ('FIND(?d) WHERE { ?d {type: "drug"} }', "KIP_2001"),
    # ids (row 7)
    ('FIND(?d) WHERE { ?d {id: "C:0000"} }', "KIP_3002"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "treats", {id: "C:0000"}) } }', "KIP_3002"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} NOT { (?d, "treats", {id: "C:0000"}) } }', "KIP_3002"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} UNION { ?d {id: "C:0000"} } }', "KIP_3002"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} NOT { ?l (id: "P:0000:treats") } }', "KIP_3002"),
    ('FIND(COUNT(?d)) WHERE { ?d {id: "C:0000"} }', "KIP_3002"),
    ('FIND(?d) WHERE { ?d {type: "Nothing"} NOT { ?l (id: "P:0000:treats") } } LIMIT 1', "KIP_3002"),
    ('FIND(?d) WHERE { ?d {id: "nonsense"} }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} OPTIONAL { ?l (id: "nonsense") } }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} NOT { (?d, "treats", {id: ""}) } }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {id: "C:0000", type: "Drug"} }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {id: "C:0000", name: "x"} }', "KIP_1001"),
    ("FIND(?d) WHERE { ?d {id: null} }", "KIP_1001"),
    ("FIND(?d) WHERE { ?d {name: null} }", "KIP_1001"),
    ("FIND(?d) WHERE { ?d {type: null} }", "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug", name: null} }', "KIP_1001"),
    ("FIND(?d) WHERE { ?d {name: 5} }", "KIP_1001"),
    ("FIND(?d) WHERE { ?d {} }", "KIP_1001"),
    # dot paths (row 19)
    ('FIND(?d.risk) WHERE { ?d {type: "Drug"} }', "KIP_1001"),
    ('FIND(?d.subject) WHERE { ?d {type: "Drug"} }', "KIP_1001"),
    ('FIND(?l.name) WHERE { ?l (?d, "treats", ?s) }', "KIP_1001"),
    ("FIND(?p.name) WHERE { (?d, ?p, ?s) }", "KIP_1001"),
    ('FIND(?d.attributes.box.k) WHERE { ?d {type: "Drug"} }', "KIP_1001"),
    ('FIND(?d.metadata.a.b) WHERE { ?d {type: "Drug"} }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(?d.attributes == {}) }', "KIP_1001"),
    # conditions
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(IN(?d.name, null)) }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(REGEX(?d.name, "(?=a)")) }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(REGEX(?d.name, "(a)\\\\1")) }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(REGEX(?d.name, "[")) }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(REGEX(?d.name, "a{2,1}")) }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(REGEX(?d.name, null)) }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(LENGTH(?d.name) == 1) }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER() }', "KIP_1001"),
    # paths and predicates
    ('FIND(?d) WHERE { (?d, "treats"{2,1}, ?s) }', "KIP_1001"),
    ("FIND(?d) WHERE { (?d, ?p{1,2}, ?s) }", "KIP_1001"),
    ('FIND(?d) WHERE { (?d, ?p | "treats", ?s) }', "KIP_1001"),
    ('FIND(?d) WHERE { (?d, "treats" | "eases"{1,2}, ?s) }', "KIP_1001"),
    ('FIND(?d) WHERE { (?d, "next"{65}, ?s) }', "KIP_4002"),
    # modifiers (row 30)
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT -1', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 1.5', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 2.0', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT null', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT true', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 2 CURSOR ""', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 2 CURSOR "abc"', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 2 CURSOR "é"', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 2 CURSOR null', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 2 CURSOR 5', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } CURSOR "abc"', "KIP_1001"),
    ('FIND(COUNT(?d)) WHERE { ?d {type: "Drug"} } CURSOR "abc"', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } ORDER BY COUNT(?d)', "KIP_1001"),
    ('FIND() WHERE { ?d {type: "Drug"} }', "KIP_1001"),
    ("FIND(?d) WHERE { }", "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} UNION { } }', "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} OPTIONAL { } }', "KIP_1001"),
    # integers outside 64 bits
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(?d.attributes.risk < 9223372036854775808) }', "KIP_1001"),
]


@pytest.mark.parametrize(("text", "code"), ERRORS, ids=[text for text, _ in ERRORS])
def test_a_fault_has_its_code(memory: Memory, text: str, code: str) -> None:
    assert memory.code(text) == code


PARAMETERS: list[tuple[str, dict[str, Any], Any]] = [
    ("FIND(?d) WHERE { ?d {type: :v} }", {"v": None}, "KIP_1001"),
    ("FIND(?d) WHERE { ?d {name: :v} }", {"v": None}, "KIP_1001"),
    ("FIND(?d) WHERE { ?d {id: :v} }", {"v": None}, "KIP_1001"),
    ("FIND(?d) WHERE { ?d (id: :v) }", {"v": None}, "KIP_1001"),
    ("FIND(?d) WHERE { ?d (id: :v) }", {"v": 7}, "KIP_1001"),
    ("FIND(?d) WHERE { ?d {name: :v} }", {"v": ["Zinc"]}, "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug", name: :v} }', {"v": None}, "KIP_1001"),
    ("FIND(?d) WHERE { (?d, :v, ?s) }", {"v": None}, "KIP_1001"),
    ('FIND(?d) WHERE { (?d, "treats", {name: :v}) }', {"v": None}, "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} NOT { (?d, "treats", {name: :v}) } }', {"v": None}, "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(?d.name == :v) }', {}, "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(?d.attributes.risk < :v) }', {"v": 2**63}, "KIP_2003"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(IN(?d.name, :v)) }', {"v": None}, "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(IN(?d.name, :v)) }', {"v": "Zinc"}, "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(REGEX(?d.name, :v)) }', {"v": None}, "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} FILTER(REGEX(?d.name, :v)) }', {"v": "(?<=a)b"}, "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT :v', {"v": None}, "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT :v', {"v": 0}, "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT :v', {"v": 2.0}, "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 1 CURSOR :v', {"v": None}, "KIP_1001"),
    ('FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 1 CURSOR :v', {"v": ""}, "KIP_1001"),
    ("FIND(?d.name) WHERE { ?d {type: :v} }", {"v": "Drog"}, "KIP_2001"),
    ("FIND(?d.name) WHERE { ?d {type: :v} }", {"v": "City", "unused": [1]}, ["Aspirin"]),
    ("FIND(?d.name) WHERE { ?d {type: :v, name: :w} }", {"v": "Drug", "w": "Zinc"}, ["Zinc"]),
    (
        'FIND(?d.name) WHERE { (?d, :v | "treats", {name: :w}) }',
        {"v": "eases", "w": "Headache"},
        ["Aspirin", "Ibuprofen"],
    ),
    ('FIND(?d.name) WHERE { ({name: "s1"}, :v{2}, ?d) }', {"v": "next"}, ["s3"]),
    (drugs_where("?d.attributes.risk == :v"), {"v": None}, ["Water"]),
    (drugs_where("?d.attributes.risk != :v"), {"v": None}, ["Aspirin", "Ibuprofen", "Zinc"]),
    (drugs_where("?d.attributes.risk == :v"), {"v": "2"}, ["Zinc"]),
    (drugs_where("?d.attributes.risk == :v"), {"v": 2}, ["Aspirin"]),
    (drugs_where("?d.attributes.tags == :v"), {"v": [1, "x", None]}, ["Zinc"]),
    (drugs_where("?d.attributes.box == :v"), {"v": {"l": [1], "k": 1}}, ["Aspirin", "Ibuprofen"]),
    (drugs_where("?d.attributes.box == {k: :v, l: [:v]}"), {"v": 1}, ["Aspirin", "Ibuprofen"]),
    (drugs_where("IN(?d.attributes.risk, [:v, 3])"), {"v": None}, ["Ibuprofen", "Water"]),
    (drugs_where("!IN(?d.attributes.risk, [:v, 3])"), {"v": None}, ["Aspirin", "Zinc"]),
    (drugs_where("IN(?d.attributes.risk, :v)"), {"v": [None, "2"]}, ["Water", "Zinc"]),
    (drugs_where("IN(?d.attributes.risk, :v)"), {"v": []}, []),
    (drugs_where("IN(?d.attributes.risk, :v)"), {"v": [2, 3]}, ["Aspirin", "Ibuprofen"]),
    (drugs_where("CONTAINS(?d.name, :v)"), {"v": None}, []),
    (drugs_where("!CONTAINS(?d.name, :v)"), {"v": None}, ALL),
    (drugs_where("CONTAINS(?d.name, :v)"), {"v": "in"}, ["Aspirin", "Zinc"]),
    (drugs_where("IS_NULL(:v)"), {"v": None}, ALL),
    (drugs_where("IS_NULL(:v)"), {"v": 0}, []),
    (drugs_where(":v == :w"), {"v": 1, "w": 1.0}, ALL),
    (drugs_where(":v < ?d.attributes.risk"), {"v": 2.5}, ["Ibuprofen"]),
    (drugs_where(":v < ?d.attributes.risk"), {"v": "1"}, ["Zinc"]),
    (drugs_where(":v < ?d.attributes.risk"), {"v": True}, []),
    (drugs_where("REGEX(?d.name, :v)"), {"v": "^Z"}, ["Zinc"]),
    (drugs_where("REGEX(?d.name, :v)"), {"v": "(t|n)"}, ["Aspirin", "Ibuprofen", "Water", "Zinc"]),
]


@pytest.mark.parametrize(
    ("text", "parameters", "expected"), PARAMETERS, ids=[f"{t} {p}" for t, p, _ in PARAMETERS]
)
def test_a_parameter_is_a_value(memory: Memory, text: str, parameters: dict[str, Any], expected: Any) -> None:
    if isinstance(expected, str):
        assert memory.code(text, **parameters) == expected
    else:
        assert memory.rows(text, **parameters) == expected


PAGES: list[tuple[str, list[Any]]] = [
    (
        'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.attributes.price DESC LIMIT 1',
        [["Ibuprofen"], ["Aspirin"], ["Zinc"], ["Water"]],
    ),
    (
        'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.attributes.ok LIMIT 2',
        [["Zinc", "Aspirin"], ["Ibuprofen", "Water"]],
    ),
    ('FIND(?d.name) WHERE { ?d {type: "Drug"} } LIMIT 4', [[*ALL[:1], "Ibuprofen", "Zinc", "Water"]]),
    (
        'FIND(?d.attributes.ok, COUNT(?d)) WHERE { ?d {type: "Drug"} } ORDER BY COUNT(?d) DESC LIMIT 1',
        [[[True], [2]], [[False], [1]], [[None], [1]]],
    ),
    (
        'FIND(?d.attributes.ok, COUNT(?d)) WHERE { ?d {type: "Drug"} } LIMIT 2',
        [[[False, True], [1, 2]], [[None], [1]]],
    ),
    (
        'FIND(?p, COUNT(?d)) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, ?p, ?s) } } LIMIT 1',
        [[["eases"], [1]], [["treats"], [3]], [[None], [1]]],
    ),
    (
        'FIND(?s.name) WHERE { ?d {type: "Drug"} OPTIONAL { (?d, "treats", ?s) } } ORDER BY ?s.name LIMIT 1',
        [["Fever"], ["Headache"], [None]],
    ),
    (
        'FIND(?d.name) WHERE { (?d, "treats", ?s) } ORDER BY ?s.name DESC LIMIT 1',
        [["Aspirin"], ["Ibuprofen"], ["Zinc"]],
    ),
    ('FIND(?d.name) WHERE { ?d {type: "Nothing"} } LIMIT 1', [[]]),
    ('FIND(?l) WHERE { ?l (?a, "next"{1,3}, ?b) } LIMIT 1', [[None]]),
]


@pytest.mark.parametrize(("text", "expected"), PAGES, ids=[text for text, _ in PAGES])
def test_pages_end_and_make_up_the_answer(memory: Memory, text: str, expected: list[Any]) -> None:
    assert memory.pages(text) == expected


def test_pages_pass_over_values_of_all_kinds(memory: Memory) -> None:
    text = 'FIND(?d.name) WHERE {{ ?d {{type: "Drug"}} }} ORDER BY ?d.attributes.{} {} LIMIT 1'
    for key in ("risk", "tags", "box", "none", "ok"):
        for direction in ("ASC", "DESC"):
            pages = memory.pages(text.format(key, direction))
            assert sorted(name for page in pages for name in page) == ALL, (key, direction)


def test_a_cursor_goes_on_under_another_limit(memory: Memory) -> None:
    text = 'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name'
    first = memory.client.execute(f"{text} LIMIT 1")
    second = memory.client.execute(f"{text} LIMIT 2 CURSOR :c", {"c": first.next_cursor})
    rest = memory.client.execute(f"{text} LIMIT 9 CURSOR :c", {"c": second.next_cursor})
    assert (first.result, second.result, rest.result) == (["Aspirin"], ["Ibuprofen", "Water"], ["Zinc"])
    assert rest.next_cursor is None


def test_a_cursor_is_good_for_its_own_statement_only(memory: Memory) -> None:
    text = 'FIND(?d.name) WHERE { ?d {type: "Drug"} FILTER(?d.name != :v) } ORDER BY ?d.name LIMIT 1'
    cursor = memory.client.execute(text, {"v": "Zinc"}).next_cursor
    assert cursor is not None
    other = text.replace("ORDER BY ?d.name", "ORDER BY ?d.name DESC")
    changed = cursor[:-2] + ("AA" if cursor[-2:] != "AA" else "BB")
    codes = [
        memory.code(f"{text} CURSOR :c", v="Water", c=cursor),
        memory.code(f"{other} CURSOR :c", v="Zinc", c=cursor),
        memory.code(f"{text} CURSOR :c", v="Zinc", c=changed),
        memory.code(f"{text} CURSOR :c", v="Zinc", c=cursor + "A"),
        memory.code(f"{text} CURSOR :c", v="Zinc", c=cursor[:-1]),
    ]
    assert codes == ["KIP_1001"] * 5
    assert memory.code(f"{text} CURSOR :c", v="Zinc", c=cursor) == "none"


def test_ids_are_checked_in_every_call_and_place(memory: Memory) -> None:
    drug = memory.find('FIND(?d.id) WHERE { ?d {type: "Drug", name: "Zinc"} }')[0]
    link = memory.find('FIND(?l.id) WHERE { ?l (?d, "eases", ?s) }')[0]
    assert memory.rows("FIND(?d.name) WHERE { ?d {id: :i} }", i=drug) == ["Zinc"]
    assert memory.code("FIND(?d.name) WHERE { ?d {id: :i} }", i=link) == "KIP_3002"
    assert memory.rows("FIND(?s.name) WHERE { ({id: :i}, ?p, ?s) }", i=drug) == ["Fever"]
    assert memory.rows("FIND(?l.predicate) WHERE { ?l (id: :i) }", i=link) == ["eases"]
    assert memory.rows("FIND(?d.name) WHERE { ?l (id: :i) ?l (?d, ?p, ?s) }", i=link) == ["Aspirin"]
    assert memory.rows(
        'FIND(?h.name) WHERE { ?h {type: "Human"} NOT { (?h, "stated", (id: :i)) } }', i=link
    ) == [
        "Ann",
        "Bob",
    ]
