"""How fast resonance learns, and how long a recall takes, tier by tier, in memories of growing size.

The facts are sentences of made-up names, so that words are as frequent as in real ones: some everywhere, most
rare.  Every memory holds the facts of the smaller ones.

Times are of a machine that does other things too; CPU is this process's and, where it is the managed one, the
server's.
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache

import psutil

import kip
from kip_engine.server import LocalServer

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
        syllables = "".join(chance.choice(part) for part in ("bdfgklmnprstvz", "aeiou", ("", "n", "r", "s")))
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


class Cost:
    """Seconds and CPU seconds of what runs between its beginning and its end."""

    def __init__(self) -> None:
        self._server = _managed_server()

    def __enter__(self) -> Cost:
        self._began, self._spent = time.perf_counter(), self._cpu()
        return self

    def __exit__(self, *_: object) -> None:
        self.seconds, self.cpu = time.perf_counter() - self._began, self._cpu() - self._spent

    def _cpu(self) -> float:
        times = self._server.cpu_times() if self._server else None
        return time.process_time() + (times.user + times.system if times else 0.0)


@cache
def _managed_server() -> psutil.Process | None:
    info = None if "NEO4J_URI" in os.environ else LocalServer().status()
    return psutil.Process(info.pid) if info else None


def run(sizes: Sequence[int]) -> None:
    """Learn and recall at every size.  A memory that is there already isn't taught again."""
    for size in sizes:
        with kip.connect(space=f"bench-resonance-{size}") as client:
            if not client.resonance.recall(next(facts(1))[0]).text:
                with Cost() as cost:
                    client.resonance.learn_many(facts(size))
                rates = size / cost.seconds, size / cost.cpu
                print(f"\n{size} pairs: {rates[0]:.0f} learned a second, {rates[1]:.0f} a CPU second")
            _recall(client, size)


def _recall(client: kip.Client, size: int) -> None:
    chance = random.Random(5)
    taught = chance.sample(list(facts(size)), ROUNDS)
    costs: defaultdict[str, list[Cost]] = defaultdict(list)
    tiers: defaultdict[str, set[str]] = defaultdict(set)
    for question, answer in taught:
        for way, query in queries(question, answer, chance):
            with Cost() as cost:
                found = client.resonance.recall(query)
            costs[way].append(cost)
            tiers[way].add(str(found.tier))
    print(f"\n| {size} pairs | median ms | p95 ms | CPU ms | tiers |\n| --- | --- | --- | --- | --- |")
    for way, some in costs.items():
        seconds = sorted(cost.seconds for cost in some)
        median, p95 = statistics.median(seconds) * 1e3, seconds[int(0.95 * len(seconds))] * 1e3
        cpu = statistics.mean(cost.cpu for cost in some) * 1e3
        print(f"| {way} | {median:.1f} | {p95:.1f} | {cpu:.0f} | {', '.join(sorted(tiers[way]))} |")
