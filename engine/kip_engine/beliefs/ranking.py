"""Which of the beliefs found come first, and which are left out (specification of beliefs, section 8)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from reprlib import repr as _short
from typing import Any

from .records import Belief, RankedBelief
from .validation import refuse


def rank(found: Iterable[tuple[float, Belief]], k: int, min_credence: float | None) -> list[RankedBelief]:
    """The first `k` of the beliefs found, by relevance times credence; equal ones by relevance, then as they
    come.

    A negative `k` drops as many from the end.  Beliefs below `min_credence` are left out; one whose credence
    is no number isn't below anything.
    """
    by_relevance = sorted(found, key=lambda hit: -hit[0])
    ranked = [RankedBelief(belief, relevance) for relevance, belief in by_relevance]
    kept = [hit for hit in ranked if min_credence is None or not hit.belief.credence < min_credence]
    return sorted(kept, key=lambda hit: -hit.score)[:k]


def checked_k(k: Any) -> int:
    """`k` as a whole number: 2.9 is 2, true is 1, "2" is 2.  Raises KIP_2003 for what is no number."""
    try:
        return int(k)
    except (TypeError, ValueError, OverflowError) as error:
        refuse("KIP_2003", type(error).__name__, f"{_short(k)} is no number of beliefs.", error, hint="")


def checked_credence(least: Any) -> float | None:
    """`least`, a number or None; None for NaN, which nothing is below.  Raises KIP_2003."""
    if least is None:
        return None
    if not isinstance(least, (int, float)):
        refuse("KIP_2003", "TypeError", f"The least credence is a number, not {_short(least)}.", hint="")
    try:
        return None if math.isnan(least) else float(least)
    except OverflowError as error:
        refuse("KIP_2003", "not_a_number", "The least credence is too large for a number.", error, hint="")
