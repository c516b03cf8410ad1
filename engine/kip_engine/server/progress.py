"""What a caller may watch while a server is fetched and started."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Phase = Literal["fetch", "start"]


@dataclass(frozen=True, slots=True)
class Progress:
    """One report: `done` and `total` are bytes in phase "fetch", seconds (of those allowed) in "start"."""

    phase: Phase
    done: float
    total: float


ProgressCallback = Callable[[Progress], None]


def ignore(_: Progress) -> None:
    """The callback of a caller who does not watch."""
