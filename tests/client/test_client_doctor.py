"""The doctor sees every way in which a space can be broken.  Each is broken on purpose, by plain Cypher."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import neo4j
import pytest

import kip
from kip.client import examine
from kip_engine.doctor.environment import find_strays
from kip_engine.storage.settings import Address, Limits
from kip_engine.storage.sync import Database

DRUG = "MATCH (n:Drug {space: $space}) "
LINK = "MATCH (n:treats {space: $space}) WHERE n:Proposition "
ENDS = "MATCH (a:Drug {space: $space}), (b:Symptom {space: $space}) "
ELSEWHERE = "{space: $other, id: 'C:' + $other, key: $other}"

CORRUPTIONS = [
    ("complete-concepts", DRUG + "REMOVE n.name_key"),
    ("complete-links", LINK + "REMOVE n.subject"),
    ("two-ends", LINK + "MATCH (n)-[r:OBJECT]->() DELETE r"),
    ("two-ends", LINK + "MATCH (n)-[:SUBJECT]->(s) CREATE (n)-[:SUBJECT]->(s)"),
    ("ends-as-written", LINK + "SET n.object = 'C:ELSEWHERE'"),
    ("drawn-once", ENDS + "MATCH (a)-[t:treats]->(b) DELETE t"),
    ("drawn-once", ENDS + "MATCH (a)-[t:treats]->(b) CREATE (a)-[:treats {id: t.id}]->(b)"),
    ("drawn-once", ENDS + "MATCH (a)-[t:treats]->(b) CREATE (a)-[:learned {id: t.id}]->(b) DELETE t"),
    ("nothing-else-drawn", ENDS + "CREATE (b)-[:treats {id: 'P:NONE:treats'}]->(a)"),
    ("nothing-else-drawn", ENDS + "MATCH (a)-[t:treats]->(b) CREATE (b)-[:treats {id: t.id}]->(a)"),
    ("concept-labels", DRUG + "SET n:Symptom"),
    ("concept-labels", DRUG + "REMOVE n:Drug"),
    ("link-labels", LINK + "SET n:learned REMOVE n:treats"),
    ("unique-ids", LINK + "MATCH (d:Drug {space: $space}) SET n.id = d.id"),
    ("id-form", DRUG + "SET n.id = 'X:' + $space"),
    ("id-form", LINK + "SET n.id = 'P:' + $space + ':learned'"),
    ("versions", DRUG + "SET n._version = 0"),
    ("versions", LINK + "REMOVE n._version"),
    ("types-defined", "MATCH (n:Concept {space: $space, name: 'Drug'}) SET n.name = 'Drugs'"),
    ("predicates-defined", "MATCH (n:Concept {space: $space, name: 'treats'}) SET n.name = 'cures'"),
    ("within-space", DRUG + f"CREATE (n)-[:treats]->(:Concept {ELSEWHERE})"),
    ("genesis", "MATCH (n:Domain {space: $space, name: 'Archived'}) DETACH DELETE n"),
    ("keys", DRUG + "SET n.key = $other"),
    ("keys", DRUG + "SET n.name_key = $other"),
    ("keys", LINK + "SET n.key = $other"),
    ("search-text", DRUG + "SET n.search_text = 'something else'"),
    ("search-text", LINK + "SET n.search_text = 'what nobody wrote'"),
    ("nulls", DRUG + "SET n._nulls = n._nulls + ['risk']"),
    ("values", DRUG + "SET n.odd = ['(json)', '{broken']"),
]

Corrupt = Callable[[str], None]


@pytest.fixture
def corrupt(neo4j_connection: Any, space: str) -> Iterator[Corrupt]:
    """Runs Cypher on the test's space; `$other` is the name of one that doesn't exist."""
    uri, auth, database = neo4j_connection
    names = {"space": space, "other": f"{space}-other"}
    with neo4j.GraphDatabase.driver(uri, auth=auth) as driver:
        yield lambda text: driver.execute_query(text, names, database_=database) and None
        driver.execute_query("MATCH (n:Concept {space: $other}) DETACH DELETE n", names, database_=database)


def broken(client: kip.Client) -> dict[str, tuple[str, ...]]:
    """The checks that found something."""
    return {finding.check: finding.sample for finding in client.doctor() if not finding.ok}


def test_a_sound_space_passes_every_check(pharmacy: kip.Client) -> None:
    findings = pharmacy.doctor()
    assert [finding.check for finding in findings if finding.space and not finding.ok] == []
    assert {name for name, _ in CORRUPTIONS} <= {finding.check for finding in findings}


@pytest.mark.parametrize(
    ("check", "text"), CORRUPTIONS, ids=[f"{c}-{n}" for n, (c, _) in enumerate(CORRUPTIONS)]
)
def test_a_broken_invariant_is_named(pharmacy: kip.Client, corrupt: Corrupt, check: str, text: str) -> None:
    corrupt(text)
    found = broken(pharmacy)
    assert check in found
    assert found[check], "a finding names whom it found"


def test_an_element_without_a_space_is_found(neo4j_connection: Any, space: str, corrupt: Corrupt) -> None:
    uri, (user, password), name = neo4j_connection
    corrupt(f"CREATE (:Concept {ELSEWHERE})")
    database = Database(Address(uri, user, password, name), Limits(timeout=300))
    try:
        finding = database.run(find_strays([space]))
    finally:
        database.close()
    assert finding.check == "strays"
    assert finding.count >= 1


def test_offenders_are_counted_and_some_are_named(client: kip.Client, corrupt: Corrupt) -> None:
    corrupt("MATCH (n:Concept {space: $space}) WHERE n.type STARTS WITH '$' SET n._version = 0")
    finding = next(finding for finding in client.doctor() if finding.check == "versions")
    assert finding.count > len(finding.sample) == 5
    assert finding.to_dict()["ok"] is False


def test_the_surroundings_are_examined_too(client: kip.Client) -> None:
    of_database = {finding.check: finding.ok for finding in client.doctor() if finding.space is None}
    assert set(of_database) == {"server", "schema", "indexes", "clock"}
    assert of_database["server"]
    assert of_database["schema"]
    assert of_database["indexes"]


def test_both_clients_and_the_function_find_the_same(pharmacy: kip.Client, corrupt: Corrupt) -> None:
    corrupt(DRUG + "SET n._version = 0")

    async def examined() -> Any:
        async with kip.connect_async(space=pharmacy.space) as other:
            return await other.doctor()

    own = [finding for finding in pharmacy.doctor() if finding.space]
    assert [finding for finding in asyncio.run(examined()) if finding.space] == own
    assert [finding for finding in examine(pharmacy.space) if finding.space] == own
