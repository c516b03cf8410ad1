"""How alike two byte strings are: equal bytes at equal offsets."""

from __future__ import annotations

from math import sqrt

from .scale import SIGNIFICANCE


def shared(x: bytes, y: bytes) -> int:
    """How many offsets hold the same byte in `x` and `y`."""
    size = min(len(x), len(y))
    differing = int.from_bytes(x[:size], "big") ^ int.from_bytes(y[:size], "big")
    return differing.to_bytes(size, "big").count(0)


def similarity(x: bytes, y: bytes, size: int | None = None) -> float:
    """c(x, y) of 0 to 1; `size` is the length of `y` where `y` is only its beginning."""
    whole = len(y) if size is None else size
    return shared(x, y) / sqrt(len(x) * whole) if x and whole else 0.0


def fraction(alike: float, size: int, asked: int) -> float:
    """The share, 0 to 1, of a query of `asked` bytes that a form of `size` bytes covers, chance apart."""
    return min(1.0, max(0.0, alike - SIGNIFICANCE) * sqrt(size / asked))
