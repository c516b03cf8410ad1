"""What KIP does with a memory teaches the built-in profile, once the brain is in use."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from minds import Connect, Remember, counts, differences, entities

import kip
from kip import flushing

PROFILE = "balanced-recall-v1"
PATIENCE_SECONDS = 20.0


@pytest.fixture
def using(client: kip.Client) -> kip.Client:
    """A client of a memory whose brain is in use."""
    client.brain.create_profile("p")
    return client


def total(client: kip.Client) -> int:
    return client.brain.profile(PROFILE).total_events


def test_a_find_of_one_row_accesses_what_is_in_it(using: kip.Client, remember: Remember) -> None:
    snow, ice = remember("snow"), remember("ice")
    using.settle()
    before = entities(using)
    using.execute(
        'FIND(?x, ?y) WHERE { ?x {type: "Insight", name: "snow"} ?y {type: "Insight", name: "ice"} }'
    )
    using.execute('FIND(?x) WHERE { ?x {type: "Insight", name: "snow"} }')
    using.execute('FIND(?x.name) WHERE { ?x {type: "Insight", name: "ice"} }')
    using.execute('FIND(?x) WHERE { ?x {type: "Insight"} }')
    after = entities(using)
    assert after[snow][0] - before[snow][0] == 2
    assert after[ice][0] - before[ice][0] == 1


def test_what_is_written_is_remembered(using: kip.Client, remember: Remember) -> None:
    snow = remember("snow")
    assert entities(using) == {snow: (2.0, 1.0)}
    using.execute('UPDATE ?x SET ATTRIBUTES { cold: true } WHERE { ?x {type: "Insight"} }')
    assert entities(using) == {snow: (2.0, 1.0)}
    assert total(using) == 2


def test_every_statement_that_succeeds_is_an_event_and_no_other(
    using: kip.Client, remember: Remember
) -> None:
    remember("snow")
    start = total(using)
    using.execute("DESCRIBE PRIMER")
    using.execute('SEARCH CONCEPT "snow"')
    using.execute_kip(
        {"commands": ['SEARCH CONCEPT "ice"', "FIND(", 'FIND(?x) WHERE { ?x {type: "Nothing"} }']}
    )
    using.execute_kip_readonly({"command": 'SEARCH CONCEPT "ice"'})
    using.execute_kip({"command": 'DELETE CONCEPT ?x DETACH WHERE { ?x {type: "Insight"} }', "dry_run": True})
    assert total(using) - start == 4
    assert using.brain.config()["recall::relevance_weight"]["mean"] == 0.7


def test_recalls_hit_fast_or_slowly_or_miss(using: kip.Client, remember: Remember) -> None:
    snow = remember("snow")
    engine = using._session.brain
    for event in (
        {"verb": "memory.recall", "target": snow, "duration_us": 50_000},
        {"verb": "memory.recall", "target": snow, "duration_us": 50_001},
        {"verb": "memory.recall", "duration_us": 5},
    ):
        engine.note(event)
    using.settle()
    snapshot = using.brain.profile(PROFILE).state_snapshot
    assert counts(snapshot["relevance"]) == (9.0, 4.0)
    assert counts(snapshot["temporal"]) == (2.0, 11.0)
    assert entities(using) == {snow: (4.0, 1.0)}
    assert differences(using) == []


def test_a_recall_hits_what_it_found_best_and_misses_if_it_found_nothing(
    using: kip.Client, remember: Remember
) -> None:
    remember("avalanches slide on weak snow")
    start = total(using)
    found = using.recall("What do I know about avalanches?")
    using.recall("Where is my bicycle?")
    using.settle()
    assert total(using) - start == 2
    assert counts(using.brain.profile(PROFILE).state_snapshot["relevance"]) == (8.0, 4.0)
    assert entities(using)[found.items[0].id] == (3.0, 1.0)
    assert differences(using) == []


def test_uses_are_seen_at_once_by_their_client_and_by_others_when_written(
    using: kip.Client, connect: Connect, remember: Remember
) -> None:
    remember("snow")
    other = connect()
    using.settle()
    start = total(other)
    for _ in range(7):
        using.execute('SEARCH CONCEPT "snow"')
    assert total(using) == start + 7
    using.settle()
    assert total(other) == total(using) == start + 7
    [told] = [event for event in using.brain.events() if event.verb == "search"]
    assert told.payload == {}
    assert using.brain.event_counts("2020-01-01T00:00:00Z").counts_by_verb["search"] == 7
    assert differences(other) == []


def until(done: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not done() and time.monotonic() < deadline:
        time.sleep(0.05)
    return done()


def test_uses_are_written_in_the_background(using: kip.Client, connect: Connect, remember: Remember) -> None:
    remember("snow")
    other = connect()
    using.execute('SEARCH CONCEPT "snow"')
    assert until(lambda: total(other) == 2)


def test_many_uses_are_written_without_waiting_for_more(
    using: kip.Client, connect: Connect, remember: Remember, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flushing, "GATHER_SECONDS", 3600.0)
    monkeypatch.setattr(flushing, "MANY", 20)
    remember("snow")
    other = connect()
    for _ in range(25):
        using.execute('SEARCH CONCEPT "snow"')
    assert until(lambda: total(other) >= 20)


def test_nothing_is_lost_on_a_clean_close(
    using: kip.Client, connect: Connect, remember: Remember, neo4j_connection: Any, space: str
) -> None:
    remember("snow")
    using.settle()
    start = total(using)
    uri, auth, database = neo4j_connection
    with kip.connect(uri, auth=auth, database=database, space=space) as one:
        for _ in range(3):
            one.execute('SEARCH CONCEPT "snow"')

    async def story() -> None:
        async with kip.connect_async(uri, auth=auth, database=database, space=space) as two:
            for _ in range(4):
                await two.execute('SEARCH CONCEPT "snow"')

    asyncio.run(story())
    assert total(using) == start + 7
    assert differences(using) == []


def test_a_use_of_what_is_gone_is_a_use_of_nothing_in_particular(
    using: kip.Client, remember: Remember
) -> None:
    remember("snow")
    using.execute('FIND(?x) WHERE { ?x {type: "Insight"} }')
    using.execute('DELETE CONCEPT ?x DETACH WHERE { ?x {type: "Insight"} }')
    using.settle()
    assert entities(using) == {}
    assert total(using) == 3
    assert differences(using) == []


def test_uses_teach_the_brain_of_the_namespace_that_is_set(connect: Connect, remember: Remember) -> None:
    alice = connect(namespace="team:a", actor="alice")
    alice.brain.create_profile("p")
    snow = remember("snow")
    alice.execute('FIND(?x) WHERE { ?x {type: "Insight"} }')
    alice.settle()
    assert entities(alice) == {snow: (2.0, 1.0)}
    assert alice.brain.scoped(namespace="local").profile(PROFILE).total_events == 0
    assert alice.brain.event_counts("2020-01-01T00:00:00Z").counts_by_actor == {"actor:alice": 1}
