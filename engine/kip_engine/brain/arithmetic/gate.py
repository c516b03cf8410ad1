"""The gate of implicit evidence: a bounded mass per profile and target that halves every seven days.

Implicit signals are cheap to produce and may come in bursts.  Each adds its weight to the mass of its target;
one that would push the mass above the cap counts nothing, whatever its sign.
"""

from __future__ import annotations

from typing import NamedTuple

MASS_CAP = 1.5
HALF_LIFE_US = 7 * 24 * 3600 * 1_000_000
# Sums of tenths overshoot the cap by a few units in the last place.
TOLERANCE = 1e-9


class Passage(NamedTuple):
    """What the gate decided: the weight that counts, and the mass before and after."""

    weight: float
    mass_before: float
    mass_after: float


def decayed(mass: float, elapsed_us: int) -> float:
    """`mass` after `elapsed_us` microseconds; a clock that runs backwards (below 0) decays nothing."""
    return mass if elapsed_us <= 0 else mass * 2.0 ** (-elapsed_us / HALF_LIFE_US)


def passage(mass: float, weight: float, cap: float = MASS_CAP) -> Passage:
    """What a piece of evidence of `weight` finds where `mass` is left: through whole, or not at all."""
    if mass + weight <= cap + TOLERANCE:
        return Passage(weight, mass, mass + weight)
    return Passage(0.0, mass, mass)


class Account(NamedTuple):
    """The mass of one profile and target, and when it was that much, in microseconds since 1970."""

    mass: float
    at_us: int

    def charged(self, weight: float, now_us: int) -> tuple[Passage, Account]:
        """What evidence of `weight` finds at `now_us`, and the account then; its time never goes back."""
        passed = passage(decayed(self.mass, now_us - self.at_us), weight)
        return passed, Account(passed.mass_after, max(self.at_us, now_us))
