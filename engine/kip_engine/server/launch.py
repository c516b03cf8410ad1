"""Start a server: what must be there before its process, the process, and the wait for its first answer."""

from __future__ import annotations

from .config import neo4j_conf
from .fetch import fetch_jars
from .java import find_java
from .layout import Layout
from .locked import locked_jars
from .paths import jar_cache, write_private
from .ports import read_ports, take_ports
from .process import set_initial_password, spawn
from .progress import ProgressCallback
from .ready import wait_until_ready
from .state import ServerState, find_unrecorded, recorded_state, server_process, write_state


def _already_started(layout: Layout) -> ServerState | None:
    """A server that another client started and did not wait for, because it was killed."""
    if state := recorded_state(layout):
        return state
    process, ports = find_unrecorded(layout), read_ports(layout.ports)
    return ServerState(process.pid, ports.bolt, ports.http, ready=False) if process and ports else None


def _launch(layout: Layout, password: str, progress: ProgressCallback) -> ServerState:
    java = find_java()
    jars = fetch_jars(locked_jars(), jar_cache(), progress)
    ports = take_ports(layout.ports)
    write_private(layout.conf / "neo4j.conf", neo4j_conf(ports))
    if not layout.system_database.exists():
        set_initial_password(layout, java, jars, password)
    state = ServerState(spawn(layout, java, jars), ports.bolt, ports.http, ready=False)
    write_state(layout, state)
    return state


def start(layout: Layout, password: str, progress: ProgressCallback) -> ServerState:
    """A server of `layout` that answers.  The caller holds the lock.  Raises KIP_4003."""
    state = _already_started(layout) or _launch(layout, password, progress)

    def is_alive() -> bool:
        return server_process(layout, state.pid) is not None

    wait_until_ready(layout, state.ports, password, is_alive, progress)
    answered = ServerState(state.pid, state.bolt, state.http, ready=True)
    write_state(layout, answered)
    return answered
