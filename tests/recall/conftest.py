"""Memories to recall from, each of the test's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import kip


@pytest.fixture
def server(neo4j_connection: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment that names the test server, for everything that calls `kip.connect()`."""
    uri, (user, password), database = neo4j_connection
    monkeypatch.setenv("NEO4J_URI", uri)
    monkeypatch.setenv("NEO4J_USERNAME", user)
    monkeypatch.setenv("NEO4J_PASSWORD", password)
    monkeypatch.setenv("NEO4J_DATABASE", database)


@pytest.fixture
def client(server: None, space: str) -> Iterator[kip.Client]:
    """A client of a new memory."""
    with kip.connect(space=space) as client:
        yield client
    kip.drop_space(space)
