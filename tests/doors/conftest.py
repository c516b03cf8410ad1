"""Doors as they are used: `kip mcp` and `kip serve` as processes, on a space of the test's own."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from serving import Door, start_serving, stop

import kip

CITIES = 3_000
MAKE_TYPES = """
UPSERT {
  CONCEPT ?city { {type: "$ConceptType", name: "City"} }
  CONCEPT ?near { {type: "$PropositionType", name: "near"} }
}
"""


@pytest.fixture(scope="session")
def environment(neo4j_connection: Any) -> dict[str, str]:
    """The variables that name the test server."""
    uri, (user, password), database = neo4j_connection
    return {
        "NEO4J_URI": uri,
        "NEO4J_USERNAME": user,
        "NEO4J_PASSWORD": password,
        "NEO4J_DATABASE": database,
    }


@pytest.fixture
def client(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, space: str) -> Iterator[kip.Client]:
    """A client of the space that the doors serve, with types to write with."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with kip.connect(space=space) as client:
        client.execute(MAKE_TYPES)
        yield client
    kip.drop_space(space)


@pytest.fixture
def cities(client: kip.Client) -> kip.Client:
    """A memory of 3 000 cities, more than fits into one answer."""
    block = 'CONCEPT ?c{0} {{ {{type: "City", name: "City {0:04}"}} SET ATTRIBUTES {{ note: "{1}" }} }}'
    blocks = (block.format(n, "é" * (n % 50)) for n in range(CITIES))
    client.execute("UPSERT { " + " ".join(blocks) + " }")
    return client


@pytest.fixture
def door(client: kip.Client, environment: dict[str, str], space: str) -> Iterator[Door]:
    """`kip serve` on the test's space."""
    door = start_serving(environment, "--space", space, "--reply-bytes", "20000")
    yield door
    if door.process.poll() is None:
        stop(door.process)


@pytest.fixture(scope="session")
def shared_door(environment: dict[str, str]) -> Iterator[Door]:
    """`kip serve` on a space that tests leave as it is."""
    space = f"test-{uuid.uuid4()}"
    uri, user, password, database = environment.values()
    door = start_serving(environment, "--space", space)
    yield door
    stop(door.process)
    kip.drop_space(space, uri, auth=(user, password), database=database)
