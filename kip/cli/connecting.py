"""From options to a connected client."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kip.server_progress import server_progress

from .exits import UNAVAILABLE, failures_told

if TYPE_CHECKING:
    from kip import Client

Auth = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Server:
    """The server that --uri, --user and --password name, as far as they were given."""

    uri: str | None = None
    user: str | None = None
    password: str | None = None

    @property
    def auth(self) -> Auth | None:
        """What to log in with; None leaves it to NEO4J_USERNAME and NEO4J_PASSWORD."""
        if self.user is None and self.password is None:
            return None
        user = self.user or os.environ.get("NEO4J_USERNAME", "neo4j")
        password = os.environ.get("NEO4J_PASSWORD", "") if self.password is None else self.password
        return user, password


@contextmanager
def connected(server: Server, space: str, as_json: bool = False, **options: Any) -> Iterator[Client]:
    """A client of `space`.  Where there is no server the command ends with 3."""
    with _opened(server, space, as_json, options) as client, failures_told(as_json):
        yield client


@contextmanager
def _opened(server: Server, space: str, as_json: bool, options: dict[str, Any]) -> Iterator[Client]:
    from kip import connect

    with failures_told(as_json, code=UNAVAILABLE), server_progress() as report:
        client = connect(server.uri, auth=server.auth, space=space, on_progress=report, **options)
    with client:
        yield client
