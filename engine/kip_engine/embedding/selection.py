"""Which embedder this process uses: the default one where it is installed, another, or none."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec

from .embedder import Embedder
from .universal import PACKAGE, UniversalEmbedder

VARIABLE = "KIP_EMBEDDER"
_NONE = "off"
_chosen: list[Embedder | None] = []


def active() -> Embedder | None:
    """The embedder in use.  Without one everything is searched by words."""
    return _chosen[-1] if _chosen else _default()


def available() -> bool:
    """Whether there is an embedder in use."""
    return active() is not None


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
