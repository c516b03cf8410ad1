"""Timing two ways of doing one thing in turns, so that a noisy machine disturbs both alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """Medians in milliseconds of ours and theirs, and the median of their paired ratios."""

    ours: float
    theirs: float
    ratio: float


def alternate(
    ours: Callable[[], object], theirs: Callable[[], object], rounds: int, warm_up: int = 5
) -> Pair:
    """Run both `rounds` times, swapping who goes first."""
    for _ in range(warm_up):
        ours()
        theirs()
    mine, yours = [], []
    for index in range(rounds):
        for run, out in ((ours, mine), (theirs, yours)) if index % 2 else ((theirs, yours), (ours, mine)):
            out.append(timed(run))
    ratios = [a / b for a, b in zip(mine, yours, strict=True)]
    return Pair(statistics.median(mine) * 1e3, statistics.median(yours) * 1e3, statistics.median(ratios))


def timed(run: Callable[[], object]) -> float:
    """Seconds that `run` takes."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def median_ms(run: Callable[[], object], rounds: int) -> float:
    """The median of `rounds` runs in milliseconds, after a warm-up."""
    for _ in range(3):
        run()
    return statistics.median(timed(run) for _ in range(rounds)) * 1e3
