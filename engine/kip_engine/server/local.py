"""One managed Neo4j server per home folder: started when needed, shared by all clients, stopped when told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout

from . import progress as watch
from .config import neo4j_conf
from .failures import unavailable
from .fetch import fetch_jars
from .java import find_java
from .layout import Layout
from .locked import locked_jars
from .logs import tail
from .password import USER, ensure_password, read_password
from .paths import jar_cache, server_home, write_private
from .ports import LOOPBACK, Ports, read_ports, take_ports
from .process import set_initial_password, spawn, terminate
from .ready import DATABASE, listens, wait_until_ready
from .state import (
    ServerState,
    find_unrecorded,
    forget_state,
    recorded_state,
    server_process,
    write_state,
)

# Whoever holds the lock may be fetching over a slow line.
LOCK_SECONDS = 1800.0


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """How to reach a running server.  `password` stays out of the representation."""

    uri: str
    user: str
    password: str = field(repr=False)
    database: str
    http_url: str
    pid: int
    home: Path

    @property
    def browser_url(self) -> str:
        """Neo4j Browser's address, with the connection filled in except for the password."""
        return f"{self.http_url}/browser/?dbms={self.uri.replace('://', f'://{self.user}@')}&db={self.database}"


class LocalServer:
    """The server of the folder `home` (default: this user's).  Processes that use it at once share one server."""

    def __init__(self, home: Path | None = None) -> None:
        self._layout = Layout(home.resolve() if home else server_home())

    @property
    def home(self) -> Path:
        """The folder everything of this server is in."""
        return self._layout.home

    @property
    def password_file(self) -> Path:
        """The file with the generated password, mode 0600."""
        return self._layout.password

    def ensure_running(self, progress: watch.ProgressCallback = watch.ignore) -> ServerInfo:
        """The running server, started (and before that fetched) if need be; it goes on when this process ends.

        Raises KIP_4003 if it cannot be fetched or started.
        """
        return self.status() or self._start(progress)

    def status(self) -> ServerInfo | None:
        """The running server, or None if it is stopped or still starting.  Never waits."""
        state = recorded_state(self._layout)
        password = read_password(self._layout.password)
        if state and state.ready and password and listens(state.bolt):
            return self._info(state, password)
        return None

    def stop(self) -> bool:
        """Stop the server and wait until it has ended; False if none was running."""
        if not self._layout.home.exists():
            return False
        with self._locked():
            state = recorded_state(self._layout)
            process = server_process(self._layout, state.pid) if state else find_unrecorded(self._layout)
            if process:
                terminate(process)
            forget_state(self._layout)
            return process is not None

    def logs(self, lines: int = 50) -> list[str]:
        """The last `lines` lines the server wrote since its last start."""
        return tail(self._layout.console, lines)

    def _start(self, progress: watch.ProgressCallback) -> ServerInfo:
        self._layout.create()
        with self._locked():
            password = ensure_password(self._layout.password)
            state = self._running() or self._launch(password, progress)
            self._await(state, password, progress)
            write_state(self._layout, ServerState(state.pid, state.bolt, state.http, ready=True))
            return self._info(state, password)

    def _running(self) -> ServerState | None:
        """A server someone else started, or started and was killed before noting it down."""
        if state := recorded_state(self._layout):
            return state
        process, ports = find_unrecorded(self._layout), read_ports(self._layout.ports)
        return ServerState(process.pid, ports.bolt, ports.http, ready=False) if process and ports else None

    def _launch(self, password: str, progress: watch.ProgressCallback) -> ServerState:
        java = find_java()
        jars = fetch_jars(locked_jars(), jar_cache(), progress)
        ports = take_ports(self._layout.ports)
        write_private(self._layout.conf / "neo4j.conf", neo4j_conf(ports))
        if not self._layout.system_database.exists():
            set_initial_password(self._layout, java, jars, password)
        state = ServerState(spawn(self._layout, java, jars), ports.bolt, ports.http, ready=False)
        write_state(self._layout, state)
        return state

    def _await(self, state: ServerState, password: str, progress: watch.ProgressCallback) -> None:
        def is_alive() -> bool:
            return server_process(self._layout, state.pid) is not None

        wait_until_ready(self._layout, state.bolt, password, is_alive, progress)

    def _info(self, state: ServerState, password: str) -> ServerInfo:
        return ServerInfo(
            uri=f"bolt://{LOOPBACK}:{state.bolt}",
            user=USER,
            password=password,
            database=DATABASE,
            http_url=f"http://{LOOPBACK}:{state.http}",
            pid=state.pid,
            home=self._layout.home,
        )

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            with FileLock(self._layout.lock, timeout=LOCK_SECONDS):
                yield
        except Timeout as busy:
            raise unavailable(
                f"another process has been starting the local server for {LOCK_SECONDS / 60:.0f} minutes",
                f"end the process that holds {self._layout.lock}",
            ) from busy
