"""The golden scenarios of the brain: what was observed of the layer that its specification describes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import brain_check as check
import pytest
from brain_adapter import brain_engine

SCENARIOS = [json.loads(line) for line in Path(__file__).with_name("brain.jsonl").read_text().splitlines()]
CORE = [scenario for scenario in SCENARIOS if scenario["kind"] == "core"]


def disagreement(scenario: dict[str, Any], engine: Any) -> str | None:
    """Where the engine first differs from what was observed."""
    for op, want in zip(scenario["ops"], scenario["obs"], strict=True):
        if difference := check.compare(op, want, engine.run_op(op)):
            return f"{json.dumps(op)}: {difference}"
    return None


@pytest.mark.parametrize("scenario", CORE, ids=lambda scenario: scenario["id"])
def test_the_arithmetic_is_as_observed(scenario: dict[str, Any]) -> None:
    assert disagreement(scenario, brain_engine("core")) is None
