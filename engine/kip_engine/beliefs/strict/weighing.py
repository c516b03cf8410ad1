"""From the voices of a belief to its standing (STRICT, rules 3 and 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from ..credence import contribution, is_grounding, logistic
from ..records import Evidence
from ..tiers import STRENGTH, K
from .matching import independent
from .records import Standing
from .voices import TIERS, Judged, Voice


class Ground(Protocol):
    """What the voices of one belief can stand on."""

    def nearby(self, voice: Voice, wanted: int) -> tuple[Sequence[str], bool]:
        """Bases that are easily found, and whether these are all, or `wanted` of them."""

    def bases(self, voice: Voice, wanted: int) -> Sequence[str]:
        """All bases, or `wanted` of them, where those nearby aren't."""


BALANCE = 1e-9
"""Log-odds nearer to neutral than this refute nothing, whatever order they were summed in."""


def weigh(belief: Judged, ground: Ground) -> Standing:
    """The standing of `belief`, whose voices are judged.

    Notes which of them share their bases with stronger ones, and whether the belief is refuted.
    """
    for direction in "+-":
        legs = [voice for voice in belief.voices if voice.effective and voice.entry.direction == direction]
        if len(legs) > 1:
            _compare(legs, ground)
    counted = [voice for voice in belief.voices if voice.counts and not voice.refusal]
    grounding = sum(_contribution(voice) for voice in counted if voice.effective)
    other = sum(_contribution(voice) for voice in counted if not voice.effective)
    belief.refuted = grounding < -BALANCE
    return Standing(_firm(grounding, other), any(voice.effective for voice in counted))


def strict_credence(history: Iterable[Evidence]) -> float:
    """The credence that `history` gives, whose weights, tiers and `verified` are those of the verdicts."""
    grounding = other = 0.0
    for entry in history:
        if entry.weight > 0 and is_grounding(entry):
            grounding += contribution(entry)
        elif entry.weight > 0:
            other += contribution(entry)
    return _firm(grounding, other)


def _firm(grounding: float, other: float) -> float:
    """What doesn't ground never raises the sum above what does, nor above neutral."""
    total, ceiling = grounding + other, max(0.0, grounding)
    return logistic(ceiling if total > ceiling else total)


def _compare(legs: list[Voice], ground: Ground) -> None:
    """Mostly what is near by is enough for all of them."""
    legs.sort(key=lambda voice: -_strength(voice) * voice.entry.weight)
    wanted = len(legs)
    near = [ground.nearby(voice, wanted) for voice in legs]
    counts = independent([found for found, _ in near])
    if not all(counts) and not all(complete for _, complete in near):
        pairs = zip(legs, near, strict=True)
        counts = independent([bases if done else ground.bases(leg, wanted) for leg, (bases, done) in pairs])
    for voice, each in zip(legs, counts, strict=True):
        voice.counts = each


def _contribution(voice: Voice) -> float:
    sign = 1.0 if voice.entry.direction == "+" else -1.0
    return sign * (_strength(voice) * voice.entry.weight) * K


def _strength(voice: Voice) -> float:
    return STRENGTH[TIERS[voice.effective]]
