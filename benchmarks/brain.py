"""The brain: who serves and what is learned per second, and whether that depends on what is there already.

python -m benchmarks.brain speed [seconds]    resolve and feedback: 1 client, 8 on one profile, 8 on 8
python -m benchmarks.brain thompson           10 000 draws of the weights of ten sections
python -m benchmarks.brain hook [calls]       what noting its uses costs a FIND
"""

from __future__ import annotations

import itertools
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

import kip
from kip_cypher.query import Query
from kip_engine.brain import clock, sections
from kip_engine.brain.arithmetic.beta import Beta
from kip_engine.brain.caller import Caller
from kip_engine.brain.learning import entity_link
from kip_engine.brain.opening import open_namespace, profile_properties
from kip_engine.brain.profile_rows import DRAW_SECTIONS, section_rows
from kip_engine.brain.section_state import SectionState
from kip_engine.storage.steps import Body, Program, Transaction

from .timing import alternate, median_ms

SIZES = ((10, 10), (10_000, 10), (100, 1_000_000), (10_000, 1_000_000))
"""Profiles, and entity posteriors over at most `SPREAD_OVER` of them, which then know as many as they may."""
SPREAD_OVER = 100
CHUNK = 2_000
CLIENTS = 8
FEW = 25
"""Judged are so many elements that profiles may know, and so many that they don't know at first."""
DRAWS = 10_000

PUT_PROFILES = """
UNWIND $rows AS row
CREATE (profile:Concept:BrainProfile) SET profile = row
RETURN elementId(profile), profile.id
"""
PUT_ENTITIES = """
UNWIND $drawn AS row
MATCH (profile) WHERE elementId(profile) = $profile
MATCH (t) WHERE elementId(t) = row.target
CREATE (profile)<-[:SUBJECT]-(link:Proposition:$(row.label))-[:OBJECT]->(t) SET link = row.properties
CREATE (profile)-[:$(row.label) {id: link.id}]->(t)
"""
COUNT_UP = """
MATCH (profile) WHERE elementId(profile) = $profile
SET profile._brain_inserted = $inserted
"""
TARGETS = """
MATCH (t:Concept) WHERE t.space = $space AND t.type = 'Insight' RETURN t.id, elementId(t) ORDER BY t.id
"""


def main(arguments: Sequence[str]) -> None:
    """Run the part that `arguments` name."""
    part, *numbers = arguments or ["speed"]
    sizes = [int(number) for number in numbers]
    {"speed": speed, "thompson": thompson, "hook": hook}[part](*sizes)


# Speed --------------------------------------------------------------------------------------------------


def speed(seconds: int = 5) -> None:
    """One line per size of the brain and way of asking."""
    print("profiles  entities   verb       1 client   8 on one   8 on eight   per second")
    for profiles, entities in SIZES:
        space = filled(profiles, entities)
        for verb in ("resolve", "feedback"):
            rates = [
                together(space, verb, clients, spread, seconds)
                for clients, spread in ((1, 1), (CLIENTS, 1), (CLIENTS, CLIENTS))
            ]
            shown = "   ".join(f"{rate:8,.0f}" for rate in rates)
            print(f"{profiles:8,} {entities:9,}   {verb:8} {shown}", flush=True)


def together(space: str, verb: str, clients: int, spread: int, seconds: int) -> float:
    """Calls per second of so many processes, on `spread` profiles between them."""
    jobs = [(space, verb, number % spread, seconds) for number in range(clients)]
    if clients == 1:
        return work(jobs[0])
    with ProcessPoolExecutor(clients, mp_context=get_context("spawn")) as pool:
        return sum(pool.map(work, jobs))


def work(job: tuple[str, str, int, int]) -> float:
    """Calls per second of one client, warmed up."""
    space, verb, number, seconds = job
    with kip.connect(space=space) as client:
        call = _call(client, verb, f"p{number}")
        for _ in range(20):
            call()
        done, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            call()
            done += 1
        return done / seconds


def _call(client: kip.Client, verb: str, profile: str) -> Callable[[], Any]:
    brain = client.brain.scoped(actor=f"actor-{profile}")
    if verb == "resolve":
        return lambda: brain.resolve("recall")
    ids = [identity for identity, _ in _targets(client)]
    targets = itertools.cycle([*ids[:FEW], *ids[-FEW:]])
    return lambda: brain.feedback(next(targets), "useful", served_by_profile_id=profile)


def filled(profiles: int, entities: int) -> str:
    """The name of a space whose brain has so many profiles and entity posteriors; made if it isn't there."""
    space = f"bench-brain-{profiles}-{entities}"
    with kip.connect(space=space, timeout=600) as client:
        if not client.brain.bindings():
            start = time.perf_counter()
            _fill(client, profiles, entities)
            took = time.perf_counter() - start
            print(f"{space} was filled in {took:.0f} s", file=sys.stderr)
    return space


