"""Fixtures that every folder of tests may use: a Neo4j to talk to, and a space of one's own in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import uuid
from collections.abc import Iterator

import pytest

Connection = tuple[str, tuple[str, str], str]


def _from_environment(uri: str) -> Connection:
    user = os.environ.get("NEO4J_USERNAME", "neo4j")
    return uri, (user, os.environ.get("NEO4J_PASSWORD", "")), os.environ.get("NEO4J_DATABASE", "neo4j")


def _docker_answers() -> bool:
    """Whether a Docker engine runs, not only its client."""
    if not shutil.which("docker"):
        return False
    return subprocess.run(["docker", "version"], capture_output=True, timeout=20).returncode == 0


def _in_container() -> Iterator[Connection]:
    from testcontainers.neo4j import Neo4jContainer

    with Neo4jContainer("neo4j:5.26-community", password="kip-tests") as container:
        yield container.get_connection_url(), (container.username, container.password), "neo4j"


def _managed() -> Connection:
    from kip_engine.server import LocalServer

    server = LocalServer().ensure_running()
    return server.uri, (server.user, server.password), server.database


@pytest.fixture(scope="session")
def neo4j_connection() -> Iterator[Connection]:
    """(uri, (user, password), database): NEO4J_URI if set, else a container, else the managed server.

    The managed server is one for all workers and stays up after the tests, as it does for any client.
    """
    if uri := os.environ.get("NEO4J_URI"):
        yield _from_environment(uri)
    elif _docker_answers():
        yield from _in_container()
    else:
        yield _managed()


@pytest.fixture
def server(neo4j_connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment that names the test server, for everything that calls `kip.connect()`."""
    uri, (user, password), database = neo4j_connection
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.setenv("NEO4J_USERNAME", user)
    monkeypatch.setenv("NEO4J_PASSWORD", password)
    monkeypatch.setenv("NEO4J_DATABASE", database)


@pytest.fixture
def space() -> str:
    """The name of a space that no other test uses."""
    return f"test-{uuid.uuid4()}"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite snapshots instead of comparing")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether snapshots are rewritten instead of compared."""
    return bool(request.config.getoption("--update"))
