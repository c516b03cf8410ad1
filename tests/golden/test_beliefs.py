"""The golden vectors of beliefs: what the original was seen to answer, through the public client."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import belief_oracle as oracle
import pytest
from belief_adapter import BeliefEngine

import kip

VECTORS = Path(__file__).parent / "beliefs.jsonl"
SCENARIOS = {scenario["id"]: scenario for scenario in map(json.loads, VECTORS.read_text().splitlines())}


@pytest.fixture
def engine(neo4j_connection: Any, space: str) -> Iterator[BeliefEngine]:
    uri, auth, database = neo4j_connection
    with kip.connect(uri, auth=auth, database=database, space=space) as client:
        yield BeliefEngine(client)
    kip.drop_space(space, uri, auth=auth, database=database)


def scored(scenario: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """The scenario with the scores of a learned ranker handed in, and whether there are any."""
    learned = [observed.get("ranker") == "embedding" for observed in scenario["obs"]]
    ops = [
        {**op, "inject_relevance": observed["relevance"]} if embedded else op
        for op, observed, embedded in zip(scenario["ops"], scenario["obs"], learned, strict=True)
    ]
    return {**scenario, "ops": ops}, any(learned)


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_every_scenario_goes_as_recorded(engine: BeliefEngine, name: str) -> None:
    scenario, injected = scored(SCENARIOS[name])
    got = oracle.observe(scenario, lambda: engine)
    assert oracle.diff(SCENARIOS[name], got, strict_relevance=not injected) == []


def test_the_vectors_are_all_there() -> None:
    assert len(SCENARIOS) == 170
