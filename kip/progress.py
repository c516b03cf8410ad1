"""Who is told how far long work has come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from kip_grammar.errors import KipError

Told = TypeVar("Told")


def listener(on_progress: Callable[[Told], Any] | None) -> Callable[[Told], Any]:
    """`on_progress`, or a listener that doesn't listen.  Raises KIP_2003, before any work, for what can't."""
    if on_progress is None:
        return _nobody
    if callable(on_progress):
        return on_progress
    raise KipError(
        "KIP_2003",
        f"on_progress is a {type(on_progress).__name__}, which can't be told anything.",
        hint="Pass a function of one argument, such as print, or leave it out.",
    )


def _nobody(_: object) -> None:
    pass
