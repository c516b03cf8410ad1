"""A space that has been opened."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable

from kip_cypher.schema import Schema


class Space:
    """One memory: its name, the secret its cursors are signed with, and what it defines.

    `schema` is a snapshot, replaced whole when this process defines something or refreshes it; another
    process's definitions show after `spaces.refresh`.  `age` is seconds since it was read.  `registered`
    names the owners whose vocabularies this process has defined here.
    """

    __slots__ = ("_lock", "_read_at", "cursor_secret", "name", "registered", "schema")

    def __init__(self, name: str, cursor_secret: str, schema: Schema) -> None:
        self.name = name
        self.cursor_secret = cursor_secret
        self.schema = schema
        self.registered: set[str] = set()
        self._lock = threading.Lock()
        self._read_at = time.monotonic()

    @property
    def age(self) -> float:
        """Seconds since `schema` was read from the database."""
        return time.monotonic() - self._read_at

    def refreshed(self, schema: Schema) -> None:
        """Take over what was just read."""
        with self._lock:
            self.schema, self._read_at = schema, time.monotonic()

    def learn(self, types: Iterable[str], predicates: Iterable[str]) -> None:
        """Add definitions that were just committed."""
        with self._lock:
            self.schema = Schema(self.schema.types.union(types), self.schema.predicates.union(predicates))

    def forget(self, types: Iterable[str], predicates: Iterable[str]) -> None:
        """Take out definitions whose deletion was just committed."""
        with self._lock:
            known = self.schema
            self.schema = Schema(known.types.difference(types), known.predicates.difference(predicates))

    def __repr__(self) -> str:
        return f"Space({self.name!r})"
