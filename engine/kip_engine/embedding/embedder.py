"""What an embedder is: the one protocol, and the adapter for anybody's function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

Vector = list[float]


class Embedder(Protocol):
    """Makes vectors of texts.

    `model` names exactly what makes them, version included: vectors of different models are never compared.
    """

    @property
    def model(self) -> str:
        """What made the vectors: one name, one way of making them."""

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each of `texts`, of length 1, in order."""

    def least(self, words: int) -> float:
        """The cosine that says nothing yet, asked with so many words."""

    def relevance(self, cosine: float, words: int) -> float:
        """How much `cosine` says, from 0 (what unrelated texts have) to 1, asked with so many words."""


@dataclass(frozen=True, slots=True)
class FunctionEmbedder:
    """An embedder out of any function from texts to vectors, such as a model server's client.

    `floor` is the cosine that one in a thousand pairs of unrelated texts reaches, measured on the model;
    `ceiling` the one that texts of the same meaning have.  Relevance is linear in between.
    """

    model: str
    dimension: int
    function: Callable[[Sequence[str]], Sequence[Sequence[float]]]
    floor: float
    ceiling: float = 1.0

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector for each of `texts`, in order."""
        return [list(map(float, vector)) for vector in self.function(texts)]

    def least(self, words: int) -> float:
        """`floor`, for any number of words."""
        return self.floor

    def relevance(self, cosine: float, words: int) -> float:
        """`(cosine - floor) / (ceiling - floor)`, held between 0 and 1, for any number of words."""
        return scaled(cosine, self.floor, self.ceiling)


def scaled(cosine: float, floor: float, ceiling: float) -> float:
    """Where `cosine` lies between `floor` (0) and `ceiling` (1)."""
    return min(1.0, max(0.0, (cosine - floor) / (ceiling - floor)))
