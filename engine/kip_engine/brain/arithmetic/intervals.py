"""Intervals in which a success rate lies, from its posterior."""

from __future__ import annotations

from scipy.special import betaincinv

from .beta import Beta

MASS = 0.9


def interval(posterior: Beta, mass: float = MASS) -> tuple[float, float]:
    """The central interval that holds `mass` (0 to 1) of the posterior: its quantiles at both ends."""
    tail = (1.0 - mass) / 2.0
    low, high = betaincinv(posterior.alpha, posterior.beta, [tail, 1.0 - tail])
    return float(low), float(high)
