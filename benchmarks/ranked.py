"""Measures of a ranking against known evidence, and the plainest ranking there is."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from kip_engine.search import tokens

K1, B = 1.2, 0.75


class Measure(NamedTuple):
    """The share of the evidence among the first 5, 10 and 20; 1 if all is among 20; 1 / rank of the first."""

    at_5: float
    at_10: float
    at_20: float
    all_at_20: float
    reciprocal: float


def measure(ranked: Sequence[int], evidence: frozenset[int]) -> Measure:
    """How a ranking does."""
    shares = [len(evidence & set(ranked[:depth])) / len(evidence) for depth in (5, 10, 20)]
    ranks = [rank for rank, found in enumerate(ranked, 1) if found in evidence]
    return Measure(*shares, float(shares[2] == 1), 1 / ranks[0] if ranks else 0.0)


def bm25(texts: Sequence[str]) -> Callable[[str], list[int]]:
    """Okapi BM25 over the words that SEARCH has: from a question to the places of texts, best first."""
    counts = [Counter(tokens.terms(text)) for text in texts]
    frequency = Counter(term for counted in counts for term in counted)
    usual = statistics.fmean(counted.total() for counted in counts)

    def score(counted: Counter[str], asked: set[str]) -> float:
        norm = K1 * (1 - B + B * counted.total() / usual)
        return sum(
            _idf(frequency[term], len(counts)) * counted[term] * (K1 + 1) / (counted[term] + norm)
            for term in asked
        )

    def rank(question: str) -> list[int]:
        asked = set(tokens.terms(question))
        scores = [score(counted, asked) for counted in counts]
        return sorted(range(len(counts)), key=lambda place: -scores[place])

    return rank


def _idf(frequency: int, total: int) -> float:
    return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))
