"""How much of the evidence for LoCoMo's questions SEARCH finds among the first hits, beside plain BM25."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import kip
from kip_engine.search import tokens
from kip_engine.search.request import MODES

from .conversations import Conversation, Question, load, read, space_of

DEPTHS = (5, 10, 20)
K1, B = 1.2, 0.75

Ranking = Callable[[Question], list[str]]
SEARCH = 'SEARCH CONCEPT :q WITH TYPE "Turn" MODE :mode LIMIT 20'


def run(path: Path, every: int) -> None:
    """Print recall@5/10/20, the mean over all questions."""
    recalls: dict[str, list[list[float]]] = {}
    for conversation in read(path):
        load(conversation)
        for name, ranking in _rankings(conversation):
            for question in conversation.questions[::every]:
                recalls.setdefault(name, []).append(_recall(ranking(question), question))
    print(f"{len(next(iter(recalls.values())))} questions" + "".join(f"{f'@{k}':>8}" for k in DEPTHS))
    for name, rows in recalls.items():
        means = [statistics.fmean(column) for column in zip(*rows, strict=True)]
        print(f"{name:14}" + "".join(f"{mean:8.3f}" for mean in means))


def _recall(ranked: list[str], question: Question) -> list[float]:
    return [len(question.evidence & set(ranked[:depth])) / len(question.evidence) for depth in DEPTHS]


def _rankings(conversation: Conversation) -> Iterator[tuple[str, Ranking]]:
    yield "plain BM25", _bm25(conversation.turns)
    with kip.connect(space=space_of(conversation)) as client:
        for mode in MODES:
            yield mode, _searched(client, mode)


def _searched(client: kip.Client, mode: str) -> Ranking:
    def rank(question: Question) -> list[str]:
        hits = client.execute(SEARCH, {"q": question.text, "mode": mode}).result
        return [hit["name"] for hit in hits]

    return rank


def _bm25(turns: dict[str, str]) -> Ranking:
    """Okapi BM25 over the same tokens."""
    counts = {name: Counter(tokens.terms(text)) for name, text in turns.items()}
    frequency = Counter(term for counted in counts.values() for term in counted)
    usual = statistics.fmean(counted.total() for counted in counts.values())

    def score(name: str, asked: set[str]) -> float:
        counted = counts[name]
        norm = K1 * (1 - B + B * counted.total() / usual)
        return sum(
            _idf(frequency[term], len(counts)) * counted[term] * (K1 + 1) / (counted[term] + norm)
            for term in asked
        )

    def rank(question: Question) -> list[str]:
        asked = set(tokens.terms(question.text))
        return sorted(counts, key=lambda name: -score(name, asked))

    return rank


def _idf(frequency: int, total: int) -> float:
    return math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))
