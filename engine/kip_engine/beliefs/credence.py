"""How far a history of evidence makes a claim believed (specification of beliefs, section 3)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from .arguments import listed
from .records import Evidence
from .tiers import MODEL_ASSERTION, MODEL_ASSERTION_CAP, NEUTRAL, STRENGTH, K
from .validation import check_tier, refuse


def credence(history: Sequence[Evidence]) -> float:
    """The credence that `history`, in order of arrival, gives: 0 to 1, 0.5 for none.

    Pure, so that replaying a stored history gives the stored credence.  Saturates at 0 and 1, never
    overflows; +inf and -inf together give NaN.  Raises KIP_2002 `bad_tier` if a grounding entry's is
    unknown.
    """
    if not history:
        return NEUTRAL
    believed = logistic(log_odds(history))
    return believed if is_grounded(history) else min(believed, MODEL_ASSERTION_CAP)


def checked_credence(history: Any) -> float:
    """The credence that `history`, an iterable of Evidence, gives.  Raises KIP_2003 for what is none."""
    entries = listed(history, "A history")
    for entry in entries:
        if not isinstance(entry, Evidence):
            refuse("KIP_2003", "TypeError", f"A history holds kip.Evidence, not {type(entry).__name__}.")
    return credence(entries)


def is_grounding(entry: Evidence) -> bool:
    """Whether `entry` counts as support from outside: verified, of weight, and no model's mere assertion."""
    return entry.tier != MODEL_ASSERTION and entry.verified and entry.weight > 0


def is_grounded(history: Iterable[Evidence]) -> bool:
    """Whether a grounding entry, for or against, lifts the cap."""
    return any(is_grounding(entry) for entry in history)


def log_odds(history: Iterable[Evidence]) -> float:
    """The sum of what the entries contribute, in order."""
    total = 0.0
    for entry in history:
        if entry.weight > 0:
            total += contribution(entry)
    return total


def contribution(entry: Evidence) -> float:
    """What `entry` adds to the log-odds: by its tier's strength if it grounds, else an assertion's."""
    tier = MODEL_ASSERTION
    if is_grounding(entry):
        check_tier(entry.tier)
        tier = entry.tier
    sign = 1.0 if entry.direction == "+" else -1.0
    return sign * (STRENGTH[tier] * entry.weight) * K


def logistic(x: float) -> float:
    """1 / (1 + e^-x), from whichever side doesn't overflow; NaN stays NaN."""
    if x >= 0:
        return 1.0 / (1.0 + math.exp(-x))
    odds = math.exp(x)
    return odds / (1.0 + odds)
