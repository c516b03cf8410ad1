"""UPSERT against DELETE, MERGE and UPDATE on a few names: what is made and deleted adds up."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from racing import WRITERS, codes, in_processes, in_threads, memory, outcome, rows

import kip

STEPS = 25
NAMES = ("a", "b", "c", "d")
CREATE = 'UPSERT { CONCEPT ?d { {type: "Drug", name: :name} EXPECT VERSION 0 SET ATTRIBUTES { n: 1 } } }'
DELETE = 'DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Drug", name: :name} }'
MERGE = """MERGE CONCEPT ?x INTO ?y
    WHERE { ?x {type: "Drug", name: :name} ?y {type: "Drug", name: :other} }"""
LINK = """UPSERT { PROPOSITION ?l { ({type: "Drug", name: :name}, "treats", {type: "Drug", name: :other}) }
    PROPOSITION { ({type: "Drug", name: :other}, "stated", ?l) SET ATTRIBUTES { n: :n } } }"""
OTHERS = (
    'UPDATE ?d SET ATTRIBUTES { n: ADD(?d.attributes.n, 1) } WHERE { ?d {type: "Drug"} }',
    'UPDATE ?l SET METADATA { n: :n } WHERE { ?l (?s, "treats", ?o) }',
    'DELETE PROPOSITIONS ?l WHERE { ?l (?s, "treats", {type: "Drug", name: :name}) }',
    """UPSERT { CONCEPT ?x { {type: "Symptom", name: "s"}
    SET PROPOSITIONS { ("treats", {type: "Drug", name: :name}) } } }""",
)


def fight(client: kip.Client, number: int) -> Counter[str]:
    """Create, delete, merge and change the same names; how many concepts of each came (or went, below 0)."""
    random, alive = Random(number), Counter[str]()
    for step in range(STEPS):
        name, other = random.sample(NAMES, 2)
        code, result = outcome(client, CREATE, name=name)
        assert code in ("ok", "KIP_3005"), result
        alive[name] += code == "ok"
        for text in (random.choice((LINK, *OTHERS)), random.choice((DELETE, MERGE, *OTHERS))):
            code, result = outcome(client, text, name=name, other=other, n=step)
            assert code in ("ok", "KIP_3002"), result
            if code == "ok" and text in (DELETE, MERGE):
                alive[name] -= 1 if text is MERGE else result["deleted_concepts"]
    return alive


def check(client: kip.Client, counted: list[Counter[str]]) -> None:
    """Of every name there is one if one more came than went, and none if as many; no link is there twice."""
    alive: Counter[str] = Counter()
    for one in counted:
        alive.update(one)
    found = client.execute('FIND(?d.name, ?d.id) WHERE { ?d {type: "Drug"} }').result[0]
    assert sorted(found) == sorted(name for name in NAMES if alive[name])
    assert set(alive.values()) <= {0, 1}
    triples = rows(client, "FIND(?l.subject, ?l.predicate, ?l.object, ?l.id) WHERE { ?l (?s, ?p, ?o) }")
    assert max(Counter(triple[:3] for triple in triples).values(), default=1) == 1


def test_what_threads_create_delete_and_merge_adds_up(neo4j_connection: Any, space: str) -> None:
    with memory(neo4j_connection, space) as client:
        check(client, in_threads(client, fight))


def test_what_processes_create_delete_and_merge_adds_up(neo4j_connection: Any, space: str) -> None:
    with memory(neo4j_connection, space) as client:
        check(client, in_processes(neo4j_connection, space, fight))


def test_of_two_merges_in_opposite_directions_one_happens(neo4j_connection: Any, space: str) -> None:
    setup = """UPSERT { CONCEPT ?a { {type: "Drug", name: "a"} } CONCEPT ?b { {type: "Drug", name: "b"} }
        PROPOSITION ?l { (?a, "treats", ?b) } PROPOSITION { (?b, "stated", ?l) }
        PROPOSITION { (?b, "treats", ?a) } }"""

    def merge(client: kip.Client, number: int) -> tuple[str, Any]:
        name, other = ("a", "b") if number % 2 else ("b", "a")
        return outcome(client, MERGE, name=name, other=other)

    with memory(neo4j_connection, space) as client:
        for _ in range(5):
            client.execute(setup)
            assert codes(in_threads(client, merge, 4)) == {"ok": 1, "KIP_3002": 3}
            assert len(client.execute('FIND(?d) WHERE { ?d {type: "Drug"} }').result) == 1
            assert client.execute('FIND(COUNT(?l)) WHERE { ?l (?d, "treats", ?d) }').result == 1
            client.execute('DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Drug"} }')


def test_a_chain_of_merges_ends_with_one_concept_and_all_links(neo4j_connection: Any, space: str) -> None:
    names = [f"n{number}" for number in range(WRITERS + 1)]
    blocks = " ".join(
        f'CONCEPT ?{name} {{ {{type: "Drug", name: "{name}"}} }} CONCEPT ?s{name} {{ {{type: "Symptom", '
        f'name: "{name}"}} }} PROPOSITION {{ (?{name}, "treats", ?s{name}) }}'
        for name in names
    )

    def merge(client: kip.Client, number: int) -> tuple[str, Any]:
        return outcome(client, MERGE, name=names[number + 1], other=names[0])

    with memory(neo4j_connection, space) as client:
        client.execute(f"UPSERT {{ {blocks} }}")
        assert codes(in_threads(client, merge)) == {"ok": WRITERS}
        [survivor] = client.execute('FIND(?d) WHERE { ?d {type: "Drug"} }').result
        assert sorted(survivor["attributes"]["aliases"]) == names[1:]
        assert sorted(survivor["metadata"]["_merged_from"]) == [f"Drug:{name}" for name in names[1:]]
        assert survivor["metadata"]["_version"] == 1 + WRITERS
        linked = client.execute('FIND(?s.name) WHERE { ({type: "Drug", name: "n0"}, "treats", ?s) }').result
        assert sorted(linked) == names
