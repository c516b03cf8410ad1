"""Which database a client talks to."""

from __future__ import annotations

from typing import Any

from kip_engine.storage.settings import Address


def find_address(
    uri: str | None, auth: tuple[str, str] | None, database: str | None, on_progress: Any = None
) -> Address:
    """The named server, else that of the NEO4J_… variables, else the managed local one, started if need be.

    Raises KIP_4003 if no server is named and the local one can't be started.
    """
    named = Address.from_environment()
    if uri is not None:
        user, password = auth or ((named.user, named.password) if named else ("neo4j", ""))
        return Address(uri, user, password, database)
    if named is not None:
        user, password = auth or (named.user, named.password)
        return Address(named.uri, user, password, database or named.database)
    return _local(database, on_progress)


def _local(database: str | None, on_progress: Any) -> Address:
    from kip_engine.server import LocalServer

    server = LocalServer()
    info = server.ensure_running(on_progress) if on_progress else server.ensure_running()
    return Address(info.uri, info.user, info.password, database or info.database)
