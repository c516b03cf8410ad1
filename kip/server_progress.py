"""Show a person on stderr that the managed Neo4j server is being fetched or started."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

if TYPE_CHECKING:
    from kip_engine.server import Progress as Report
    from kip_engine.server import ProgressCallback

COLUMNS = ("{task.description}", "{task.fields[amount]}")
MEGABYTE = 1_000_000


class _Bars:
    """One bar per phase, added when the phase is first reported."""

    def __init__(self, display: Progress) -> None:
        self._display = display
        self._tasks: dict[str, TaskID] = {}

    def show(self, report: Report) -> None:
        """Bring the bar of the report's phase up to date."""
        if report.phase == "fetch":
            amount = f"{report.done / MEGABYTE:.0f} of {report.total / MEGABYTE:.0f} MB"
            self._update("Fetching Neo4j, once for this machine", report.done, report.total, amount)
        else:  # how long a start takes is not known, so its bar pulses
            self._update("Starting Neo4j", report.done, None, "")

    def _update(self, text: str, done: float, total: float | None, amount: str) -> None:
        if text not in self._tasks:
            self._tasks[text] = self._display.add_task(text, total=total, amount=amount)
        self._display.update(self._tasks[text], completed=done, amount=amount)


@contextmanager
def server_progress() -> Iterator[ProgressCallback]:
    """A callback for `LocalServer.ensure_running` that draws bars for the block, if stderr is a terminal."""
    console = Console(stderr=True)
    text, amount = (TextColumn(column) for column in COLUMNS)
    columns = (SpinnerColumn(), text, BarColumn(), amount, TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as display:
        yield _Bars(display).show
