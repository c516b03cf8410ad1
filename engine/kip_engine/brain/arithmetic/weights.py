"""Weights of sections from their posteriors: `(…, k)` arrays in, one row of weights per row.

All weights are at least `FLOOR` where that is possible and sum to 1, so that no section is ever written off.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

TAU_EXPLORE = 1.0
TAU_EXPLOIT = 0.1
TAU_LEAST = 1e-6
FLOOR = 0.05
DEFAULT_EPOCH = 50
ROUNDS = 20
SLACK = 1e-12


def deterministic(alpha: Array, beta: Array) -> Array:
    """The weights of what is known: softmax(mean / 0.1), floored.  `alpha`, `beta` (k,) above 0 → (k,)."""
    logits: Array = (alpha / (alpha + beta) / TAU_EXPLOIT)[np.newaxis]
    row: Array = floored(_softmax(logits))[0]
    return row


def columns(pairs: Iterable[tuple[float, float]]) -> tuple[Array, Array]:
    """The α and the β of posteriors as arrays (k,)."""
    table = np.array(list(pairs), dtype=np.float64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def generator(seed: int | np.random.Generator | None) -> np.random.Generator:
    """A generator of random numbers: the given one, one of that seed, or one that nobody can foresee."""
    return np.random.default_rng(seed)


def sampled(alpha: Array, beta: Array, epoch: int, draws: int, rng: np.random.Generator) -> Array:
    """`draws` rows of weights, (draws, k): by Thompson while there is an epoch left, then all alike."""
    if epoch > 0:
        return thompson(alpha, beta, epoch, draws, rng)
    return np.tile(deterministic(alpha, beta), (draws, 1))


def thompson(alpha: Array, beta: Array, epoch: int, draws: int, rng: np.random.Generator) -> Array:
    """`draws` samples of the weights, (draws, k): softmax(θ / τ), floored, θ ~ Beta(α, β) independently.

    `epoch` is at least 1; the more of it is left, the flatter the weights: τ = epoch / 50.
    """
    tau = max(TAU_EXPLORE * epoch / DEFAULT_EPOCH, TAU_LEAST)
    return floored(_softmax(_beta_samples(alpha, beta, draws, rng) / tau))


def floored(weights: Array) -> Array:
    """Rows of `weights` (n, k), each at least 0 and not all 0, raised to the floor and to sum 1.

    Water-filling: what lies at or under the floor is pinned to it, the others share the rest in proportion;
    that may push one of these under the floor, so it is pinned in the next round.
    """
    weights = weights / weights.sum(axis=-1, keepdims=True)
    open_rows = np.arange(len(weights)) if weights.shape[-1] else np.arange(0)
    for _ in range(ROUNDS):
        if not len(open_rows):
            break
        rows, finished = _round(weights[open_rows])
        weights[open_rows] = rows
        open_rows = open_rows[~finished]
    return weights


def _round(rows: Array) -> tuple[Array, NDArray[np.bool_]]:
    pinned = rows <= FLOOR
    crowded: NDArray[np.bool_] = np.all(pinned, axis=-1, keepdims=False)
    rest = np.maximum(0.0, 1.0 - FLOOR * pinned.sum(axis=-1, keepdims=True))
    free = np.where(pinned, 0.0, rows)
    total = np.where(crowded[:, np.newaxis], 1.0, free.sum(axis=-1, keepdims=True))
    shared: Array = np.where(pinned, FLOOR, free / total * rest)
    shared[crowded] = rows[crowded] / rows[crowded].sum(axis=-1, keepdims=True)
    finished: NDArray[np.bool_] = crowded | np.all(shared >= FLOOR - SLACK, axis=-1)
    return shared, finished


def _softmax(logits: Array) -> Array:
    if not logits.shape[-1]:
        return logits
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Array = raised / raised.sum(axis=-1, keepdims=True)
    return shares


def _beta_samples(alpha: Array, beta: Array, draws: int, rng: np.random.Generator) -> Array:
    """θ as a ratio of two Gammas; where both are 0, which tiny α and β can bring about, θ is 0.5."""
    x = rng.standard_gamma(alpha, size=(draws, len(alpha)))
    y = rng.standard_gamma(beta, size=(draws, len(beta)))
    total = x + y
    none = total <= 0
    samples: Array = np.where(none, 0.5, x / np.where(none, 1.0, total))
    return samples
