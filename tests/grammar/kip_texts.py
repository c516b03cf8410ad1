"""KIP texts that several tests share: every kind of statement, and every feature of each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

GOLDEN = Path(__file__).parent.parent / "golden" / "kip.jsonl"

FIND = r"""
FIND(?d) WHERE { ?d {type: "Drug"} }
FIND(?d.name, COUNT(DISTINCT ?s), SUM(?d.attributes.price)) WHERE { (?d, "treats", ?s) }
FIND(?d) WHERE { ?d {id: :i} } ORDER BY COUNT(DISTINCT ?s) DESC, ?d.name ASC, ?d.id LIMIT :n CURSOR "abc"
FIND(?l.metadata, ?l.attributes) WHERE { ?l (id: :id) ?m ("id": "P:1:treats") }
FIND(?x) WHERE { ?x {"type": :t, name: :n} ?y {id: "C:1"} }
FIND(?p) WHERE { ({type: "Drug", name: "A"}, ?p, (?a, "b" | "c" | :d, (id: "P:1"))) }
FIND(?x) WHERE { (?a, "p"{2}, ?b) (?a, :p{0,}, ?b) (?a, "p" { 1 , 3 }, ?b) }
FIND(?x) WHERE { FILTER(!(?x.name == "a" || ?x.id != :b) && IN(?x.type, ["a", :b, null])) }
FIND(?x) WHERE { FILTER(3 > ?x.attributes.n && ?x.attributes.tags == ["a"] || IS_NULL(?x)) }
FIND(?x) WHERE { FILTER(!!IS_NULL(?x.name)) FILTER(?x.attributes == {a: [2]}) FILTER(!?x.name == 1) }
FIND(?x) WHERE { NOT { ?x {name: "a"} UNION { ?x {name: "b"} OPTIONAL { (?x, "p", ?y) } } } }
FIND(?x) WHERE { FILTER((?x.name == 1 && ?x.id == 2) && (?x.type == 3 || (?x.id == 4 || ?x.id == 5))) }
"""
UPSERT = r"""
UPSERT { CONCEPT ?d { {id: :id} } }
UPSERT { CONCEPT ?d { {type: "T", name: "N"} EXPECT VERSION 0 SET ATTRIBUTES {a: 1, "b": 2} } }
UPSERT { CONCEPT ?d { {name: "N", type: "T"} SET PROPOSITIONS { ("p", ?x) ("q", {id: "C:1"}) } } }
UPSERT { CONCEPT ?d { {id: "1"} SET PROPOSITIONS { ("p", ?x) } SET ATTRIBUTES {} } }
UPSERT { CONCEPT ?d { {id: "1"} SET PROPOSITIONS { ("r", {type: "T", name: "M"}) WITH METADATA {c: 1,} } } }
UPSERT { CONCEPT ?d { {id: "1"} SET PROPOSITIONS { (:s, (id: "P:1")) ("t", (?a, "b", ?c)) } } }
UPSERT { CONCEPT ?d { {id: "1"} } WITH METADATA :m } WITH METADATA { source: "s" }
UPSERT { PROPOSITION { (?a, "p", {type: "T", name: "N"}) SET ATTRIBUTES :a } WITH METADATA {} }
UPSERT { PROPOSITION ?l { (id: "P:1") EXPECT VERSION :v SET ATTRIBUTES {a: 1} } }
UPSERT { CONCEPT ?a { {id: "1"} } } UPSERT { CONCEPT ?b { {id: "2"} } } UPSERT { PROPOSITION { (id: :i) } }
UPSERT { CONCEPT ?a { {id: "1"} SET ATTRIBUTES { list: [1, [], {}, [1,2,],], object: {a: {b: :c,},}, } } }
UPSERT { CONCEPT ?a { {id: "1"} SET ATTRIBUTES { text: "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00 // {" } } }
UPSERT { CONCEPT ?a { {id: "1"} SET ATTRIBUTES { n: -0.5e-3, big: 9223372036854775807, t: true, z: null } } }
UPSERT { CONCEPT ?a { {id: "1"} SET ATTRIBUTES { SET: 1, true: 2, id: {type: "a", name: "b"} } } }
UPSERT { CONCEPT ?a { {id: "1"} SET ATTRIBUTES { a: [{type: "a"}, :p], b: {type: "a", d: 1} } } }
"""
OTHERS = r"""
UPDATE ?d SET ATTRIBUTES {n: ADD(COALESCE(?d.attributes.n, 0), :by), l: [:x], s: "v"} WHERE { ?d {type: "T"} }
UPDATE ?d SET METADATA {m: CLAMP(MUL(?d.metadata.m, 0.5), -1, 1e0),} WHERE { ?d {type: "T"} } LIMIT 5
UPDATE ?d SET METADATA :m SET ATTRIBUTES {} WHERE { ?d {type: "T"} }
UPDATE ?d SET ATTRIBUTES {type: "a", name: "b"} SET METADATA {type: "a"} WHERE { ?d {type: "T"} } LIMIT :n
MERGE CONCEPT ?a INTO ?b WHERE { ?a {name: "A"} ?b {name: "B"} }
DELETE ATTRIBUTES {"a", :b} FROM ?d WHERE { ?d {type: "T"} }
DELETE METADATA { "a b" } FROM ?l WHERE { ?l (?s, "p", ?o) }
DELETE PROPOSITIONS ?l WHERE { ?l (?s, ?p, ?o) }
DELETE CONCEPT ?d DETACH WHERE { ?d {name: "N"} }
DESCRIBE PRIMER
DESCRIBE DOMAINS
DESCRIBE CONCEPT TYPES LIMIT 5 CURSOR "c"
DESCRIBE PROPOSITION TYPES CURSOR :c
DESCRIBE CONCEPT TYPE "Drug"
DESCRIBE PROPOSITION TYPE :p
SEARCH CONCEPT "深色" WITH TYPE "T" MODE "hybrid" THRESHOLD 0.5 LIMIT 3
SEARCH PROPOSITION :t WITH TYPE :y MODE :m THRESHOLD :h LIMIT :l
SEARCH CONCEPT "x" THRESHOLD 0 LIMIT 1
EXPORT ?x WHERE { ?x {type: "T"} } LIMIT 10 CURSOR :c
"""
VALID = [line for group in (FIND, UPSERT, OTHERS) for line in group.strip().splitlines()]


def golden_cases() -> list[dict[str, object]]:
    """The golden cases, setups included."""
    return [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]


def golden_commands() -> Iterator[str]:
    """Every command text of the golden cases, right or wrong."""
    for case in golden_cases():
        for command in [case.get("command"), *_list(case, "commands"), *_list(case, "setup")]:
            text = command["command"] if isinstance(command, dict) else command
            if isinstance(text, str):
                yield text


def _list(case: dict[str, object], key: str) -> list[object]:
    value = case.get(key, [])
    return value if isinstance(value, list) else []
