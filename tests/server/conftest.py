"""Servers of the tests' own, in temporary folders; the jars come from this machine's cache."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kip_engine.server import LocalServer, ServerInfo


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A running server for tests that leave it running."""
    server = LocalServer(tmp_path_factory.mktemp("shared") / "neo4j")
    server.ensure_running()
    yield server
    server.stop()


@pytest.fixture
def running(shared_server: LocalServer) -> ServerInfo:
    """How to reach the shared server."""
    return shared_server.ensure_running()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    """A server of this test alone, not yet started; whatever the test does to it, none is left behind."""
    server = LocalServer(tmp_path / "neo4j")
    yield server
    server.stop()
