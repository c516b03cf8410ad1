"""The golden vectors of KIP: what the protocol asks and its public engine was seen to answer."""

from __future__ import annotations

import json
import re
import uuid
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kip_conformance as conformance
import pytest

import kip

# Recorded on an engine that drops a link which MERGE makes reflexive; our reading of the protocol keeps it
# (tests/engine/test_merge_links.py holds the rule), so the recorded answer is one link short.
AGAINST_THE_RULE = {"kml.merge/links-out"}
VECTORS = Path(__file__).parent / "kip.jsonl"
SETUPS, CASES = conformance.load(VECTORS, "")
BY_SETUP: dict[str, list[dict[str, Any]]] = defaultdict(list)
for _case in CASES:
    if _case["id"] in AGAINST_THE_RULE:
        continue
    BY_SETUP[_case["setup"]].append(_case)


class Engine(conformance.connect):  # type: ignore[misc]
    """The runner's default target, on the tests' own server."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.client = None
        self.reset()

    def reset(self) -> None:
        if self.client is not None:
            self.client.close()
        uri, auth, database = self.connection
        self.client = kip.connect(uri, auth=auth, database=database, space=f"golden-{uuid.uuid4()}")


@pytest.fixture
def engine(neo4j_connection: Any) -> Iterator[Engine]:
    engine = Engine(neo4j_connection)
    yield engine
    engine.client.close()


def is_id(text: str) -> bool:
    return bool(re.match(r"^[CP]:", text))


def prepare(engine: Engine, setup: str) -> None:
    engine.reset()
    for step in SETUPS[setup]:
        step = step if isinstance(step, dict) else {"command": step}
        response = engine.execute(step["command"], parameters=step.get("parameters"))
        assert "error" not in response or step.get("may_fail"), (setup, response)


def failure(engine: Engine, case: dict[str, Any]) -> str | None:
    got = conformance.run(engine, case, is_id)
    passed, want = conformance.matches(case, got)
    return None if passed else f"{case['id']}: wanted {json.dumps(want)[:400]}, got {json.dumps(got)[:400]}"


@pytest.mark.parametrize("setup", sorted(BY_SETUP))
def test_every_golden_case_of_a_setup_is_answered_as_recorded(engine: Engine, setup: str) -> None:
    fresh, failures = False, []
    for case in sorted(BY_SETUP[setup], key=conformance.writes):
        if not fresh:
            prepare(engine, setup)
        failures.append(failure(engine, case))
        fresh = not conformance.writes(case) or bool(case.get("dry_run") or case.get("readonly"))
    assert [text for text in failures if text] == []


def test_the_vectors_are_all_there() -> None:
    assert len(CASES) == 316
