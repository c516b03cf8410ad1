"""Which embedder this process uses: the default one where it is installed, another, or none."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec

from kip_cypher.query import Query
from kip_engine.storage.steps import Program

from .embedder import Embedder
from .universal import PACKAGE, UniversalEmbedder

VARIABLE = "KIP_EMBEDDER"
_NONE = "off"
EMBEDDED_BY = "MATCH (space:Space {name: $space}) RETURN space.embedding_model"
_chosen: list[Embedder | None] = []


def active() -> Embedder | None:
    """The embedder in use.  Without one everything is searched by words."""
    return _chosen[-1] if _chosen else _default()


def available() -> bool:
    """Whether there is an embedder in use."""
    return active() is not None


def search_modes(space: str) -> Program[list[str]]:
    """The modes that SEARCH has in `space`: by words alone as long as no vector is this embedder's."""
    embedder = active()
    if embedder is None:
        return ["keyword"]
    rows = yield Query(EMBEDDED_BY, {"space": space})
    same = bool(rows) and rows[0][0] == embedder.model
    return ["keyword", "semantic", "hybrid"] if same else ["keyword"]


def use(embedder: Embedder | None) -> None:
    """Use `embedder` in this process from now on; None for no embedder."""
    _chosen[:] = [embedder]


def use_default() -> None:
    """Use the default embedder again, where it is installed."""
    _chosen.clear()


@cache
def _default() -> Embedder | None:
    if os.environ.get(VARIABLE, "") == _NONE or find_spec(PACKAGE) is None:
        return None
    return UniversalEmbedder()
