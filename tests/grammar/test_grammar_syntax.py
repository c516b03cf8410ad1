"""What is KIP, what isn't, and with which code."""

from __future__ import annotations

import pytest
from kip_texts import VALID, golden_cases

from kip_grammar import KipError, parse

# Cases that another layer refuses: schema, parameters, the table of functions, read-only calls.
BEYOND_THE_GRAMMAR = {
    "kml.upsert/bad-predicate-naming-style",
    "kml.upsert/bad-type-naming-style",
    "kql.filter/contains-arity",
    "kql.filter/in-needs-list",
    "kql.filter/is-null-arity",
    "kql.modifiers/limit-param-string",
    "request/param-in-string-1001",
    "request/param-none-given",
    "request/param-null-for-name-upsert",
    "request/readonly-rejects-delete",
    "request/readonly-rejects-update",
}
GOLDEN = [case for case in golden_cases() if isinstance(case.get("command"), str)]
REFUSED = [
    case
    for case in GOLDEN
    if case["expect"].get("error_code") in ("KIP_1001", "KIP_1002") and case["id"] not in BEYOND_THE_GRAMMAR
]


def code_of(text: str) -> str | None:
    """The code with which `text` is refused, None if it parses."""
    try:
        parse(text)
    except KipError as error:
        return error.code
    return None


@pytest.mark.parametrize("text", VALID)
def test_every_feature_parses(text: str) -> None:
    assert code_of(text) is None


def test_the_golden_commands_that_succeed_or_fail_later_parse() -> None:
    refused = {id(case) for case in REFUSED}
    failures = {case["id"]: code_of(case["command"]) for case in GOLDEN if id(case) not in refused}
    assert not {name: code for name, code in failures.items() if code}


def test_the_golden_syntax_errors_are_refused_with_their_codes() -> None:
    got = {case["id"]: code_of(case["command"]) for case in REFUSED}
    assert got == {case["id"]: case["expect"]["error_code"] for case in REFUSED}


WHERE = 'WHERE { ?d {type: "T"} }'


def block(rest: str) -> str:
    return 'UPSERT { CONCEPT ?d { {type: "T", name: "N"} ' + rest + " } }"


def filtered(condition: str) -> str:
    return 'FIND(?d) WHERE { ?d {type: "T"} FILTER(' + condition + ") }"


