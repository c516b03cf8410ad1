"""Which process is the server of a home: as its state file says, or as found among those that run.

A process is the server of a home if its command line names that home's arguments file.  That survives reused
process ids and clock changes, and finds a server whose starter was killed before it wrote anything down.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

import psutil

from .layout import Layout
from .paths import write_private
from .ports import Ports


@dataclass(frozen=True, slots=True)
class ServerState:
    """A started server: its process id, its loopback ports, and whether it has answered since its start."""

    pid: int
    bolt: int
    http: int
    ready: bool

    @property
    def ports(self) -> Ports:
        """The ports it listens on."""
        return Ports(self.bolt, self.http)


def mark(layout: Layout) -> str:
    """The command line argument by which this home's server is known."""
    return f"@{layout.arguments}"


def write_state(layout: Layout, state: ServerState) -> None:
    """Remember `state`."""
    write_private(layout.state, json.dumps(asdict(state)))


def forget_state(layout: Layout) -> None:
    """Remove what describes a process that has ended."""
    layout.state.unlink(missing_ok=True)


def _read(layout: Layout) -> ServerState | None:
    try:
        return ServerState(**json.loads(layout.state.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _serves(process: psutil.Process, layout: Layout) -> bool:
    try:
        return mark(layout) in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def server_process(layout: Layout, pid: int) -> psutil.Process | None:
    """The process `pid`, if it runs and is this home's server."""
    try:
        process = psutil.Process(pid)
    except psutil.NoSuchProcess:
        return None
    return process if _serves(process, layout) else None


def recorded_state(layout: Layout) -> ServerState | None:
    """The state the state file holds, if its process still runs."""
    state = _read(layout)
    return state if state and server_process(layout, state.pid) else None


def find_unrecorded(layout: Layout) -> psutil.Process | None:
    """A running server of this home that no state file tells of."""
    return next((process for process in psutil.process_iter() if _serves(process, layout)), None)
