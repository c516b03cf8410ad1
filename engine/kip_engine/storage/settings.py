"""Where the database is and how long it may take."""

from __future__ import annotations

import os
from dataclasses import dataclass

DEFAULT_TIMEOUT = 30.0


@dataclass(frozen=True, slots=True)
class Address:
    """One Neo4j database: a bolt or neo4j URI, user and password, and its name (None: the default)."""

    uri: str
    user: str
    password: str
    database: str | None = None

    @classmethod
    def from_environment(cls) -> Address | None:
        """The server that NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE name, if any."""
        uri = os.environ.get("NEO4J_URI")
        if not uri:
            return None
        user = os.environ.get("NEO4J_USERNAME", "neo4j")
        return cls(uri, user, os.environ.get("NEO4J_PASSWORD", ""), os.environ.get("NEO4J_DATABASE") or None)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one statement may take: `timeout` in seconds on the server, `rows` returned without a LIMIT.

    `reply_bytes` bounds what a request may answer, in bytes of JSON; None leaves it to `rows`.
    """

    timeout: float = DEFAULT_TIMEOUT
    rows: int = 100_000
    attempts: int = 8
    reply_bytes: int | None = None
