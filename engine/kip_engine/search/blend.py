"""One score out of two: how well the words fit, and how well the meaning does.

Both lie between 0 and 1 by themselves, each on a scale that is the same for all questions: the words' by
`score`, the meaning's by the embedder's calibration (0 what unrelated texts have, 1 the same meaning).  So
their sum needs no other hit to be normalised by, and a score means the same in every search:

    semantic    m
    hybrid      (w + W * m) / (1 + W)

Where the question is a whole name or alias, meaning cannot know better: m is at least w.  An element whose
vector is pending is scored by its words alone.
"""

from __future__ import annotations

from collections.abc import Callable

from .score import ALIAS

WEIGHT = 0.25
"""What meaning counts beside words; tuned on conversations (`python -m benchmarks.searching locomo`)."""

Blend = Callable[[float, float | None], float]


def semantic(words: float, meaning: float | None) -> float:
    """The score of an element by meaning."""
    return words if meaning is None else round(meaning, 4)


def hybrid(words: float, meaning: float | None) -> float:
    """The score of an element by words and meaning."""
    if meaning is None:
        return words
    if words >= ALIAS:
        meaning = max(words, meaning)
    return round((words + WEIGHT * meaning) / (1 + WEIGHT), 4)


def least_words(mode: str, threshold: float) -> float:
    """What the words must score at least for an element to reach `threshold`, however near its meaning."""
    return threshold if mode == "semantic" else max(0.0, threshold * (1 + WEIGHT) - WEIGHT)


BLENDS: dict[str, Blend] = {"semantic": semantic, "hybrid": hybrid}
