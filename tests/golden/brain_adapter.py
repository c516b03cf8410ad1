"""Runs the golden scenarios of the brain: `brain_engine(kind)` for `brain_check.py`."""

from __future__ import annotations

from typing import Any, Protocol

from brain_core import CoreEngine


class Engine(Protocol):
    """What runs the operations of one scenario."""

    def run_op(self, op: dict[str, Any]) -> Any:
        """The observation of one operation."""
        ...


def brain_engine(kind: str) -> Engine:
    """An engine for one scenario of `kind` "core" or "verbs"."""
    return CoreEngine()
