"""Where the managed server keeps what it owns.

KIP_HOME moves the data, KIP_CACHE the downloaded jars; otherwise both follow the platform's conventions.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

APP = "kip-engine"


def server_home() -> Path:
    """The folder of this user's managed server: configuration, data, logs, password."""
    base = os.environ.get("KIP_HOME") or platformdirs.user_data_dir(APP, appauthor=False)
    return Path(base).expanduser().resolve() / "neo4j"


def jar_cache() -> Path:
    """The folder that holds the server's jars, shared by every data folder on this machine."""
    base = os.environ.get("KIP_CACHE") or platformdirs.user_cache_dir(APP, appauthor=False)
    return Path(base).expanduser().resolve() / "jars"


def make_private(folder: Path) -> Path:
    """`folder`, created with its parents if missing; what is created is readable by this user only."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def write_private(path: Path, text: str) -> None:
    """Replace the file at `path` with `text` in one step, readable by this user only (mode 0600).

    The caller holds the lock of the folder: two writers at once would meet in the same temporary file.
    """
    temporary = path.with_name(f".{path.name}.new")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