def matched(pattern: str) -> str:
    return "FIND(?d) WHERE { " + pattern + " }"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t// nothing\n",
        "FIND(?d)",
        f"FIND() {WHERE}",
        f"FIND(?d,) {WHERE}",
        f"FIND(?d ?e) {WHERE}",
        "FIND(?d) WHERE { }",
        f"FIND(?d) {WHERE} {WHERE}",
        f"FIND(?d) {WHERE} FIND(?e) {WHERE}",
        f"FIND(SUM(DISTINCT ?d.attributes.a)) {WHERE}",
        f"FIND(MEDIAN(?d)) {WHERE}",
        f"FIND(count(?d)) {WHERE}",
        f"FIND(COUNT()) {WHERE}",
        f"FIND(COUNT(?a, ?b)) {WHERE}",
        f"FIND(COUNT(SUM(?a))) {WHERE}",
        f'FIND("a") {WHERE}',
        f"FIND(?d.foo) {WHERE}",
        f"FIND(?d.Name) {WHERE}",
        f"FIND(?d.name.first) {WHERE}",
        f"FIND(?d.attributes.a.b) {WHERE}",
        f"FIND(? d) {WHERE}",
        f"FIND(?d . name) {WHERE}",
        f"FIND(?d) {WHERE} LIMIT 0",
        f"FIND(?d) {WHERE} LIMIT -1",
        f"FIND(?d) {WHERE} LIMIT 1.0",
        f"FIND(?d) {WHERE} LIMIT 1e2",
        f'FIND(?d) {WHERE} LIMIT "1"',
        f"FIND(?d) {WHERE} LIMIT true",
        f"FIND(?d) {WHERE} LIMIT",
        f'FIND(?d) {WHERE} CURSOR ""',
        f"FIND(?d) {WHERE} CURSOR 5",
        f"FIND(?d) {WHERE} LIMIT 1 LIMIT 2",
        f"FIND(?d) {WHERE} ORDER BY",
        f'FIND(?d) {WHERE} ORDER BY "name"',
        f"FIND(?d) {WHERE} ORDER BY ?d ASC DESC",
        f"FIND(?d) {WHERE} order by ?d",
        matched("?d {type: null}"),
        matched("?d {type: 1}"),
        matched("?d {}"),
        matched('?d {type: "T", type: "U"}'),
        matched('?d {type: "T", "type": "U"}'),
        matched('?d {id: "C:1", name: "N"}'),
        matched('?d {kind: "T"}'),
        matched('?d {type: "T",}'),
        matched('?d {type: "T" name: "N"}'),
        matched("(id: null)"),
        matched('(name: "P:1")'),
        matched('(?a, "p")'),
        matched('(?a, "p", ?b, ?c)'),
        matched('(?a "p" ?b)'),
        matched('("a", "p", ?b)'),
        matched('(?x {type: "T"}, "p", ?b)'),
        matched('(?a, "p", ?x (?b, "q", ?c))'),
        matched("(?a, ?p{1,2}, ?b)"),
        matched('(?a, ?p | "q", ?b)'),
        matched('(?a, "p" | ?q, ?b)'),
        matched('(?a, "p" | "q"{1}, ?b)'),
        matched('(?a, "p"{1} | "q", ?b)'),
        matched('(?a, "p"{3,1}, ?b)'),
        matched('(?a, "p"{-1,1}, ?b)'),
        matched('(?a, "p"{1.5}, ?b)'),
        matched('(?a, "p"{,2}, ?b)'),
        matched('(?a, "p"{}, ?b)'),
        matched('(?a, "p"{:n}, ?b)'),
        matched("(?a, null, ?b)"),
        matched('?d {type: "T"} NOT {}'),
        matched('?d {type: "T"} OPTIONAL {}'),
        matched('?d {type: "T"} UNION {}'),
        matched("?d"),
        filtered(""),
        filtered("?d"),
        filtered("?d.name"),
        filtered("true"),
        filtered(":flag"),
        filtered("!?d.name"),
        filtered("?d.name == "),
        filtered("?d.name = 1"),
        filtered("1 < ?d.attributes.a < 3"),
        filtered("(?d.name) == 1"),
        filtered("?d.attributes.a + 1 > 2"),
        filtered("contains(?d.name, 1)"),
        filtered("IN(?d.name, [1,2)"),
        filtered("CONTAINS(?d.name, CONTAINS(?d.name, 1))"),
        filtered("?d.attributes == {a: 1,}"),
        "FIND(?d) WHERE { FILTER ?d.name == 1 }",
        "UPSERT { }",
        "UPSERT",
        "UPSERT { CONCEPT ?d { } }",
        'UPSERT { CONCEPT { {type: "T", name: "N"} } }',
        'UPSERT { CONCEPT ?d { {type: "T"} } }',
        'UPSERT { CONCEPT ?d { {name: "T"} } }',
        'UPSERT { CONCEPT ?d { (id: "C:1") } }',
        'UPSERT { CONCEPT ?d { ?e {type: "T", name: "N"} } }',
        'UPSERT { PROPOSITION ?p { {id: "C:1"} } }',
        "UPSERT { PROPOSITION ?p { (?a, ?b, ?c) } }",
        'UPSERT { PROPOSITION ?p { (?a, "b"{1}, ?c) } }',
        'UPSERT { PROPOSITION ?p { (?a, "b" | "d", ?c) } }',
        'UPSERT { PROPOSITION ?p { ({type: "T"}, "b", ?c) } }',
        'UPSERT { PROPOSITION ?p { (?a, "b", (?c, "d", {name: "N"})) } }',
        'UPSERT { PROPOSITION ?p { (?a, "b", (?c, ?d, ?e)) } }',
        'UPSERT { PROPOSITION ?p { (?a, "b", ?c) SET PROPOSITIONS { ("q", ?d) } } }',
        'UPSERT { PROPOSITION ?p { (?a, "b", ?c) } } LIMIT 1',
        block("SET PROPOSITIONS { }"),
        block('SET PROPOSITIONS { ("p", {type: "T"}) }'),
        block("SET PROPOSITIONS { (?p, ?d) }"),
        block('SET PROPOSITIONS { ("p" | "q", ?d) }'),
        block('SET PROPOSITIONS { ("p"{1}, ?d) }'),
        block('SET PROPOSITIONS { ("p", ?a), ("q", ?b) }'),
        block('SET PROPOSITIONS { ("p", ?a) SET ATTRIBUTES {a: 1} }'),
        block("SET METADATA {a: 1}"),
        block("WITH METADATA {a: 1}"),
        block("SET ATTRIBUTES {a: 1} SET ATTRIBUTES {b: 1}"),
        block('SET ATTRIBUTES {a: 1} SET PROPOSITIONS { ("p", ?a) } SET ATTRIBUTES {b: 1}'),
        block('SET PROPOSITIONS { ("p", ?a) } SET PROPOSITIONS { ("p", ?a) }'),
        block("SET ATTRIBUTES {a: 1, a: 2}"),
        block('SET ATTRIBUTES {a: 1, "a": 2}'),
        block("SET ATTRIBUTES {a: {b: 1, b: 2}}"),
        block('SET ATTRIBUTES {a: 1, "\\u0061": 2}'),
        block("SET ATTRIBUTES {a: ADD(1, 2)}"),
        block("SET ATTRIBUTES {a: ?d.name}"),
        block("SET ATTRIBUTES {,}"),
        block("SET ATTRIBUTES {a: 1,,}"),
        block("SET ATTRIBUTES {a: [1,,2]}"),
        block("SET ATTRIBUTES {a: [,]}"),
        block("SET ATTRIBUTES {a: 1 b: 2}"),
        block("SET ATTRIBUTES {a}"),
        block("SET ATTRIBUTES [1]"),
        block('SET ATTRIBUTES "a"'),
        block("SET ATTRIBUTES {a: +1}"),
        block("SET ATTRIBUTES {a: 01}"),
        block("SET ATTRIBUTES {a: 1.}"),
        block("SET ATTRIBUTES {a: .5}"),
        block("SET ATTRIBUTES {a: 1e}"),
        block("SET ATTRIBUTES {a: 0x1F}"),
        block("SET ATTRIBUTES {a: 1_000}"),
        block("SET ATTRIBUTES {a: 9223372036854775808}"),
        block("SET ATTRIBUTES {a: -9223372036854775809}"),
        block("SET ATTRIBUTES {a: " + "9" * 5000 + "}"),
        block("SET ATTRIBUTES {a: 1e999}"),
        block("SET ATTRIBUTES {a: NaN}"),
        block("SET ATTRIBUTES {a: -Infinity}"),
        block("SET ATTRIBUTES {a: True}"),
        block("SET ATTRIBUTES {a: undefined}"),
        block("SET ATTRIBUTES {a: 'x'}"),
        block('SET ATTRIBUTES {a: "x\ny"}'),
        block('SET ATTRIBUTES {a: "x\ty"}'),
        block(r'SET ATTRIBUTES {a: "\x"}'),
        block(r'SET ATTRIBUTES {a: "\u12"}'),
        block('SET ATTRIBUTES {a: "\\'),
        block("EXPECT VERSION -1"),
        block("EXPECT VERSION 1.0"),
        block('EXPECT VERSION "1"'),
        block("EXPECT VERSION true"),
        block("SET ATTRIBUTES {a: 1} EXPECT VERSION 1"),
        block("") + " WITH METADATA {a: 1} WITH METADATA {b: 1}",
        block("") + ";",
        f"UPDATE ?d {WHERE}",
        "UPDATE ?d SET ATTRIBUTES {a: 1}",
        f"UPDATE ?d SET ATTRIBUTES {{a: 1}} SET ATTRIBUTES {{b: 1}} {WHERE}",
        f"UPDATE ?d SET METADATA {{a: 1}} SET METADATA {{b: 1}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: 1, a: 2}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: ?d.attributes.b}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: ADD(?e.attributes.b, 1)}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: ADD(ADD(?e.attributes.b, 1), 1)}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: ADD(?d, 1)}} {WHERE}",
        f'UPDATE ?d SET ATTRIBUTES {{a: ADD("1", 1)}} {WHERE}',
        f"UPDATE ?d SET ATTRIBUTES {{a: ADD(null, 1)}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: ADD(true, 1)}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: ADD([1], 1)}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: ADD(1)}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: ADD(1, 2, 3)}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: CLAMP(1, 2)}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: ADD()}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: SUB(1, 2)}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: add(1, 2)}} {WHERE}",
        f"UPDATE ?d SET ATTRIBUTES {{a: [ADD(1, 2)]}} {WHERE}",
        f"UPDATE ?d SET PROPOSITIONS {{a: 1}} {WHERE}",
        f"UPDATE ?d {WHERE} SET ATTRIBUTES {{a: 1}}",
        f"UPDATE ?d SET ATTRIBUTES {{a: 1}} {WHERE} ORDER BY ?d.name",
        f"MERGE ?a INTO ?b {WHERE}",
        f"MERGE CONCEPT ?a ?b {WHERE}",
        "MERGE CONCEPT ?a INTO ?b",
        f"MERGE CONCEPT ?a INTO ?b {WHERE} LIMIT 1",
        f"DELETE ATTRIBUTES {{}} FROM ?d {WHERE}",
        f'DELETE ATTRIBUTES {{"a",}} FROM ?d {WHERE}',
        f"DELETE ATTRIBUTES {{a}} FROM ?d {WHERE}",
        f'DELETE ATTRIBUTES ["a"] FROM ?d {WHERE}',
        f'DELETE ATTRIBUTES {{"a"}} ?d {WHERE}',
        f"DELETE CONCEPT ?d {WHERE}",
        f"DELETE DETACH CONCEPT ?d {WHERE}",
        f"DELETE PROPOSITION ?d {WHERE}",
        f"DELETE CONCEPT ?d DETACH {WHERE} LIMIT 1",
        "DESCRIBE",
        "describe primer",
        "DESCRIBE PRIMER LIMIT 1",
        "DESCRIBE CONCEPT TYPE",
        "DESCRIBE CONCEPT TYPE Drug",
        "DESCRIBE CONCEPT TYPE 5",
        'DESCRIBE CONCEPT TYPE "Drug" LIMIT 1',
        'DESCRIBE CONCEPT TYPES CURSOR "c" LIMIT 1',
        "DESCRIBE CONCEPT TYPES LIMIT 0",
        "SEARCH",
        'SEARCH "x"',
        "SEARCH CONCEPT x",
        "SEARCH CONCEPT 5",
        'SEARCH CONCEPT "x" MODE "fuzzy"',
        'SEARCH CONCEPT "x" MODE "Hybrid"',
        'SEARCH CONCEPT "x" MODE hybrid',
        'SEARCH CONCEPT "x" THRESHOLD 1.5',
        'SEARCH CONCEPT "x" THRESHOLD -0.1',
        'SEARCH CONCEPT "x" THRESHOLD "0.5"',
        'SEARCH CONCEPT "x" THRESHOLD true',
        'SEARCH CONCEPT "x" LIMIT 0',
        'SEARCH CONCEPT "x" LIMIT 1 CURSOR "c"',
        'SEARCH CONCEPT "x" LIMIT 1 WITH TYPE "T"',
        'SEARCH CONCEPT "x" MODE "hybrid" MODE "keyword"',
        'SEARCH CONCEPT "x" WITH TYPE 5',
        "EXPORT ?x",
        f"EXPORT ?x, ?y {WHERE}",
        f"EXPORT ?x {WHERE} ORDER BY ?x.name",
        "/* c */ DESCRIBE PRIMER",
        "DESCRIBE PRIMER // ok\n# not ok",
        "MATCH (n) RETURN n",
        "{}",
        "null",
        "\ufeffDESCRIBE PRIMER",
        "DESCRIBE\u00a0PRIMER",
        "\x00",
    ],
)
def test_what_is_not_kip_is_1001(text: str) -> None:
    assert code_of(text) == "KIP_1001"


