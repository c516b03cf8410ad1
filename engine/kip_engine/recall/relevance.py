"""How well candidates fit the question by their words and their meaning, 0 to 1 each by itself.

    words     the share of the question's telling words that a text holds, each weighing the more the fewer of
              the candidates hold it, saturating with repetition and falling with length (as in BM25)
    meaning   as SEARCH by meaning scores it
    together  words + MEANING * meaning

Then one hop of activation: a turn gives a part of its own to the turns beside it, twice as much to what
follows if it is a question (which asserts little itself), and what is linked to somebody whom the question
names counts more.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from .analysis.asked import Asked
from .content import content
from .finds import Candidate, Finds
from .texts import compared, known_as
from .words import counted, telling

MEANING = 0.5
K, B, USUAL_WORDS = 0.8, 0.4, 22
BACKGROUND = 50
"""Texts without any of the words that are thought beside the candidates, lest few candidates mislead."""
SEEDS = 20
ACTIVATION = 0.4
AFTER_A_QUESTION = 2.0
LINKED = 1.5
"""What being linked to somebody named adds, and what follows a question gets, in units of the activation."""
QUESTION = 0.75


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a candidate fits: by words, by meaning, and together, after activation.

    `content` is the share of the words that tell what is asked, without names and times; `context` the same
    of an utterance with the question that it answers.  `beside` is the turn that activated it, `linked` says
    that it is linked to somebody named.
    """

    words: float
    content: float
    context: float
    meaning: float
    together: float = 0.0
    beside: str | None = None
    linked: bool = False


def fits(asked: Asked, finds: Finds, named: frozenset[str], activation: float = ACTIVATION) -> dict[str, Fit]:
    """The fit of every candidate to a question, however it is put; `named` are concepts that it names."""
    counts = {identity: counted(compared(c, finds)) for identity, c in finds.candidates.items()}
    probed = [counts[identity] for identity, c in finds.candidates.items() if c.probed]
    texts = asked.lookups
    words = [_weights(telling(text), probed) for text in texts]
    names = [_name(finds, identity) for identity in named]
    said = [_weights(found, probed) for text in texts if (found := content(asked, text, names))] or words
    own = {}
    for identity, candidate in finds.candidates.items():
        held, share = _held(counts[identity], words), _share(counts[identity], said)
        before = counts[asking] if (asking := _question_before(candidate, finds)) else Counter()
        context = _share(counts[identity] + before, said) if before else share
        own[identity] = Fit(held, share, context, candidate.meaning)
    return _activated(own, finds, named, activation)


def _name(finds: Finds, identity: str) -> str:
    concept = finds.concept(identity)
    return "" if concept is None else f"{concept['name']} {known_as(concept)}"


def _weights(words: Iterable[str], texts: Sequence[Counter[str]]) -> dict[str, float]:
    number = len(texts) + BACKGROUND
    frequency = Counter(word for text in texts for word in text)
    return {word: math.log(1 + (number - frequency[word] + 0.5) / (frequency[word] + 0.5)) for word in words}


def _held(text: Counter[str], asked: Sequence[Mapping[str, float]]) -> float:
    norm = K * (1 - B + B * text.total() / USUAL_WORDS)
    shares = [
        sum(weight * text[word] * (K + 1) / (text[word] + norm) for word, weight in weights.items())
        / (sum(weights.values()) or 1.0)
        for weights in asked
    ]
    return min(1.0, max(shares, default=0.0))


def _share(text: Counter[str], asked: Sequence[Mapping[str, float]]) -> float:
    """The share of the words that a text has at all, each by its weight."""
    shares = [
        sum(weight for word, weight in weights.items() if word in text) / (sum(weights.values()) or 1.0)
        for weights in asked
    ]
    return max(shares, default=0.0)


def _activated(own: dict[str, Fit], finds: Finds, named: frozenset[str], activation: float) -> dict[str, Fit]:
    base = {identity: fit.words + MEANING * fit.meaning for identity, fit in own.items()}
    received: dict[str, tuple[float, str]] = {}
    seeds = sorted(base, key=lambda identity: (-base[identity], identity))[:SEEDS]
    for seed in seeds:
        for identity, share in _neighbours(seed, finds, activation):
            so_far, first = received.get(identity, (0.0, seed))
            received[identity] = (so_far + share * base[seed], first)
    fitted = {}
    for identity, fit in own.items():
        total = replace(fit, together=base[identity])
        if identity in received:
            given, seed = received[identity]
            total = replace(total, together=total.together + given, beside=seed)
        fitted[identity] = _weighted(finds.candidates[identity], total, named, activation)
    return fitted


def _neighbours(seed: str, finds: Finds, activation: float) -> Iterable[tuple[str, float]]:
    follower = finds.following.get(seed)
    if follower in finds.candidates:
        asks = is_question(finds.candidates[seed])
        yield follower, activation * (AFTER_A_QUESTION if asks else 1.0)
    leader = finds.preceding.get(seed)
    if leader in finds.candidates:
        yield leader, activation


def _weighted(candidate: Candidate, fit: Fit, named: frozenset[str], activation: float) -> Fit:
    linked = bool(named & _linked_to(candidate))
    factor = 1 + LINKED * activation if linked else 1.0
    if is_question(candidate):
        factor *= QUESTION
    return replace(fit, together=fit.together * factor, linked=linked)


def _question_before(candidate: Candidate, finds: Finds) -> str | None:
    """The question that an utterance comes right after, if it was found."""
    before = finds.candidates.get(finds.preceding.get(candidate.id, ""))
    return before.id if before is not None and is_question(before) else None


def is_question(candidate: Candidate) -> bool:
    """Whether it is an utterance that asks."""
    said = candidate.element["attributes"].get("content_summary")
    return candidate.is_event and isinstance(said, str) and said.rstrip().endswith(("?", "？"))


def _linked_to(candidate: Candidate) -> set[str]:
    element = candidate.element
    ends = {element["subject"], element["object"]} if candidate.is_link else {candidate.id}
    return ends | candidate.near