def _fill(client: kip.Client, profiles: int, entities: int) -> None:
    caller = client._session.brain.caller()
    client._run(open_namespace(caller))
    spread = min(profiles, SPREAD_OVER, entities)
    _put_targets(client, FEW + max(FEW, entities // SPREAD_OVER))
    for rows in _chunks(range(profiles)):
        _put_profiles(client, caller, rows)
    targets = list(_targets(client))
    each = entities // spread
    for number in range(spread):
        _put_entities(client, caller, f"p{number}", targets[:each])
    for number in range(CLIENTS):
        client.brain.bind(f"p{number}", actor=f"actor-p{number}")


def _put_targets(client: kip.Client, number: int) -> None:
    for names in _chunks(range(number)):
        blocks = "\n".join(f'CONCEPT ?t{name} {{ {{type: "Insight", name: "t{name}"}} }}' for name in names)
        client.execute(f"UPSERT {{ {blocks} }}")


def _put_profiles(client: kip.Client, caller: Caller, numbers: Sequence[int]) -> None:
    now_us = clock.now_us()
    counted = {"section_events": 0, "section_epoch": 50}
    rows = [
        {**profile_properties(caller, f"p{number}", "", "recall", "active", now_us), **counted}
        for number in numbers
    ]

    def body() -> Body[None]:
        placed = yield Query(PUT_PROFILES, {"rows": rows})
        for (place, element), row in zip(placed, rows, strict=True):
            own = row["profile_id"], element, sections.PRIORS, sections.PRIORS
            drawn = section_rows(caller, *own, now_us)
            yield Query(DRAW_SECTIONS, {"profile": place, "sections": drawn})

    _write(client, body)


def _put_entities(
    client: kip.Client, caller: Caller, profile_id: str, targets: Sequence[tuple[str, str]]
) -> None:
    profile = "MATCH (p:Concept {key: $key}) RETURN elementId(p), p.id"
    [(place, element)] = _read(client, profile, {"key": caller.profile_key(profile_id)})
    origin = caller.origin(clock.now_us())
    numbered = list(enumerate(targets, 1))
    for chunk in _chunks(numbered):
        drawn = [entity_link(origin, element, target, Beta(2.0, 1.0), number) for number, target in chunk]
        _write(client, lambda drawn=drawn: _one(PUT_ENTITIES, {"profile": place, "drawn": drawn}))
    _write(client, lambda: _one(COUNT_UP, {"profile": place, "inserted": len(targets)}))


# Thompson -----------------------------------------------------------------------------------------------


def thompson() -> None:
    """Milliseconds for 10 000 draws, while exploring at first and near the end."""
    rng = np.random.default_rng(1)
    for epoch in (50, 1):
        state = SectionState(exploration_epoch=epoch)
        took = median_ms(lambda state=state: state.sampled(DRAWS, rng), 20)  # type: ignore[misc]
        print(f"{DRAWS:,} draws of {len(sections.NAMES)} sections, epoch {epoch}: {took:.1f} ms")


# The hook -----------------------------------------------------------------------------------------------


def hook(calls: int = 2_000) -> None:
    """The time of a FIND in a memory whose brain is in use, beside the same in one whose brain isn't."""
    with kip.connect(space="bench-brain-off") as off, kip.connect(space="bench-brain-on") as on:
        for client in (off, on):
            client.execute('UPSERT { CONCEPT ?t { {type: "Insight", name: "snow"} } }')
        if len(on.brain.profiles()) == 1:
            on.brain.create_profile("p")
        find = 'FIND(?x) WHERE { ?x {type: "Insight", name: "snow"} }'
        pair = alternate(lambda: on.execute(find), lambda: off.execute(find), calls)
        print(f"FIND: {pair.theirs:.3f} ms, with the hook {pair.ours:.3f} ms, ratio {pair.ratio:.3f}")
        notes = _seconds(lambda: on._session._watch(_statement(on, find), [{"id": "C:x"}], 1), calls)
        print(f"noting one use: {notes * 1e6:.1f} µs")
        on._session.brain.hook.drop()


def _statement(client: kip.Client, text: str) -> Any:
    return client._session.statements.prepare(text).statement


def _seconds(run: Callable[[], object], times: int) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


# Reading and writing --------------------------------------------------------------------------------------


def _targets(client: kip.Client) -> Iterator[tuple[str, str]]:
    yield from _read(client, TARGETS, {"space": client.space})


def _chunks(values: Sequence[Any]) -> Iterator[Any]:
    for start in range(0, len(values), CHUNK):
        yield values[start : start + CHUNK]


def _read(client: kip.Client, text: str, parameters: dict[str, Any]) -> Any:
    def program() -> Program[Any]:
        return (yield Query(text, parameters))

    return client._run(program())


def _one(text: str, parameters: dict[str, Any]) -> Body[None]:
    yield Query(text, parameters)


def _write(client: kip.Client, body: Callable[[], Body[None]]) -> None:
    def program() -> Program[None]:
        yield Transaction(body)

    client._run(program())


if __name__ == "__main__":
    main(sys.argv[1:])
