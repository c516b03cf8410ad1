"""A client killed in the middle of its judgements: whatever it got done, its log tells exactly that."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import kip

ROUNDS = 8
WORKER = """
import itertools, random, sys
import kip

uri, user, password, database, space, seed, *targets = sys.argv[1:]
random.seed(seed)
settings = kip.BrainSettings(entity_capacity=3)
with kip.connect(uri, auth=(user, password), database=database, space=space, brain=settings) as client:
    for turn in itertools.count():
        print(turn, flush=True)
        name = f"p{random.randrange(3)}"
        try:
            client.brain.create_profile(name)
        except kip.KipError as error:
            assert error.detail == "profile_exists", error
        signal = random.choice(["useful", "wrong", "implicit_positive", "correction"])
        sections = {"overview": random.choice(["useful", "wrong"])}
        client.brain.feedback(
            random.choice(targets), signal, served_by_profile_id=name, section_signals=sections
        )
        client.execute('SEARCH CONCEPT "snow"')
        client.execute("FIND(?x) WHERE { ?x {id: :id} }", {"id": random.choice(targets)})
        if turn % 7 == 6:
            client.settle()
        if turn % 11 == 10:
            client.brain.reset(name)
            client.brain.bind(name, actor=f"a{turn % 3}")
"""


@pytest.fixture
def targets(neo4j_connection: Any, space: str) -> list[str]:
    """Elements to judge."""
    uri, auth, database = neo4j_connection
    with kip.connect(uri, auth=auth, database=database, space=space) as client:
        command = 'UPSERT { CONCEPT ?t { {type: "Insight", name: :name} } }'
        written = [client.execute(command, {"name": f"snow {n}"}).result for n in range(6)]
    return [result["upsert_concept_nodes"][0] for result in written]


@contextmanager
def killed(command: list[str], turn: int) -> Iterator[None]:
    """A process that has begun its turn of that number; it is killed at the end of the block."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        try:
            assert worker.stdout is not None
            assert any(line == f"{turn}\n" for line in worker.stdout), "it works until it is killed"
            yield
        finally:
            worker.kill()


def test_a_client_that_is_killed_leaves_a_state_that_is_its_log(
    neo4j_connection: Any, space: str, targets: list[str]
) -> None:
    uri, (user, password), database = neo4j_connection
    judged = 0
    for round_ in range(ROUNDS):
        arguments = [uri, user, password, database, space, str(round_), *targets]
        chance = random.Random(round_)
        with killed([sys.executable, "-c", WORKER, *arguments], turn=chance.randrange(1, 25)):
            time.sleep(chance.uniform(0.0, 0.03))
        with kip.connect(uri, auth=(user, password), database=database, space=space) as client:
            assert [sentence for told in client.brain.rebuild() for sentence in told.differences] == []
            events = client.brain.event_counts("2020-01-01T00:00:00Z").counts_by_verb
            assert events.get("brain.feedback", 0) >= judged
            judged = events.get("brain.feedback", 0)
            assert [finding for finding in client.doctor() if finding.count] == []
    assert judged > ROUNDS
    kip.drop_space(space, uri, auth=(user, password), database=database)
