"""`_version` is 1 and the number of effective changes, whoever makes them and by whatever statement."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from racing import PROCESSES, WRITERS, in_processes, in_threads, memory, outcome, rows

import kip

STEPS = 25
NAMES = ("a", "b", "c")
SETUP = """UPSERT { CONCEPT ?s { {type: "Symptom", name: "s"} }
  CONCEPT ?a { {type: "Drug", name: "a"} SET PROPOSITIONS { ("treats", ?s) } }
  CONCEPT ?b { {type: "Drug", name: "b"} SET PROPOSITIONS { ("treats", ?s) } }
  CONCEPT ?c { {type: "Drug", name: "c"} SET PROPOSITIONS { ("treats", ?s) } } }"""
TARGET = '({type: "Drug", name: :name}, "treats", {type: "Symptom", name: "s"})'
# Each with whether it changes the concept (0) or the link (1), and the key of its answer that says how often.
CHANGES: tuple[tuple[int, str | None, str], ...] = (
    (0, None, 'UPSERT { CONCEPT ?d { {type: "Drug", name: :name} SET ATTRIBUTES { last: :unique } } }'),
    (1, None, f"UPSERT {{ PROPOSITION {{ {TARGET} SET ATTRIBUTES {{ last: :unique }} }} }}"),
    (
        0,
        "updated",
        """UPDATE ?d SET ATTRIBUTES { n: ADD(COALESCE(?d.attributes.n, 0), 1) } SET METADATA { by: :unique }
        WHERE { ?d {type: "Drug", name: :name} }""",
    ),
    (1, "updated", f"UPDATE ?l SET METADATA {{ seen: :small }} WHERE {{ ?l {TARGET} }}"),
    (
        0,
        "updated",
        """UPDATE ?d SET ATTRIBUTES { small: :small } WHERE { ?d {type: "Drug", name: :name}
        FILTER(IS_NULL(?d.attributes.small) || ?d.attributes.small < :small) }""",
    ),
    (0, "updated_concepts", 'DELETE ATTRIBUTES {"small"} FROM ?d WHERE { ?d {type: "Drug", name: :name} }'),
    (1, "updated_propositions", f'DELETE METADATA {{"seen"}} FROM ?l WHERE {{ ?l {TARGET} }}'),
)
SAME = """UPSERT { CONCEPT ?d { {type: "Drug", name: :name}
    SET PROPOSITIONS { ("treats", {type: "Symptom", name: "s"}) } } }"""
EVERYBODY = """UPDATE ?d SET ATTRIBUTES { all: ADD(COALESCE(?d.attributes.all, 0), 1) }
    WHERE { ?d {type: "Drug"} }"""


def change(client: kip.Client, number: int) -> Counter[tuple[str, int]]:
    """Change things at random; how often each (name, concept or link) was changed by this writer."""
    random, counted = Random(number), Counter[tuple[str, int]]()
    for step in range(STEPS):
        name = random.choice(NAMES)
        which, key, text = random.choice(CHANGES)
        values = {"name": name, "unique": f"{number} {step}", "small": random.randrange(3)}
        code, result = outcome(client, text, **values)
        assert code == "ok", result
        counted[name, which] += 1 if key is None else result[key]
        assert outcome(client, SAME, name=name)[0] == "ok"
        if step % 5 == 0:
            assert outcome(client, EVERYBODY)[1] == {"matched": len(NAMES), "updated": len(NAMES)}
            counted.update({(each, 0): 1 for each in NAMES})
    return counted


def check(client: kip.Client, counted: list[Counter[tuple[str, int]]], writers: int) -> None:
    """The versions are the writers' counts."""
    total = sum(counted, Counter[tuple[str, int]]())
    found = rows(
        client,
        """FIND(?d.name, ?d.metadata._version, ?l.metadata._version, ?d.attributes.all)
        WHERE { ?d {type: "Drug"} ?l (?d, "treats", ?s) } ORDER BY ?d.name""",
    )
    everybody = writers * len(range(0, STEPS, 5))
    assert found == [(name, 1 + total[name, 0], 1 + total[name, 1], everybody) for name in NAMES]


def test_versions_are_what_the_threads_counted(neo4j_connection: Any, space: str) -> None:
    with memory(neo4j_connection, space) as client:
        client.execute(SETUP)
        check(client, in_threads(client, change), WRITERS)


def test_versions_are_what_the_processes_counted(neo4j_connection: Any, space: str) -> None:
    with memory(neo4j_connection, space) as client:
        client.execute(SETUP)
        check(client, in_processes(neo4j_connection, space, change), PROCESSES)
