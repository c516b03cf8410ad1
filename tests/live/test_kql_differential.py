"""The engine against the oracle on random graphs and random statements.

KIP_FUZZ=minutes runs for that long on ever new graphs instead of the bounded profile.
"""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from oracle.comparing import disagreement
from oracle.graph import Graph
from oracle.graphs import load
from oracle.statements import finds

import kip
from kip_grammar import ast
from kip_grammar.printer import print_statement

GRAPHS = 3
MINUTES = float(os.environ.get("KIP_FUZZ", "0"))
QUIET = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)

Loaded = tuple[kip.Client, Graph]


def _connect(connection: Any, number: int) -> Loaded:
    uri, auth, database = connection
    client = kip.connect(uri, auth=auth, database=database, space=f"oracle-{uuid.uuid4()}")
    return client, load(lambda text, parameters: client.execute(text, parameters).result, number)


def _drop(connection: Any, client: kip.Client) -> None:
    uri, auth, database = connection
    kip.drop_space(client.space, uri, auth=auth, database=database)
    client.close()


@pytest.fixture(scope="module")
def loaded(neo4j_connection: Any) -> Iterator[list[Loaded]]:
    """Some random graphs, each in a space of its own."""
    graphs = [_connect(neo4j_connection, number) for number in range(GRAPHS)]
    yield graphs
    for client, _ in graphs:
        _drop(neo4j_connection, client)


def _check(loaded: Loaded, find: ast.Find, limit: int | None) -> None:
    client, graph = loaded
    difference = disagreement(client.execute, graph, find, limit)
    assert difference is None, f"{difference}\n{print_statement(find)}\nLIMIT {limit}"


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=QUIET,
    phases=(Phase.generate, Phase.shrink),
)
@given(find=finds(), number=st.integers(0, GRAPHS - 1))
def test_an_answer_is_the_oracles(loaded: list[Loaded], find: ast.Find, number: int) -> None:
    _check(loaded[number], find, None)


@settings(max_examples=50, deadline=None, derandomize=True, database=None, suppress_health_check=QUIET)
@given(find=finds(), number=st.integers(0, GRAPHS - 1), limit=st.integers(1, 4))
def test_pages_make_up_the_oracles_answer(
    loaded: list[Loaded], find: ast.Find, number: int, limit: int
) -> None:
    _check(loaded[number], find, limit)


@pytest.mark.skipif(not MINUTES, reason="set KIP_FUZZ=minutes for a soak")
def test_a_long_soak(neo4j_connection: Any) -> None:
    end, number = time.monotonic() + MINUTES * 60, int(time.time())
    while time.monotonic() < end:
        number += 1
        loaded = _connect(neo4j_connection, number)
        try:
            _soak(loaded, number)
        finally:
            _drop(neo4j_connection, loaded[0])


def _soak(loaded: Loaded, number: int) -> None:
    @seed(number)
    @settings(max_examples=300, deadline=None, database=None, suppress_health_check=QUIET)
    @given(find=finds(), limit=st.sampled_from([None, None, 1, 3]))
    def ask(find: ast.Find, limit: int | None) -> None:
        _check(loaded, find, limit)

    ask()
