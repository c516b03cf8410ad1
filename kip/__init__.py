"""kip-engine: a memory that AI agents can query, question and take back.

    import kip

    with kip.connect() as client:
        client.execute('FIND(?d.name) WHERE { ?d {type: :t} } LIMIT 10', {"t": "Drug"}).result

`connect` starts a local Neo4j if no server is named.  Everything is loaded on first use, so that importing
this package stays quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kip_grammar.errors import KipError, Position

    from .aio import AsyncClient, connect_async
    from .beliefs import ALL_SCOPES, Claim, Evidence
    from .brain import BrainSettings
    from .client import Client, connect, drop_space, spaces
    from .response import Response

__version__ = "0.1.0"
__all__ = [
    "ALL_SCOPES",
    "AsyncClient",
    "BrainSettings",
    "Claim",
    "Client",
    "Evidence",
    "KipError",
    "Position",
    "Response",
    "connect",
    "connect_async",
    "drop_space",
    "spaces",
]

_HOMES = {
    "ALL_SCOPES": "kip.beliefs",
    "Claim": "kip.beliefs",
    "Evidence": "kip.beliefs",
    "AsyncClient": "kip.aio",
    "BrainSettings": "kip.brain",
    "connect_async": "kip.aio",
    "Client": "kip.client",
    "connect": "kip.client",
    "drop_space": "kip.client",
    "spaces": "kip.client",
    "Response": "kip.response",
    "KipError": "kip_grammar.errors",
    "Position": "kip_grammar.errors",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'kip' has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
