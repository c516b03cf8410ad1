"""Clients that are killed amid their writes: nothing half-done stays, and nobody waits for them."""

from __future__ import annotations

import multiprocessing
import time
from typing import Any

from racing import memory, outcome

from benchmarks.soaking import write_in_threads
from benchmarks.soaking_statements import SCHEMA

KILLS, CLIENTS = 2, 2
WAIT_SECONDS = 60.0
FOREVER = 10**9
CHANGES = "FIND(?d.metadata._version, ?d.id) WHERE { ?d {type: :type} }"
TOUCH = 'UPDATE ?d SET METADATA { touched: :round } WHERE { ?d {type: "Drug"} }'


def wait_until_writing(client: Any, before: Any) -> None:
    """Wait until the concepts are no longer as they were `before`."""
    end = time.monotonic() + WAIT_SECONDS
    while outcome(client, CHANGES, type="Drug") == before:
        assert time.monotonic() < end, "the clients don't write"
        time.sleep(0.1)


def test_a_client_killed_amid_its_writes_leaves_a_sound_memory(neo4j_connection: Any, space: str) -> None:
    spawn = multiprocessing.get_context("spawn")
    with memory(neo4j_connection, space) as client:
        client.execute(SCHEMA)
        for kill in range(KILLS):
            before = outcome(client, CHANGES, type="Drug")
            seeds = [[10 * kill + number, 100 + number] for number in range(CLIENTS)]
            clients = [
                spawn.Process(target=write_in_threads, args=(neo4j_connection, space, seed, FOREVER))
                for seed in seeds
            ]
            for process in clients:
                process.start()
            wait_until_writing(client, before)
            time.sleep(0.5)
            for process in clients:
                process.kill()
                process.join()
            start = time.monotonic()
            assert outcome(client, TOUCH, round=kill)[0] == "ok"
            assert time.monotonic() - start < 10.0
            assert [finding for finding in client.doctor() if not finding.ok] == []
