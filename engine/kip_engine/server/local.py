"""One managed Neo4j server per home folder: started when needed, shared by all clients, stopped when told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from filelock import FileLock, Timeout

from .failures import folder_problems_told, needs_local_extra, unavailable
from .layout import Layout
from .logs import last_lines
from .password import DATABASE, USER, ensure_password, read_password
from .paths import server_home
from .ports import LOOPBACK, listens
from .process import terminate
from .progress import ProgressCallback, ignore
from .state import ServerState, find_unrecorded, forget_state, recorded_state, server_process

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
        return (
            f"{self.http_url}/browser/?dbms={self.uri.replace('://', f'://{self.user}@')}&db={self.database}"
        )


class LocalServer:
    """The server of the folder `home` (default: this user's), which all processes that use it share."""

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

    def ensure_running(self, progress: ProgressCallback = ignore) -> ServerInfo:
        """The running server, fetched and started if need be; it goes on when this process ends.

        Raises KIP_4003 if it cannot be fetched or started.
        """
        return self.status() or self._start(progress)

    def status(self) -> ServerInfo | None:
        """The running server, or None if it is stopped or still starting.  Never waits for it."""
        state = recorded_state(self._layout)
        with folder_problems_told(self.home):
            password = read_password(self._layout.password)
        answering = state and state.ready and listens(state.bolt)
        return self._info(state, password) if state and password and answering else None

    def stop(self) -> bool:
        """Stop the server and wait until it has ended; False if none was running."""
        if not self._layout.home.exists():
            return False
        with folder_problems_told(self.home), self._locked():
            state = recorded_state(self._layout)
            process = server_process(self._layout, state.pid) if state else find_unrecorded(self._layout)
            if process:
                terminate(process)
            forget_state(self._layout)
            return process is not None

    def logs(self, lines: int = 50) -> list[str]:
        """The last `lines` lines the server wrote."""
        return last_lines(self._layout, lines)

    def _start(self, progress: ProgressCallback) -> ServerInfo:
        with needs_local_extra():  # imported here, so that finding a running server stays quick
            from .launch import start
        with folder_problems_told(self.home), self._locked():
            password = ensure_password(self._layout.password)
            return self._info(start(self._layout, password, progress), password)

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
        self._layout.create()
        try:
            with FileLock(self._layout.lock, timeout=LOCK_SECONDS):
                yield
        except Timeout as busy:
            raise unavailable(
                f"another process has been starting the local server for {LOCK_SECONDS / 60:.0f} minutes",
                f"end the process that holds {self._layout.lock}",
            ) from busy