@pytest.mark.parametrize(
    "text",
    [
        f"FIND(?1x) {WHERE}",
        f"FIND(?a-b) {WHERE}",
        f"FIND(?médicament) {WHERE}",
        f"FIND(?d.attributes.1a) {WHERE}",
        f"FIND(?d.attributes.a-b) {WHERE}",
        f"FIND(?d.attributes.été) {WHERE}",
        matched("?d {name: :1}"),
        matched("?d {name: :a-b}"),
        matched('?1d {type: "T"}'),
        block("SET ATTRIBUTES {a-b: 1}"),
        block("SET ATTRIBUTES {1a: 1}"),
        block("SET ATTRIBUTES {a.b: 1}"),
        block("SET ATTRIBUTES {été: 1}"),
        block("SET ATTRIBUTES {$a: 1}"),
        block("SET ATTRIBUTES {a: 1, 2: 1}"),
        'UPSERT { CONCEPT ?1 { {type: "T", name: "N"} } }',
    ],
)
def test_a_malformed_identifier_is_1002(text: str) -> None:
    assert code_of(text) == "KIP_1002"


@pytest.mark.parametrize(
    "text",
    [
        "DESCRIBE//c\nPRIMER",
        "DESCRIBE\r\n\tPRIMER//",
        'FIND(?m.name)WHERE{?m{type:"Maker"}}',
        'FIND(?d)WHERE{?d{type::t,name:"n"}}LIMIT:n CURSOR:c',
        'UPSERT{CONCEPT?d{{type:"T",name:"N"}SET ATTRIBUTES{a:true,b:null,c:[false],d::e}}}',
        "UPDATE ?d SET ATTRIBUTES{a:ADD(1,2)}WHERE{(id::x)}",
        'UPSERT { CONCEPT ?d { {id: "1"} SET // a comment\n ATTRIBUTES // and\n { /*no*/: 1 } } }'.replace(
            "/*no*/", "a"
        ),
        "SEARCH CONCEPT:t WITH TYPE:y",
        "FIND(?FIND.attributes.WHERE) WHERE { ?FIND {name: :LIMIT} }",
    ],
)
def test_blanks_and_comments_are_free(text: str) -> None:
    assert code_of(text) is None
