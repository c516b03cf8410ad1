"""The last lines a server printed."""

from __future__ import annotations

from collections import deque
from pathlib import Path


def tail(file: Path, lines: int) -> list[str]:
    """The last `lines` lines of `file`; none if there is no such file."""
    try:
        with file.open(encoding="utf-8", errors="replace") as text:
            return [line.rstrip("\n") for line in deque(text, maxlen=lines)]
    except FileNotFoundError:
        return []
