"""Tells a log, line by line, that the managed Neo4j server is being fetched or started."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kip_engine.server import Progress, ProgressCallback

STEP = 20
MEGABYTE = 1_000_000


def in_lines(tell: Callable[[str], None]) -> ProgressCallback:
    """A callback for `LocalServer.ensure_running` that calls `tell` a few times, and never twice alike."""
    last = ""

    def report(progress: Progress) -> None:
        nonlocal last
        if (line := _line(progress)) != last:
            last = line
            tell(line)

    return report


def _line(progress: Progress) -> str:
    if progress.phase == "start":
        return "Starting Neo4j."
    percent = int(100 * progress.done / progress.total) // STEP * STEP if progress.total else 0
    megabytes = progress.total / MEGABYTE
    return f"Fetching Neo4j, once for this machine: {percent} % of {megabytes:.0f} MB."
