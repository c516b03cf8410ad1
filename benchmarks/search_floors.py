"""Cosines of texts that have nothing to do with each other: what an embedder's floors are set by.

Words and pieces of turns are asked of names (single words) and of whole turns of other conversations.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

from kip_engine import embedding

from .conversations import Conversation, read

SAMPLE = 300
WORDS_ASKED = (1, 2, 3, 4, 5, 6, 8)
SHARES = (0.99, 0.999)


def run(path: Path) -> None:
    """Print the cosines that one unrelated pair in a hundred, and one in a thousand, reaches."""
    embedder = embedding.active()
    assert embedder is not None, "there is no embedder"
    asked, other = _halves(read(path))
    names = embedder.embed([word.capitalize() for word in _pieces(other, 1)])
    turns = embedder.embed(random.Random(1).sample(_turns(other), SAMPLE))
    for count in WORDS_ASKED:
        questions = embedder.embed(_pieces(asked, count))
        shown = [f"{_quantile(questions, texts, share):.2f}" for texts in (names, turns) for share in SHARES]
        print(f"{count} words: names {shown[0]} {shown[1]}   turns {shown[2]} {shown[3]}")


def _halves(conversations: list[Conversation]) -> tuple[list[Conversation], list[Conversation]]:
    return conversations[::2], conversations[1::2]


def _turns(conversations: list[Conversation]) -> list[str]:
    return [text for conversation in conversations for text in conversation.turns.values()]


def _pieces(conversations: list[Conversation], count: int) -> list[str]:
    chosen = random.Random(count)
    pieces = set()
    for text in _turns(conversations):
        words = re.findall(r"[A-Za-z']{3,}" if count == 1 else r"[A-Za-z']+", text)
        if len(words) >= count:
            start = chosen.randrange(len(words) - count + 1)
            pieces.add(" ".join(words[start : start + count]))
    return chosen.sample(sorted(pieces), min(SAMPLE, len(pieces)))


def _quantile(some: list[list[float]], others: list[list[float]], share: float) -> float:
    dot: Callable[[list[float], list[float]], float] = lambda a, b: sum(map(float.__mul__, a, b))  # noqa: E731
    cosines = sorted(dot(one, other) for one in some[::3] for other in others[::2])
    return cosines[int(share * (len(cosines) - 1))]
