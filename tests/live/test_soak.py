"""All statements by several writers at once; `python -m benchmarks.soaking` runs more of them."""

from __future__ import annotations

from typing import Any

import kip
from benchmarks.soaking import PROCESSES, report, soak
from benchmarks.soaking_statements import KINDS, Source

STATEMENTS, WRITERS = 600, 8


def test_a_soak_of_all_statements_leaves_nothing_broken(neo4j_connection: Any, space: str) -> None:
    uri, auth, database = neo4j_connection
    try:
        record = soak(neo4j_connection, space, STATEMENTS, WRITERS, PROCESSES)
    finally:
        kip.drop_space(space, uri, auth=auth, database=database)
    assert record.faults == [], report(record, 1.0)
    assert record.total >= STATEMENTS


def test_the_same_seed_gives_the_same_statements() -> None:
    assert [Source(3).request() for _ in range(20)] == [Source(3).request() for _ in range(20)]


def test_every_kind_of_statement_is_drawn() -> None:
    source = Source(0)
    assert {source.next().kind for _ in range(2_000)} == set(KINDS)
