"""Who logs in where: the generated password, kept in a file that only its user can read.

The file is written before the server first starts and never changed afterwards, so that a start that is
killed at any point leaves a password that the next start can go on with.
"""

from __future__ import annotations

import secrets
from pathlib import Path

from .paths import write_private

USER = "neo4j"
DATABASE = "neo4j"
RANDOM_BYTES = 24


def read_password(file: Path) -> str | None:
    """The password in `file`, or None if there is no such file."""
    try:
        return file.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None


def ensure_password(file: Path) -> str:
    """The password in `file`, generated (192 random bits) and written there with mode 0600 if missing."""
    password = read_password(file)
    if not password:
        password = secrets.token_hex(RANDOM_BYTES)  # never looks like an option to a command
        write_private(file, password + "\n")
    return password
