"""A small embedder whose meanings a test can foresee: texts about the same topic are alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from kip_engine.embedding import FunctionEmbedder, reembed

TOPICS = (
    {"dog", "puppy", "hound", "pets"},
    {"money", "budget", "finance", "invest"},
    {"doctor", "physician", "medicine", "drug"},
)
VECTORS = """
MATCH (e:Embedding) WHERE e.space = $space
OPTIONAL MATCH (e)-[:OF]->(n)
RETURN count(e), count(n)
"""
OF_NAME = """
MATCH (e:Embedding)-[:OF]->(n:Concept) WHERE n.space = $space AND n.name = $name
RETURN e.model, e.digest, e.vector
"""


def by_topic(texts: Sequence[str]) -> list[list[float]]:
    """Vectors that count the words of each topic, and one for all other texts."""
    return [_vector(text.lower()) for text in texts]


def _vector(text: str) -> list[float]:
    words = {word.strip(".,:!?") for word in text.split()}
    counts = [float(len(words & topic)) for topic in TOPICS]
    vector = [*counts, 0.0 if any(counts) else 1.0]
    length = math.hypot(*vector)
    return [number / length for number in vector]


def topics(model: str = "topics-1") -> FunctionEmbedder:
    """The embedder: 4 numbers, relevant from a cosine of 0.5 on."""
    return FunctionEmbedder(model, 4, by_topic, floor=0.5)


def vectors(memory: Any) -> int:
    """How many vectors the memory holds; every one belongs to an element."""
    rows = memory.read(VECTORS)
    assert rows[0][0] == rows[0][1]
    return int(rows[0][0])


def complete(memory: Any) -> Any:
    """Make the vectors that the memory lacks."""
    return memory.database.run(reembed(memory.space.name))
