"""How fast resonance learns, and how long a recall takes, tier by tier, in memories of growing size.

The facts are sentences of made-up names, so that words are as frequent as in real ones: some everywhere, most
rare.  Every memory holds the facts of the smaller ones.

Run: `python -m benchmarks.resonance_speed [pairs …]`, 1000 and 10000 unless told.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator

import kip

from .timing import timed

ROUNDS = 40
FRAMES = (
    "Where does {a} {b} keep the {c} of {d}?",
    "Who repaired the {c} in {d} for {a} {b}?",
    "What did {a} {b} pay for the {c} from {d}?",
    "When does the {c} of {a} {b} arrive in {d}?",
    "Which {c} did {a} {b} choose in {d} last spring?",
)
ANSWERS = ("In the {e} {f} behind the {g}.", "The {e} from {f}, with a {g}.", "About {n} {e}, said {f}.")


def names(chance: random.Random, count: int) -> list[str]:
    """`count` different made-up words of two or three syllables."""
    made: dict[str, None] = {}
    while len(made) < count:
        syllables = ("".join(chance.choice(part) for part in ("bdfgklmnprstvz", "aeiou", ("", "n", "r", "s"))))
        made["".join([syllables, *_syllables(chance, chance.randrange(1, 3))])] = None
    return list(made)


def _syllables(chance: random.Random, count: int) -> Iterator[str]:
    for _ in range(count):
        yield "".join(chance.choice(part) for part in ("bdfgklmnprstvz", "aeiou", ("", "n", "r", "s")))


def facts(count: int) -> Iterator[tuple[str, str]]:
    """`count` pairs; the words of a memory follow Zipf's law."""
    chance = random.Random(11)
    words = names(chance, 20_000)
    weights = [1 / (rank + 10) for rank in range(len(words))]
    for _ in range(count):
        a, b, c, d, e, f, g = chance.choices(words, weights, k=7)
        question = chance.choice(FRAMES).format(a=a.title(), b=b.title(), c=c, d=d.title())
        yield question, chance.choice(ANSWERS).format(e=e, f=f.title(), g=g, n=chance.randrange(10, 999))


def queries(question: str, answer: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """(what is asked for, query): one or more for every tier."""
    words = question.rstrip("?").split()
    yield "exact", question
    yield "answer (backward)", answer
    yield "greeting", f"hello, please tell me: {question} thank you"
    place = chance.randrange(8, len(question) - 2)
    yield "typo", question[:place] + question[place + 1 :]
    yield "keywords", " ".join(word for word in words if len(word) > 5)
    yield "near miss", question.replace(words[2], "Quillopex")
    yield "unrelated", " ".join(chance.sample(["quixotic", "zephyr", "wharfinger", "yclept", "vexillary"], 4))


def main() -> None:
    """Learn and recall at every size."""
    for size in [int(size) for size in sys.argv[1:]] or [1_000, 10_000]:
        space = f"bench-resonance-{size}"
        with kip.connect(space=space) as client:
            learned = _learn(client, size)
            if learned:
                print(f"\n{size} pairs: learned at {learned:.0f} pairs a second")
            _recall(client, size)


def _learn(client: kip.Client, size: int) -> float | None:
    """Pairs a second, or None if the memory holds them already."""
    if client.resonance.recall(next(facts(1))[0]).text:
        return None
    return size / timed(lambda: client.resonance.learn_many(facts(size)))


def _recall(client: kip.Client, size: int) -> None:
    chance = random.Random(5)
    taught = chance.sample(list(facts(size)), ROUNDS)
    times: defaultdict[str, list[float]] = defaultdict(list)
    work: defaultdict[str, list[float]] = defaultdict(list)
    tiers: defaultdict[str, set[str]] = defaultdict(set)
    for question, answer in taught:
        for way, query in queries(question, answer, chance):
            began, spent = time.perf_counter(), time.process_time()
            found = client.resonance.recall(query)
            times[way].append(time.perf_counter() - began)
            work[way].append(time.process_time() - spent)
            tiers[way].add(str(found.tier))
    print(f"\n| {size} pairs | median ms | p95 ms | own CPU ms | tiers |\n| --- | --- | --- | --- | --- |")
    for way, seconds in times.items():
        ranked = sorted(seconds)
        p95 = ranked[int(0.95 * len(ranked))] * 1e3
        row = f"{statistics.median(seconds) * 1e3:.1f} | {p95:.1f} | {statistics.median(work[way]) * 1e3:.1f}"
        print(f"| {way} | {row} | {', '.join(sorted(tiers[way]))} |")


if __name__ == "__main__":
    main()
