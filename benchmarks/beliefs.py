"""Beliefs: what each verb costs, how deep walk and cascade go, and what the original takes for the same.

python -m benchmarks.beliefs verbs [beliefs …]    each verb beside n beliefs with three legs each
python -m benchmarks.beliefs many [beliefs]       assimilate_many
python -m benchmarks.beliefs deep [beliefs]       a chain, layers, and a retraction that reaches all of them
"""

from __future__ import annotations

import itertools
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import kip
from kip_cypher.query import Query
from kip_engine.storage.steps import Program, Transaction

from .timing import timed

CHUNK = 1_000
DOCUMENTS = 100
LEGS = 3
ROUNDS = 40
_WORDS = "river stone copper signal lattice harbor meadow quartz engine violet cedar orbit"
WORDS = _WORDS.split()
MEASURED = "real_measurement"
MOST_OF_THE_ORIGINAL = 10_000


def main(arguments: Sequence[str]) -> None:
    """Run the part that `arguments` name."""
    part, *numbers = arguments or ["verbs"]
    sizes = [int(number) for number in numbers]
    if part == "verbs":
        for n in sizes or [1_000, 10_000, 100_000]:
            verbs(n)
    elif part == "many":
        many(*sizes)
    else:
        deep(*sizes)


# What each verb costs -------------------------------------------------------------------------------


def verbs(n: int) -> None:
    """Median and 95th percentile of each verb beside `n` beliefs with three legs each."""
    with kip.connect(space=f"bench-beliefs-{n}", timeout=600) as client:
        ids = filled(client, n)
        client.beliefs.put_source("fresh")
        print(f"\n{n} beliefs, {LEGS} legs each")
        for name, run in _ours(client, ids).items():
            print(f"  {name:34} {_figures(run)}   {_statements(client, run)} statements")
        if n <= MOST_OF_THE_ORIGINAL:
            _original(n)


