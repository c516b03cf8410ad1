"""What a verb touches doesn't depend on how many profiles and entities there are."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

import neo4j
import pytest
from minds import Connect

import kip
from kip_cypher.query import Query
from kip_engine.storage.steps import Program, Step, Transaction

CAPACITY = 40
GROWTH = 60
SLIGHT = 10
"""So many hits may be due to how Neo4j stores things; looking at every profile or entity takes `GROWTH`."""


class Ask(NamedTuple):
    """A verb with its parameters, the caller's actor `alice`."""

    verb: str
    given: dict[str, Any]


class Profiler:
    """Runs programs and counts the database's hits of their queries."""

    def __init__(self, session: neo4j.Session) -> None:
        self.session = session
        self.hits = 0

    def run(self, program: Program[Any]) -> Any:
        """The result of a program."""
        return _drive(program, self._perform)

    def _perform(self, step: Step) -> Any:
        if isinstance(step, Query):
            return self._rows(self.session, step)
        assert isinstance(step, Transaction)
        with self.session.begin_transaction() as transaction:
            return _drive(step.body(), lambda query: self._rows(transaction, query))

    def _rows(self, runner: Any, query: Query) -> list[Any]:
        result = runner.run("PROFILE " + query.text, query.parameters)
        rows = list(result)
        self.hits += _hits(result.consume().profile)
        return rows


def _drive(steps: Generator[Any, Any, Any], perform: Callable[[Any], Any]) -> Any:
    value = None
    while True:
        try:
            step = steps.send(value)
        except StopIteration as done:
            return done.value
        value = perform(step)


def _hits(plan: dict[str, Any]) -> int:
    return int(plan.get("dbHits", 0)) + sum(map(_hits, plan.get("children", ())))


@pytest.fixture
def hits(neo4j_connection: Any, connect: Connect) -> Any:
    """Counts the hits of a verb; what it writes is rolled back."""
    uri, auth, database = neo4j_connection

    def counted(client: kip.Client, ask: Ask) -> int:
        brain = client._session.brain
        with (
            neo4j.GraphDatabase.driver(uri, auth=auth) as driver,
            driver.session(database=database) as session,
        ):
            profiler = Profiler(session)
            profiler.run(brain.call(brain.caller(actor="alice"), *ask))
        return profiler.hits

    return counted


def grow(client: kip.Client, profiles: int, entities: range) -> list[str]:
    """Make profiles of one kind, and let the first learn about new elements; their ids."""
    known = {record.id for record in client.brain.profiles()}
    for number in range(profiles):
        if f"p{number}" not in known:
            client.brain.create_profile(f"p{number}", consumer_kind="recall")
            client.brain.bind(f"p{number}", actor=f"actor{number}", consumer_kind="recall")
    blocks = "\n".join(f'CONCEPT ?t{name} {{ {{type: "Insight", name: "t{name}"}} }}' for name in entities)
    ids = client.execute(f"UPSERT {{ {blocks} }}").result["upsert_concept_nodes"]
    for target in ids:
        client.brain.feedback(target, "useful", served_by_profile_id="p0")
    return list(ids)


def test_what_a_verb_touches_does_not_grow(connect: Connect, hits: Any) -> None:
    client = connect(entity_capacity=CAPACITY)
    first = grow(client, 2, range(CAPACITY))
    new = client.execute('UPSERT { CONCEPT ?n { {type: "Insight", name: "new"} } }').result
    told = {"signal": "useful", "served_by_profile_id": "p0"}
    asks = {
        "bound": Ask("brain.resolve", {"consumer_kind": "recall", "actor": "actor0"}),
        "by kind": Ask("brain.resolve", {"consumer_kind": "recall", "actor": "nobody"}),
        "evicting": Ask("brain.feedback", {**told, "target_id": new["upsert_concept_nodes"][0]}),
    }
    asks["known"] = Ask("brain.feedback", {**told, "target_id": first[-1]})
    client.settle()
    few = {name: hits(client, ask) for name, ask in asks.items()}
    later = grow(client, GROWTH, range(CAPACITY, CAPACITY + GROWTH))
    asks["known"] = Ask("brain.feedback", {**told, "target_id": later[-1]})
    client.settle()
    more = {name: hits(client, ask) - few[name] for name, ask in asks.items()}
    assert all(abs(difference) < SLIGHT for difference in more.values()), more
