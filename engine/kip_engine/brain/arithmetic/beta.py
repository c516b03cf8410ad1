"""Beta posteriors: how often something was right, as two counts of evidence."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

from kip_grammar.errors import KipError


class Shift(NamedTuple):
    """What one piece of evidence adds to α and β; both at least 0."""

    alpha: float = 0.0
    beta: float = 0.0


NO_SHIFT = Shift()


def shift(success: bool, weight: float = 1.0) -> Shift:
    """The shift of a success or a failure of some `weight`, a finite number above 0."""
    if not (isfinite(weight) and weight > 0):
        raise ValueError(f"Evidence has a finite weight above 0, not {weight}.")
    return Shift(weight, 0.0) if success else Shift(0.0, weight)


@dataclass(frozen=True, slots=True)
class Beta:
    """A Beta distribution.  `alpha` and `beta` are finite and above 0; raises KIP_2003 otherwise."""

    alpha: float
    beta: float

    def __post_init__(self) -> None:
        _check("alpha", self.alpha)
        _check("beta", self.beta)

    @property
    def ess(self) -> float:
        """The effective sample size α + β: how much evidence there is, the prior's included."""
        return self.alpha + self.beta

    @property
    def mean(self) -> float:
        """The expected success rate, from 0 to 1."""
        return self.alpha / self.ess

    @property
    def variance(self) -> float:
        """The variance, from 0 to 1/4."""
        n = self.ess
        return (self.alpha * self.beta) / (n * n * (n + 1.0))

    def floored_mean(self, floor: float) -> float:
        """The mean, but at least `floor`."""
        return max(self.mean, floor)

    def shifted(self, by: Shift) -> Beta:
        """This posterior after one piece of evidence."""
        return self if by is NO_SHIFT else Beta(self.alpha + by.alpha, self.beta + by.beta)

    def merged(self, other: Beta, prior: Beta) -> Beta:
        """The evidence of two observers who began with the same `prior`, which counts once.

        Raises KIP_2003 if nothing positive is left, that is if they didn't begin with it.
        """
        return Beta(self.alpha + other.alpha - prior.alpha, self.beta + other.beta - prior.beta)

    def capped(self, prior: Beta, cap: float) -> Beta:
        """This posterior drawn towards `prior` until its ESS is `cap`, if it is above.

        Raises KIP_2003 for a cap that isn't finite and above 0, and, if the ESS is above it, for a cap that
        the prior alone reaches (`cap_le_prior`) or a result that isn't positive.
        """
        if not (isfinite(cap) and cap > 0):
            raise _refused("cap_not_positive", f"A cap is finite and above 0, not {cap}.")
        if self.ess <= cap:
            return self
        if cap <= prior.ess:
            raise _refused("cap_le_prior", f"The cap {cap} is not above the prior's evidence {prior.ess}.")
        scale = (cap - prior.ess) / (self.ess - prior.ess)
        return Beta(
            prior.alpha + (self.alpha - prior.alpha) * scale, prior.beta + (self.beta - prior.beta) * scale
        )


def _check(name: str, value: float) -> None:
    if not (isfinite(value) and value > 0):
        raise _refused(name, f"The {name} of a posterior is finite and above 0, not {value}.")


def _refused(detail: str, message: str) -> KipError:
    hint = "Posteriors count evidence: give positive numbers."
    return KipError("KIP_2003", message, hint=hint, detail=detail)
