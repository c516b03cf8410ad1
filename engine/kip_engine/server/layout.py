"""The files of one server, all below its home folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from .paths import make_private


@dataclass(frozen=True, slots=True)
class Layout:
    """Names every file and folder of the server at `home`."""

    home: Path

    @property
    def conf(self) -> Path:
        """Neo4j's configuration folder."""
        return self.home / "conf"

    @property
    def run(self) -> Path:
        """What describes the running process; worthless once it has ended."""
        return self.home / "run"

    @property
    def password(self) -> Path:
        """The generated password, mode 0600."""
        return self.home / "password"

    @property
    def ports(self) -> Path:
        """The remembered ports."""
        return self.home / "ports.json"

    @property
    def lock(self) -> Path:
        """Held by whoever starts or stops the server; the system frees it when its holder dies."""
        return self.home / "lock"

    @property
    def state(self) -> Path:
        """Which process is the server."""
        return self.run / "server.json"

    @property
    def arguments(self) -> Path:
        """The server's command line."""
        return self.run / "server.args"

    @property
    def log(self) -> Path:
        """Neo4j's user log, which Neo4j rotates."""
        return self.home / "logs" / "neo4j.log"

    @property
    def console(self) -> Path:
        """What Java printed since the last start: empty unless something is very wrong."""
        return self.home / "logs" / "console.log"

    @property
    def system_database(self) -> Path:
        """Exists once the server has been started: from then on users live there."""
        return self.home / "data" / "databases" / "system"

    def create(self) -> None:
        """Create the folders that are missing, closed to other users."""
        for folder in (self.home, self.conf, self.run, self.console.parent):
            make_private(folder)
