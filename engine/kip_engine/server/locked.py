"""The lock file: which jars make the server, and the SHA-256 each must have."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import PurePosixPath

LOCK_FILE = "jars.lock"


@dataclass(frozen=True, slots=True)
class LockedJar:
    """One line of the lock: Maven coordinates, `sha256` in hexadecimal, `size` in bytes."""

    group: str
    artifact: str
    version: str
    classifier: str
    sha256: str
    size: int

    @property
    def name(self) -> str:
        """The file's name."""
        return "-".join(filter(None, [self.artifact, self.version, self.classifier])) + ".jar"

    @property
    def path(self) -> PurePosixPath:
        """Where the file is in any Maven repository."""
        return PurePosixPath(*self.group.split("."), self.artifact, self.version, self.name)


def _parse_line(line: str) -> LockedJar:
    coordinate, sha256, size = line.split()
    group, artifact, version, *classifier = coordinate.split(":")
    return LockedJar(group, artifact, version, "".join(classifier), sha256, int(size))


def parse_lock(text: str) -> tuple[LockedJar, ...]:
    """The jars a lock file's `text` names, in its order; lines that start with `#` are comments."""
    return tuple(_parse_line(line) for line in text.splitlines() if line and not line.startswith("#"))


def locked_jars() -> tuple[LockedJar, ...]:
    """The jars of the server this version of kip-engine runs."""
    return parse_lock(files(__package__).joinpath(LOCK_FILE).read_text(encoding="utf-8"))
