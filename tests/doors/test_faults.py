"""Lost servers, lost answers and statements that take too long."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import neo4j
import psutil
import pytest
from relay import Relay

import kip
from kip_engine.server import LocalServer

NAMES = 'FIND(?c.name) WHERE { ?c {type: "City"} }'
# No two of these variables are joined, so that the server has 3000 ^ 4 rows to look at.
HEAVY = """
FIND(COUNT(?a)) WHERE {
  ?a {type: "City"} ?b {type: "City"} ?c {type: "City"} ?d {type: "City"}
  FILTER(?a.attributes.note != ?b.attributes.note && ?c.attributes.note == ?d.name)
}
"""


def upsert(name: str) -> dict[str, Any]:
    text = f'UPSERT {{ CONCEPT ?c {{ {{type: "City", name: "{name}"}} SET ATTRIBUTES {{ n: 1 }} }} }}'
    return {"command": text, "idempotency_key": name}


@pytest.fixture
def relay(neo4j_connection: Any) -> Iterator[Relay]:
    """A line to the test server."""
    address = urlsplit(neo4j_connection[0])
    relay = Relay(address.hostname or "", address.port or 7687)
    yield relay
    relay.close()


@pytest.fixture
def far(client: kip.Client, relay: Relay, neo4j_connection: Any, space: str) -> Iterator[kip.Client]:
    """A client at the end of that line."""
    _, auth, database = neo4j_connection
    with kip.connect(f"bolt://127.0.0.1:{relay.port}", auth=auth, database=database, space=space) as far:
        yield far


def eventually(read: Callable[[], Any], wanted: Any, seconds: float = 10) -> Any:
    """What `read` gives once it is `wanted`, or at last: the commit may still be under way."""
    end = time.monotonic() + seconds
    while (found := read()) != wanted and time.monotonic() < end:
        time.sleep(0.05)
    return found


@pytest.mark.parametrize(("moment", "applied"), [("after", ["Rome"]), ("before", [])])
def test_a_commit_without_an_answer_is_of_unknown_outcome_and_can_be_repeated_with_its_key(
    client: kip.Client, far: kip.Client, relay: Relay, moment: str, applied: list[str]
) -> None:
    relay.armed = moment
    error = far.execute_kip(upsert("Rome"))["error"]
    assert error["code"] == "KIP_4003"
    assert error["message"].startswith("Outcome unknown")
    assert eventually(lambda: client.execute(NAMES).result, applied) == applied
    assert far.execute_kip(upsert("Rome"))["result"]["blocks"] == 1
    answer = client.execute('FIND(?c.name, ?c.metadata._version) WHERE { ?c {type: "City"} }')
    assert answer.result == [["Rome"], [1]]


def test_a_read_whose_end_is_lost_is_just_read_again(
    client: kip.Client, far: kip.Client, relay: Relay
) -> None:
    client.execute_kip(upsert("Rome"))
    relay.armed = "before"
    assert "Rome" in far.execute('EXPORT ?c WHERE { ?c {type: "City"} }').result["capsule"]
    assert relay.cuts == 1


def test_a_timeout_is_an_error_and_ends_the_query_on_the_server(
    cities: kip.Client, space: str, neo4j_connection: Any
) -> None:
    with kip.connect(space=space, timeout=0.2) as hasty:
        begun = time.monotonic()
        assert hasty.execute_kip({"command": HEAVY})["error"]["code"] == "KIP_4001"
        assert time.monotonic() - begun < 10  # Neo4j looks at its clock every two seconds
        assert hasty.execute(f"{NAMES} LIMIT 1").result == ["City 0000"]
    assert running(neo4j_connection, space) == 0


def test_a_call_that_is_given_up_ends_the_query_on_the_server(
    cities: kip.Client, space: str, neo4j_connection: Any
) -> None:
    async def give_up() -> None:
        async with kip.connect_async(space=space) as client:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(client.execute(HEAVY), 1.0)
            assert (await client.execute(f"{NAMES} LIMIT 1")).result == ["City 0000"]

    asyncio.run(give_up())
    deadline = time.monotonic() + 10
    while running(neo4j_connection, space) and time.monotonic() < deadline:
        time.sleep(0.2)
    assert running(neo4j_connection, space) == 0


def running(neo4j_connection: Any, space: str) -> int:
    """The transactions that work for `space` at the moment."""
    uri, auth, _ = neo4j_connection
    with neo4j.GraphDatabase.driver(uri, auth=auth) as driver:
        query = "SHOW TRANSACTIONS YIELD parameters WHERE parameters.space = $space RETURN 1"
        return len(driver.execute_query(query, space=space, database_="system").records) - 1


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    """A managed server of this test alone."""
    server = LocalServer(tmp_path / "neo4j")
    yield server
    server.stop()


def kill(pid: int) -> None:
    """Kill -9, and wait until the process is gone."""
    process = psutil.Process(pid)
    process.kill()
    process.wait(30)


def test_a_client_survives_its_servers_death(server: LocalServer, space: str) -> None:
    info = server.ensure_running()
    with kip.connect(info.uri, auth=(info.user, info.password), space=space) as client:
        client.execute('UPSERT { CONCEPT ?c { {type: "$ConceptType", name: "City"} } }')
        client.execute_kip(upsert("Rome"))
        kill(info.pid)
        lost = client.execute_kip({"command": NAMES})["error"]
        assert lost["code"] == "KIP_4003"
        assert "unknown" not in lost["message"]
        server.ensure_running()
        assert client.execute(NAMES).result == ["Rome"]
        written = writes_through_a_crash(client, server)
        found = set(client.execute(NAMES).result)
    assert {name for name, response in written.items() if "result" in response} <= found
    assert all(
        response["error"]["message"].startswith("Outcome unknown")
        for name, response in written.items()
        if "error" in response and name in found
    )


def writes_through_a_crash(client: kip.Client, server: LocalServer) -> dict[str, Any]:
    """The answers to writes that go on while the server is killed and started again."""
    info = server.status()
    assert info is not None
    written: dict[str, Any] = {}
    done = threading.Event()

    def write() -> None:
        while not done.is_set():
            name = f"City {len(written)}"
            written[name] = client.execute_kip({"command": upsert(name)["command"]})

    writer = threading.Thread(target=write)
    writer.start()
    time.sleep(1.0)
    kill(info.pid)
    server.ensure_running()
    done.set()
    writer.join(60)
    assert "result" in client.execute_kip(upsert("the first after the crash"))
    return written