def _ours(client: kip.Client, ids: Sequence[str]) -> dict[str, Callable[[], Any]]:
    beliefs = client.beliefs
    numbers = itertools.count()
    some = itertools.cycle(ids[:: max(1, len(ids) // 997)])

    def retract() -> None:
        beliefs.retract("fresh")

    def assert_and_retract() -> None:
        beliefs.assimilate("a claim that comes and goes", {"tier": MEASURED, "source_id": "fresh"})
        retract()

    return {
        "assimilate, a new claim": lambda: beliefs.assimilate(
            f"new {next(numbers)} {time.time_ns()}", {"tier": MEASURED, "source_id": next(some)}
        ),
        "assimilate, one that is believed": lambda: beliefs.assimilate(
            "the same claim every time", {"tier": "executable", "source_id": next(some), "weight": 0}
        ),
        "assimilate, then retract its source": assert_and_retract,
        "launders": lambda: beliefs.launders(next(some), next(some)),
        "retrieve, a common word": lambda: beliefs.retrieve("river"),
        "retrieve, a rare one": lambda: beliefs.retrieve(f"claim {next(numbers) * 37 % len(ids)}"),
        "explain": lambda: beliefs.explain(next(some)),
    }


def _original(n: int) -> None:
    """The original's times for the same, in its memory; its retrieval needs a learned ranker."""
    try:
        from mixle.substrate import belief, core  # type: ignore[import-untyped]
    except ImportError:
        print("  the original isn't installed here")
        return
    store = _original_store(belief, core, n)
    claim = belief.Claim("new")
    evidence = {"tier": MEASURED, "source_id": "b7", "time": 1.0}
    rounds = 3 if n > CHUNK else 10
    assimilate = _times(lambda: belief.assimilate(store, claim, evidence), rounds)
    retract = _times(lambda: belief.retract(store, "doc 1 of one belief"), rounds)
    print(f"  the original: assimilate {_shown(assimilate)}")
    print(f"  the original: retract    {_shown(retract)}")


def _original_store(belief: Any, core: Any, n: int) -> Any:
    store = core.Substrate()
    for number in range(DOCUMENTS):
        store.add("text", id=f"doc{number}")
    for number, (text, sources) in enumerate(_claims(n)):
        history = [belief.EvidenceEntry(source, MEASURED, time=1.0) for source in sources]
        item = belief.BeliefItem(f"b{number}", belief.Claim(text), 0.99, history)
        store.put(belief._to_item(item))
    return store


# Many at once ---------------------------------------------------------------------------------------


def many(n: int = 10_000) -> None:
    """Entries a second of assimilate_many, in calls of CHUNK claims with three entries each."""
    space = f"bench-beliefs-many-{time.time_ns()}"
    with kip.connect(space=space, timeout=600) as client:
        client.beliefs.put_source("doc0")
        seconds = timed(lambda: filled(client, n))
        print(f"assimilate_many: {LEGS * n / seconds:,.0f} entries/s ({n} claims, {LEGS} entries each)")
    kip.drop_space(space)


def filled(client: kip.Client, n: int) -> list[str]:
    """The ids of the `n` beliefs of a memory, which are made if there are none."""
    known = client.beliefs.retrieve("", k=1)
    if not known:
        for number in range(DOCUMENTS):
            client.beliefs.put_source(f"doc{number}")
        claims = _claims(n)
        while chunk := list(itertools.islice(claims, CHUNK)):
            client.beliefs.assimilate_many([(text, _cited(sources)) for text, sources in chunk])
    return _names(client, n)


def _claims(n: int) -> Iterator[tuple[str, list[str]]]:
    for number in range(n):
        words = " ".join(WORDS[(number * step) % len(WORDS)] for step in (1, 5, 7))
        yield f"claim {number} of the {words}", [f"doc{(number + leg) % DOCUMENTS}" for leg in range(LEGS)]


def _cited(sources: Sequence[str]) -> list[dict[str, Any]]:
    return [{"tier": MEASURED, "source_id": source, "time": 1.0} for source in sources]


def _names(client: kip.Client, n: int) -> list[str]:
    command = 'FIND(?b.name) WHERE { ?b {type: "Belief"} } LIMIT :limit'
    names: list[str] = client.execute(command, {"limit": min(n, 10_000)}).result
    return names


# How deep it goes -----------------------------------------------------------------------------------


def deep(n: int = 20_000) -> None:
    """Walk and cascade on a chain of `n` beliefs, on layers, and on a fan of n / 2."""
    shapes: dict[str, Iterator[list[list[int]]]] = {
        f"chain of {n}": _layers(1, n),
        "layers 2 x 60": _layers(2, 60),
        "layers 10 x 100": _layers(10, 100),
        f"fan of {n // 2}": iter([[[]] * (n // 2)]),
    }
    for name, layers in shapes.items():
        space = f"bench-deep-{time.time_ns()}"
        with kip.connect(space=space, timeout=900) as client:
            ids = _built(client, layers)
            _walk_and_fall(client, name, ids)
        kip.drop_space(space)


def _layers(width: int, depth: int) -> Iterator[list[list[int]]]:
    """Layer by layer, for each belief the numbers of those that it cites; the first cites a document."""
    yield [[]] * width
    for layer in range(1, depth):
        below = list(range((layer - 1) * width, layer * width))
        yield [below] * width


def _built(client: kip.Client, layers: Iterator[list[list[int]]]) -> list[str]:
    """Beliefs that cite each other in layers, written as the verbs would have, many layers at a time."""
    from .belief_graphs import build

    return build(client, layers)


def _walk_and_fall(client: kip.Client, name: str, ids: Sequence[str]) -> None:
    beliefs = client.beliefs
    walk = statistics.median(timed(lambda: beliefs.launders(ids[-1], "nobody")) for _ in range(5))
    round_ = statistics.median(timed(lambda: beliefs.launders(ids[-1], ids[0])) for _ in range(5))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    done: list[Any] = []
    fall = timed(lambda: done.append(beliefs.retract("doc")))
    read = timed(lambda: done.append(sum(1 for _ in done[0].changes)))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(
        f"{name:16} walk {walk * 1e3:8.1f} ms, all the way round {round_ * 1e3:8.1f} ms; retraction of "
        f"{done[0].count} changes on {done[0].levels} levels {fall:6.2f} s "
        f"({fall / max(1, done[0].count) * 1e3:.3f} ms each), read in {read:.2f} s, +{grown:.0f} MB here"
    )


# Figures --------------------------------------------------------------------------------------------


def _figures(run: Callable[[], Any]) -> str:
    for _ in range(3):
        run()
    return _shown(_times(run, ROUNDS))


def _times(run: Callable[[], Any], rounds: int) -> list[float]:
    return sorted(timed(run) * 1e3 for _ in range(rounds))


def _shown(times: Sequence[float]) -> str:
    return f"{statistics.median(times):8.1f} ms, p95 {times[int(len(times) * 0.95)]:8.1f} ms"


def _statements(client: kip.Client, run: Callable[[], Any]) -> int:
    """How many statements a call takes; one more trip commits what a transaction wrote."""
    count = 0
    database = client._database
    perform = database._perform

    def counting(step: Any) -> Any:
        nonlocal count
        if isinstance(step, Query):
            count += 1
            return perform(step)
        return perform(Transaction(lambda: _counted(step.body()), step.write))

    def _counted(body: Any) -> Program[Any]:
        nonlocal count
        try:
            query = next(body)
            while True:
                count += 1
                query = body.send((yield query))
        except StopIteration as stop:
            return stop.value

    database._perform = counting  # type: ignore[method-assign]
    try:
        run()
    finally:
        database._perform = perform  # type: ignore[method-assign]
    return count


if __name__ == "__main__":
    main(sys.argv[1:])
