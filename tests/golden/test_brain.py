"""The golden scenarios of the brain: what was observed of the layer that its specification describes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brain_check as check
import pytest
from brain_adapter import VerbsEngine
from brain_core import CoreEngine

import kip

VECTORS = Path(__file__).with_name("brain.jsonl")
SCENARIOS = {scenario["id"]: scenario for scenario in map(json.loads, VECTORS.read_text().splitlines())}
CORE = sorted(name for name, scenario in SCENARIOS.items() if scenario["kind"] == "core")
VERBS = sorted(SCENARIOS.keys() - set(CORE))


@pytest.fixture
def client(neo4j_connection: Any, space: str) -> Iterator[kip.Client]:
    uri, auth, database = neo4j_connection
    with kip.connect(uri, auth=auth, database=database, space=space) as client:
        yield client
    kip.drop_space(space, uri, auth=auth, database=database)


def disagreement(name: str, engine: CoreEngine | VerbsEngine) -> str | None:
    """Where the engine first differs from what was observed."""
    scenario = SCENARIOS[name]
    for op, want in zip(scenario["ops"], scenario["obs"], strict=True):
        if difference := check.compare(op, want, engine.run_op(op)):
            return f"{json.dumps(op)}: {difference}"
    return None


@pytest.mark.parametrize("name", CORE)
def test_the_arithmetic_is_as_observed(name: str) -> None:
    assert disagreement(name, CoreEngine()) is None


@pytest.mark.parametrize("name", VERBS)
def test_the_verbs_answer_as_observed_and_their_log_tells_the_state(client: kip.Client, name: str) -> None:
    engine = VerbsEngine(client)
    assert disagreement(name, engine) is None
    engine.restart()
    assert [sentence for found in engine.rebuilt() for sentence in found.differences] == []
    assert [finding for finding in client.doctor() if finding.count] == []
