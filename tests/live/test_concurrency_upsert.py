"""UPSERT by many writers at once: no twins, no lost updates, one winner per version."""

from __future__ import annotations

from typing import Any

import pytest
from racing import PROCESSES, WRITERS, codes, in_processes, in_threads, memory, outcome, rows

import kip

NAMES = [f"n{number}" for number in range(12)]
STEPS = 4
GUARDED = """UPSERT { CONCEPT ?d { {type: "Drug", name: :name} EXPECT VERSION :version
    SET ATTRIBUTES { by: :by } } }"""


def write_all_names(client: kip.Client, number: int) -> list[Any]:
    """Write every name, every other writer from the end, each with links to the next one's concept."""
    ordered = NAMES if number % 2 else NAMES[::-1]
    blocks = [
        f"""CONCEPT ?c{place} {{ {{type: "Drug", name: "{name}"}} SET ATTRIBUTES :attributes }}
        PROPOSITION ?l{place} {{ (?c{place}, "treats", ?c0) }}
        PROPOSITION {{ (?c0, "stated", ?l{place}) }}"""
        for place, name in enumerate(ordered)
    ]
    text = f"UPSERT {{ {' '.join(blocks)} }}"
    return [outcome(client, text, attributes={f"w{number}_{step}": step}) for step in range(STEPS)]


def check_all_names(client: kip.Client, results: list[Any], writers: int) -> None:
    """Every name once, with what everybody wrote and as many versions; every link once."""
    assert codes([result for one in results for result in one]) == {"ok": writers * STEPS}
    found = rows(client, 'FIND(?d.name, ?d.attributes, ?d.metadata._version) WHERE { ?d {type: "Drug"} }')
    expected = {f"w{writer}_{step}": step for writer in range(writers) for step in range(STEPS)}
    assert sorted(found) == sorted((name, expected, writers * STEPS) for name in NAMES)
    links = rows(client, 'FIND(?s.name, ?l.metadata._version, ?o.name) WHERE { ?l (?s, "treats", ?o) }')
    hubs = {NAMES[0], NAMES[-1]} if writers > 1 else {NAMES[-1]}
    assert sorted(links) == sorted((name, 1, hub) for name in NAMES for hub in hubs)
    assert client.execute('FIND(COUNT(?l)) WHERE { ?l (?s, "stated", ?o) }').result == len(links)


def test_threads_that_upsert_the_same_names_in_opposite_orders_make_no_twins(
    neo4j_connection: Any, space: str
) -> None:
    with memory(neo4j_connection, space) as client:
        check_all_names(client, in_threads(client, write_all_names), WRITERS)


def test_processes_that_upsert_the_same_names_in_opposite_orders_make_no_twins(
    neo4j_connection: Any, space: str
) -> None:
    with memory(neo4j_connection, space) as client:
        results = in_processes(neo4j_connection, space, write_all_names)
        check_all_names(client, results, PROCESSES)


def raise_version(client: kip.Client, number: int) -> list[int]:
    """Read the version and write with it as guard, until some writes are in; the versions that were won."""
    won: list[int] = []
    while len(won) < STEPS:
        version = client.execute(
            'FIND(?d.metadata._version) WHERE { ?d {type: "Drug", name: "guarded"} }'
        ).result[0]
        code, message = outcome(client, GUARDED, name="guarded", version=version, by=f"{number} {version}")
        assert code in ("ok", "KIP_3005"), message
        if code == "ok":
            won.append(version)
    return won


def check_versions(client: kip.Client, won: list[list[int]], writers: int) -> None:
    """Every version was won by one writer, and the last one's content is there."""
    versions = sorted(version for one in won for version in one)
    assert versions == list(range(1, writers * STEPS + 1))
    by, version = rows(
        client, 'FIND(?d.attributes.by, ?d.metadata._version) WHERE { ?d {type: "Drug", name: "guarded"} }'
    )[0]
    assert version == writers * STEPS + 1
    last = next(number for number, one in enumerate(won) if versions[-1] in one)
    assert by == f"{last} {versions[-1]}"


def test_every_version_is_won_by_exactly_one_of_the_threads(neo4j_connection: Any, space: str) -> None:
    with memory(neo4j_connection, space) as client:
        client.execute('UPSERT { CONCEPT ?d { {type: "Drug", name: "guarded"} } }')
        check_versions(client, in_threads(client, raise_version), WRITERS)


def test_every_version_is_won_by_exactly_one_of_the_processes(neo4j_connection: Any, space: str) -> None:
    with memory(neo4j_connection, space) as client:
        client.execute('UPSERT { CONCEPT ?d { {type: "Drug", name: "guarded"} } }')
        check_versions(client, in_processes(neo4j_connection, space, raise_version), PROCESSES)


@pytest.mark.parametrize(
    "text",
    [
        'UPSERT { CONCEPT ?d { {type: "Drug", name: :name} EXPECT VERSION 0 } }',
        """UPSERT { CONCEPT ?d { {type: "Drug", name: :name} }
        PROPOSITION { (?d, "treats", ?d) EXPECT VERSION 0 } }""",
    ],
    ids=["concept", "link"],
)
def test_what_must_not_exist_yet_is_created_once(neo4j_connection: Any, space: str, text: str) -> None:
    def create(client: kip.Client, number: int) -> list[tuple[str, Any]]:
        return [outcome(client, text, name=name) for name in NAMES]

    with memory(neo4j_connection, space) as client:
        results = in_threads(client, create)
        for place in range(len(NAMES)):
            counted = codes([one[place] for one in results])
            assert counted == {"ok": 1, "KIP_3005": WRITERS - 1}


def test_a_statement_with_one_stale_guard_writes_nothing_of_it(neo4j_connection: Any, space: str) -> None:
    text = """UPSERT { CONCEPT ?own { {type: "Symptom", name: :own} }
        CONCEPT ?d { {type: "Drug", name: "guarded"} EXPECT VERSION :version
          SET ATTRIBUTES { by: :own } } }"""

    def attempt(client: kip.Client, number: int) -> list[tuple[str, str]]:
        results = []
        for version in range(STEPS):
            own = f"{number} {version}"
            results.append((outcome(client, text, own=own, version=version)[0], own))
        return results

    with memory(neo4j_connection, space) as client:
        results = [result for one in in_threads(client, attempt) for result in one]
        assert {code for code, _ in results} <= {"ok", "KIP_3005"}
        written = client.execute('FIND(?s.name) WHERE { ?s {type: "Symptom"} }').result
        assert sorted(written) == sorted(own for code, own in results if code == "ok")
