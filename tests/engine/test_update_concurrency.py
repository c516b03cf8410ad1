"""UPDATE and DELETE: many writers at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from acting import SCHEMA, act, assert_nothing_dangles

from kip_grammar import KipError

WRITERS = 8


@pytest.fixture
def tasks(memory: Any) -> Any:
    memory.upsert(SCHEMA)
    return memory


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """What `work` gives for every writer's number, all at the same time."""
    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(work, range(WRITERS)))


@pytest.mark.parametrize("rest", ["", "FILTER(?t.attributes.n < 1000)"])
def test_counters_are_exact(tasks: Any, rest: str) -> None:
    act(tasks, 'UPDATE ?t SET ATTRIBUTES { n: 0 } WHERE { ?t {type: "Task"} }')
    text = f'UPDATE ?t SET ATTRIBUTES {{ n: ADD(?t.attributes.n, 1) }} WHERE {{ ?t {{type: "Task"}} {rest} }}'

    def count(number: int) -> None:
        for _ in range(50):
            assert act(tasks, text) == {"matched": 3, "updated": 3}

    at_once(count)
    for name in ("one", "two", "three"):
        assert tasks.attributes("Task", name)["n"] == WRITERS * 50
        assert tasks.version("Task", name) == 2 + WRITERS * 50


def test_of_writers_that_claim_one_task_exactly_one_gets_it(tasks: Any) -> None:
    text = """UPDATE ?t SET ATTRIBUTES { owner: :owner } WHERE { ?t {type: "Task", name: "one"}
        FILTER(IS_NULL(?t.attributes.owner)) }"""
    outcomes = at_once(lambda number: act(tasks, text, owner=number)["updated"])
    assert sorted(outcomes) == [0] * (WRITERS - 1) + [1]
    assert tasks.attributes("Task", "one")["owner"] == outcomes.index(1)


def test_a_marker_is_set_once(tasks: Any) -> None:
    text = """UPDATE ?t SET ATTRIBUTES { n: ADD(COALESCE(?t.attributes.n, 0), 1), cycle: 1 }
        WHERE { ?t {type: "Task"} FILTER(IS_NULL(?t.attributes.cycle) || ?t.attributes.cycle < 1) }"""
    outcomes = at_once(lambda number: act(tasks, text)["updated"])
    assert sum(outcomes) == 3
    assert tasks.attributes("Task", "one")["n"] == 1


def test_opposite_orders_wait_for_each_other(tasks: Any) -> None:
    names = [f"n{number}" for number in range(20)]
    blocks = " ".join(
        f'CONCEPT ?{name} {{ {{type: "Task", name: "{name}"}} SET ATTRIBUTES {{ n: 0 }} }}' for name in names
    )
    tasks.upsert(f"UPSERT {{ {blocks} }}")

    def count(number: int) -> None:
        ordered = names if number % 2 else names[::-1]
        arms = " ".join(f'UNION {{ ?t {{type: "Task", name: "{name}"}} }}' for name in ordered[1:])
        text = f"""UPDATE ?t SET ATTRIBUTES {{ n: ADD(?t.attributes.n, 1) }}
            WHERE {{ ?t {{type: "Task", name: "{ordered[0]}"}} {arms} }}"""
        for _ in range(3):
            assert act(tasks, text) == {"matched": 20, "updated": 20}

    at_once(count)
    assert {tasks.attributes("Task", name)["n"] for name in names} == {3 * WRITERS}


def test_a_concept_is_deleted_by_one_of_many(tasks: Any) -> None:
    text = 'DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Task"} }'
    tasks.upsert("""UPSERT { CONCEPT ?one { {type: "Task", name: "one"} SET PROPOSITIONS {
        ("needs", {type: "Task", name: "two"}) } } }""")
    outcomes = at_once(lambda number: act(tasks, text))
    assert sum(outcome["deleted_concepts"] for outcome in outcomes) == 3
    assert sum(outcome["deleted_propositions"] for outcome in outcomes) == 1


def test_deletes_amid_writes_leave_nothing_dangling(tasks: Any) -> None:
    link = """UPSERT { CONCEPT ?hub { {type: "Task", name: "hub"} }
        CONCEPT ?leaf { {type: "Task", name: :leaf} SET PROPOSITIONS { ("needs", ?hub) } }
        PROPOSITION ?a { (?leaf, "needs", ?hub) } PROPOSITION ?b { (?leaf, "stated", ?a) } }"""
    statements = (
        link,
        link,
        link,
        'DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Task"} FILTER(?t.name == "hub") }',
        'DELETE PROPOSITIONS ?l WHERE { ?l (?s, "needs", ?o) }',
        'UPDATE ?l SET METADATA { n: ADD(COALESCE(?l.metadata.n, 0), 1) } WHERE { ?l (?s, "stated", ?o) }',
        'DELETE ATTRIBUTES {"text"} FROM ?t WHERE { ?t {type: "Task"} }',
        'UPDATE ?t SET ATTRIBUTES { text: "again" } WHERE { ?t {type: "Task"} }',
    )

    def work(number: int) -> list[KipError]:
        failures = []
        for step in range(10):
            try:
                act(tasks, statements[number], leaf=f"leaf {number} {step % 3}")
            except KipError as error:
                failures.append(error)
        return failures

    assert not [str(failure) for failures in at_once(work) for failure in failures]
    assert_nothing_dangles(tasks)
