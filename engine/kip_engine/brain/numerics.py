"""Loads NumPy and SciPy when they are first wanted, and says so plainly where they are missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from kip_grammar.errors import KipError

_ARITHMETIC = "kip_engine.brain.arithmetic"


def weights() -> ModuleType:
    """The module of section weights.  Raises KIP_4003 where NumPy is missing."""
    return _load(f"{_ARITHMETIC}.weights")


def intervals() -> ModuleType:
    """The module of intervals.  Raises KIP_4003 where SciPy is missing."""
    return _load(f"{_ARITHMETIC}.intervals")


def _load(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ImportError as error:
        raise KipError(
            "KIP_4003",
            f"The brain's arithmetic needs a package that isn't installed: {error}.",
            hint='Install it with `pip install "kip-engine[brain]"`.',
            detail="numerics_missing",
        ) from error
