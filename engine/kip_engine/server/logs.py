"""The last lines a server wrote."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from .layout import Layout


def _tail(file: Path, lines: int) -> list[str]:
    """The last `lines` lines of `file`; none if there is no such file."""
    try:
        with file.open(encoding="utf-8", errors="replace") as text:
            return [line.rstrip("\n") for line in deque(text, maxlen=lines)]
    except FileNotFoundError:
        return []


def last_lines(layout: Layout, lines: int) -> list[str]:
    """The last `lines` lines of Neo4j's log and, after them, of what Java itself had to say."""
    return [*_tail(layout.log, lines), *_tail(layout.console, lines)][-lines:]
