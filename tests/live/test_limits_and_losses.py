"""Calls that ask too much, and clients whose space, type or connection is gone: a code, no crash."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

import pytest

import kip

SCHEMA = 'UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Thing"} } }'
STORE = 'UPSERT { CONCEPT ?x { {type: "Thing", name: "x"} SET ATTRIBUTES { v: :v } } }'
UNION = ' UNION { ?x {type: "Thing"} }'


@pytest.fixture
def client(neo4j_connection: Any, space: str) -> Iterator[kip.Client]:
    uri, auth, database = neo4j_connection
    with kip.connect(uri, auth=auth, database=database, space=space) as client:
        client.execute(SCHEMA)
        yield client
        with contextlib.suppress(kip.KipError):  # a test may have dropped it
            kip.drop_space(space, uri, auth=auth, database=database)


def code(client: kip.Client, command: str, parameters: Any = None, **request: Any) -> str | None:
    response = client.execute_kip({"command": command, "parameters": parameters, **request})
    return response["error"]["code"] if "error" in response else None


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


def test_parameters_go_as_deep_as_an_export_can_be_written_again(client: kip.Client) -> None:
    assert code(client, STORE, {"v": nested(60)}) is None
    exported = client.execute('EXPORT ?x WHERE { ?x {type: "Thing"} }').result["capsule"]
    assert code(client, exported) is None
    assert code(client, STORE, {"v": nested(61)}) == "KIP_4002"
    assert code(client, STORE, {"v": nested(5_000)}) == "KIP_4002"


def test_a_parameter_that_holds_itself_is_refused(client: kip.Client) -> None:
    ring: dict[str, Any] = {}
    ring["ring"] = ring
    assert code(client, STORE, {"v": ring}) == "KIP_4002"


def test_parameters_beyond_16_mib_are_refused(client: kip.Client) -> None:
    assert code(client, STORE, {"v": "y" * (16 * 2**20 + 1)}) == "KIP_4002"


@pytest.mark.parametrize("parameters", [3, "x", ["v"], {2: 3}])
def test_parameters_that_are_no_object_are_refused(client: kip.Client, parameters: Any) -> None:
    assert code(client, STORE, parameters) == "KIP_1001"
    with pytest.raises(kip.KipError, match="KIP_1001"):
        client.execute(STORE, parameters)


def test_many_unions_are_answered_and_too_many_refused(client: kip.Client) -> None:
    head = 'FIND(?x.name) WHERE { ?x {type: "Thing"}'
    assert client.execute(head + UNION * 60 + " }").result == []
    assert code(client, head + UNION * 400 + " }") == "KIP_4002"


def test_too_many_conditions_and_expressions_are_refused(client: kip.Client) -> None:
    many = " && ".join(["?x.attributes.v != 1"] * 513)
    assert code(client, f'FIND(?x) WHERE {{ ?x {{type: "Thing"}} FILTER({many}) }}') == "KIP_4002"
    columns = ", ".join(["?x.name"] * 257)
    assert code(client, f'FIND({columns}) WHERE {{ ?x {{type: "Thing"}} }}') == "KIP_4002"


@pytest.mark.parametrize(("meta", "letter"), [("$ConceptType", "T"), ("$PropositionType", "p")])
def test_names_of_types_and_predicates_are_bounded(client: kip.Client, meta: str, letter: str) -> None:
    text = "UPSERT { CONCEPT ?t { {type: :meta, name: :name} } }"
    assert code(client, text, {"meta": meta, "name": letter * 255}) is None
    assert code(client, text, {"meta": meta, "name": letter * 256}) == "KIP_1002"


def test_a_write_whose_parameter_is_missing_does_not_stop_a_batch(client: kip.Client) -> None:
    count = 'FIND(COUNT(?x)) WHERE { ?x {type: "Thing"} }'
    responses = client.execute_kip({"commands": [STORE, count]})["result"]
    assert [response.get("result") for response in responses] == [None, 0]
    assert responses[0]["error"]["code"] == "KIP_1001"


def test_a_dry_run_of_aggregates_has_the_shape_of_nothing_found(client: kip.Client) -> None:
    text = 'FIND(COUNT(?x), SUM(?x.attributes.v), MIN(?x.name)) WHERE { ?x {type: "Thing"} }'
    assert client.execute_kip({"command": text, "dry_run": True}) == {"result": [0, 0, None]}
    primer = client.execute_kip({"command": "DESCRIBE PRIMER", "dry_run": True})["result"]
    assert primer == {"identity": None, "domain_map": [], "total_domains": 0}


def test_a_byte_order_mark_is_no_part_of_a_command(client: kip.Client) -> None:
    assert client.execute('\ufeffFIND(COUNT(?x)) WHERE { ?x {type: "Thing"} }').result == 0


def test_a_closed_client_says_so(neo4j_connection: Any, space: str) -> None:
    uri, auth, database = neo4j_connection
    client = kip.connect(uri, auth=auth, database=database, space=space)
    client.close()
    error = client.execute_kip({"command": "DESCRIBE DOMAINS"})["error"]
    assert (error["code"], error["message"]) == ("KIP_4003", "This client is closed.")
    kip.drop_space(space, uri, auth=auth, database=database)


def test_a_client_notices_that_its_space_was_deleted(client: kip.Client, neo4j_connection: Any) -> None:
    uri, auth, database = neo4j_connection
    kip.drop_space(client.space, uri, auth=auth, database=database)
    assert code(client, STORE, {"v": 1}) == "KIP_3002"
    assert code(client, "DESCRIBE PRIMER") == "KIP_3002"
    time.sleep(1.1)
    assert code(client, 'FIND(COUNT(?x)) WHERE { ?x {type: "Thing"} }') == "KIP_3002"


def test_a_client_notices_that_another_deleted_a_type(client: kip.Client, neo4j_connection: Any) -> None:
    uri, auth, database = neo4j_connection
    with kip.connect(uri, auth=auth, database=database, space=client.space) as other:
        other.execute('DELETE CONCEPT ?t DETACH WHERE { ?t {type: "$ConceptType", name: "Thing"} }')
    time.sleep(1.1)
    assert code(client, 'FIND(?x) WHERE { ?x {type: "Thing"} }') == "KIP_2001"
