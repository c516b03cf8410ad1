"""A write with an idempotency key is applied once, however often it is sent."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import neo4j
import pytest

import kip

NAMES = 'FIND(?c.name) WHERE { ?c {type: "City"} }'
COUNT_UP = 'UPDATE ?c SET ATTRIBUTES { n: ADD(COALESCE(?c.attributes.n, 0), 1) } WHERE { ?c {type: "City"} }'
READ_N = 'FIND(?c.attributes.n) WHERE { ?c {type: "City"} }'


def upsert(*names: str, key: Any = "k") -> dict[str, Any]:
    commands = [f'UPSERT {{ CONCEPT ?c {{ {{type: "City", name: "{name}"}} }} }}' for name in names]
    return {"commands": commands, "idempotency_key": key}


@pytest.fixture
def city(client: kip.Client) -> kip.Client:
    """A memory of one city."""
    client.execute_kip(upsert("Oslo", key=None))
    return client


@pytest.mark.parametrize(
    "write",
    [
        'UPSERT { CONCEPT ?c { {type: "City", name: "Rome"} } }',
        COUNT_UP,
        'DELETE ATTRIBUTES {"n"} FROM ?c WHERE { ?c {type: "City"} }',
        'DELETE PROPOSITIONS ?l WHERE { ?l ({type: "City", name: "Oslo"}, "near", ?c) }',
        'DELETE CONCEPT ?c DETACH WHERE { ?c {type: "City", name: "Oslo"} }',
        'MERGE CONCEPT ?a INTO ?b WHERE { ?a {type: "City", name: "A"} ?b {type: "City", name: "Oslo"} }',
    ],
)
def test_the_second_time_it_answers_as_the_first(city: kip.Client, write: str) -> None:
    city.execute_kip(upsert("A", key=None))
    request = {"command": write, "idempotency_key": "once"}
    first = city.execute_kip(request)
    assert "result" in first
    assert city.execute_kip(request) == first


def test_it_is_not_applied_again(city: kip.Client) -> None:
    for _ in range(3):
        city.execute_kip({"command": COUNT_UP, "idempotency_key": "once"})
    assert city.execute(READ_N).result == [1]


def test_of_many_at_once_one_is_applied(city: kip.Client) -> None:
    request = {"command": COUNT_UP, "idempotency_key": "once"}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(city.execute_kip, [request] * 16))
    assert answers == [{"result": {"matched": 1, "updated": 1}}] * 16
    assert city.execute(READ_N).result == [1]


def test_a_batch_that_broke_off_goes_on_where_it_stopped(city: kip.Client) -> None:
    batch = {
        "commands": [
            COUNT_UP,
            {"command": COUNT_UP.replace("1)", ":by)"), "parameters": {"by": "no number"}},
        ],
        "idempotency_key": "once",
    }
    for _ in range(2):
        first, second = city.execute_kip(batch)["result"]
        assert "result" in first
        assert "error" in second
    assert city.execute(READ_N).result == [1]


def test_the_same_key_with_another_request_is_refused(client: kip.Client) -> None:
    client.execute_kip(upsert("Rome"))
    (outcome,) = client.execute_kip(upsert("Pisa"))["result"]
    assert outcome["error"]["code"] == "KIP_3003"
    assert client.execute(NAMES).result == ["Rome"]


def test_a_write_that_failed_can_be_sent_again_with_its_key(client: kip.Client) -> None:
    request = {"command": 'UPSERT { CONCEPT ?t { {type: "Town", name: "T"} } }', "idempotency_key": "once"}
    assert client.execute_kip(request)["error"]["code"] == "KIP_2001"
    client.execute('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Town"} } }')
    assert "result" in client.execute_kip(request)


def test_reads_and_dry_runs_use_no_key_up(city: kip.Client) -> None:
    key = {"idempotency_key": "once"}
    assert city.execute_kip({"command": NAMES, **key}) == {"result": ["Oslo"]}
    assert "result" in city.execute_kip({**upsert("Rome", key="once"), "dry_run": True})
    assert "error" not in city.execute_kip(upsert("Rome", key="once"))["result"][0]
    assert city.execute_kip({"command": NAMES, **key}) == {"result": ["Oslo", "Rome"]}


@pytest.mark.parametrize("key", ["", "  ", 7, "k" * 256, ["k"]])
def test_what_can_be_no_key_is_refused(client: kip.Client, key: Any) -> None:
    assert client.execute_kip(upsert("Rome", key=key))["error"]["code"] == "KIP_1001"


def test_keys_of_other_spaces_are_other_keys(client: kip.Client, space: str) -> None:
    client.execute_kip(upsert("Rome"))
    with kip.connect(space=f"{space}-2") as other:
        other.execute('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "City"} } }')
        other.execute_kip(upsert("Rome"))
        assert other.execute(NAMES).result == ["Rome"]
    kip.drop_space(f"{space}-2")


def test_keys_are_forgotten_after_a_day_and_with_their_space(
    city: kip.Client, space: str, neo4j_connection: Any
) -> None:
    uri, auth, database = neo4j_connection
    with neo4j.GraphDatabase.driver(uri, auth=auth) as driver:

        def cypher(text: str) -> list[Any]:
            return driver.execute_query(text, space=space, database_=database).records

        city.execute_kip({"command": COUNT_UP, "idempotency_key": "once"})
        city.execute_kip({"command": COUNT_UP, "idempotency_key": "another"})
        cypher("MATCH (k:IdempotencyKey {space: $space}) SET k.created_at = timestamp() - 86400001")
        city.execute_kip({"command": COUNT_UP, "idempotency_key": "once"})
        assert city.execute(READ_N).result == [3]
        assert cypher("MATCH (k:IdempotencyKey {space: $space}) RETURN count(k)")[0][0] == 1
        kip.drop_space(space)
        assert cypher("MATCH (k:IdempotencyKey {space: $space}) RETURN count(k)")[0][0] == 0
        city.execute_kip({"command": "DESCRIBE PRIMER"})
    with kip.connect(space=space):
        pass
