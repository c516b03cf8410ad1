"""How long SEARCH takes in a large memory, and what of a hybrid one is the embedder, the vectors, the words.

A hundred thousand sentences would take the embedder minutes, and nothing here depends on what they say: the
memory's vectors are sums of its words' vectors (`Sums`), the questions' are the real embedder's.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import Any, TypeAlias
from zlib import crc32

import numpy as np

import kip
from kip_cypher.query import Query
from kip_engine import embedding
from kip_engine.embedding import Embedder
from kip_engine.search import near, words
from kip_engine.search.question import ask
from kip_engine.search.request import MODES, Request
from kip_engine.storage.steps import Program
from kip_engine.storage.sync import Database

from .dataset import WORDS
from .loading import loaded
from .timing import timed

ROUNDS = 60
WARM_UP = 20

Ways: TypeAlias = dict[str, Callable[[str], object]]
"""What is timed, by name: each answers a question."""


class Sums:
    """An embedder whose vector of a text is the sum of its words', under the name of the real one."""

    def __init__(self, real: Embedder) -> None:
        self.model, self.dimension = real.model, real.dimension
        self.relevance, self.least = real.relevance, real.least
        self._known = cache(lambda word: np.array(real.embed([word])[0]))

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector for each of `texts`."""
        return [self._sum(text.split()) for text in texts]

    def _sum(self, words: list[str]) -> list[float]:
        total = np.sum(
            [self._noise(word) if word[-2:-1].isdigit() else self._known(word) for word in words], axis=0
        )
        vector: list[float] = (total / np.linalg.norm(total)).tolist()
        return vector

    def _noise(self, number: str) -> Any:
        """Numbers, of which there are as many as texts, are directions of their own."""
        drawn = np.random.default_rng(crc32(number.encode())).normal(size=self.dimension)
        return drawn / np.linalg.norm(drawn) / 2


def run(n: int) -> None:
    """Print the figures for a memory of `n` concepts."""
    real = embedding.active()
    assert real is not None, "there is no embedder"
    with loaded(n) as client:
        embedding.use(Sums(real))
        wall = timed(lambda: print(client.reembed()))
        print(f"reembed with vectors of no cost: {n / wall:,.0f} elements/s")
        embedding.use(real)
        ways: Ways = {mode: partial(_search, client, mode) for mode in MODES}
        for name, seconds in _times(ways | _parts(client, real)).items():
            _tell(name, seconds)


def _questions() -> Iterator[str]:
    for i in range(ROUNDS):
        yield " ".join(WORDS[(i * k + k) % len(WORDS)] for k in (3, 5, 9)) + f" number {i}"


def _times(ways: Ways) -> dict[str, list[float]]:
    """Seconds for each question, all ways in turns, once the server is warm."""
    for question in islice(_questions(), WARM_UP):
        for run in ways.values():
            run(question)
    rounds = [[timed(partial(run, question)) for run in ways.values()] for question in _questions()]
    return {name: list(seconds) for name, seconds in zip(ways, zip(*rounds, strict=True), strict=True)}


def _search(client: kip.Client, mode: str, question: str) -> object:
    return client.execute("SEARCH CONCEPT :q MODE :mode", {"q": question, "mode": mode})


def _parts(client: kip.Client, real: Embedder) -> Ways:
    database: Database = client._database
    space = client.space

    def by_words(question: str) -> object:
        asked = ask(space, question)
        return database.run(words.search("concept", asked, Request(question, None, 0.0, 20), space, 60))

    def by_vectors(question: str) -> object:
        query = near.nearest("concept", space, vectors[question], None, 60, [])
        return database.run(_one(query))

    vectors = {question: _asked(real, question) for question in _questions()}
    return {
        "  the embedder": lambda question: real.embed([question]),
        "  the vector index": by_vectors,
        "  the text index": by_words,
        "  a round trip (RETURN 1)": lambda _: database.run(_one(Query("RETURN 1"))),
    }


def _one(query: Query) -> Program[object]:
    return (yield query)


def _asked(real: Embedder, question: str) -> near.Asked:
    return near.Asked(real.model, real.embed([question])[0], real.least(len(question.split())))


def _tell(name: str, seconds: list[float]) -> None:
    milliseconds = sorted(second * 1e3 for second in seconds)
    p95 = milliseconds[int(0.95 * len(milliseconds))]
    print(f"{name:26} median {statistics.median(milliseconds):7.1f} ms   p95 {p95:7.1f} ms", flush=True)
