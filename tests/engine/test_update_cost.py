"""UPDATE and DELETE: what they cost in queries, and that no caller text gets into these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from acting import SCHEMA, act, assert_nothing_dangles

from kip_engine.execute import Setting, execute
from kip_engine.statements import Prepared
from kip_engine.storage.settings import Limits
from kip_engine.storage.steps import Transaction
from kip_grammar import parse

LINKS = 300


def noted(program: Any, made: list[str]) -> Iterator[Any]:
    """`program` with the texts of its queries noted in `made`."""

    def body(step: Any) -> Iterator[Any]:
        inner = step.body()
        try:
            query = next(inner)
            while True:
                made.append(query.text)
                query = inner.send((yield query))
        except StopIteration as stop:
            return stop.value

    try:
        step = next(program)
        while True:
            if isinstance(step, Transaction):
                step = program.send((yield Transaction(lambda step=step: body(step), step.write)))
            else:
                made.append(step.text)
                step = program.send((yield step))
    except StopIteration as stop:
        return stop.value


def queries(memory: Any, text: str, **parameters: Any) -> list[str]:
    """The Cypher texts that a command takes."""
    made: list[str] = []
    setting = Setting(memory.space, Limits())
    memory.database.run(noted(execute(Prepared(text, parse(text)), parameters, setting), made))
    return made


@pytest.fixture
def hub(memory: Any) -> Any:
    """Task `hub` with 300 links, a link on each of these, and a link on each of those."""
    memory.upsert(SCHEMA)
    leaves = " ".join(
        f"""CONCEPT ?c{n} {{ {{type: "Task", name: "leaf {n}"}} }}
        PROPOSITION ?a{n} {{ (?c{n}, "needs", ?hub) }} PROPOSITION ?b{n} {{ (?c{n}, "stated", ?a{n}) }}
        PROPOSITION {{ (?b{n}, "stated", ?c{n}) }}"""
        for n in range(LINKS)
    )
    memory.upsert(f'UPSERT {{ CONCEPT ?hub {{ {{type: "Task", name: "hub"}} }} {leaves} }}')
    return memory


def test_an_update_takes_one_query_and_one_more_for_text(hub: Any) -> None:
    where = 'WHERE { ?l (?s, "needs", ?o) }'
    assert len(queries(hub, f"UPDATE ?l SET METADATA {{ n: ADD(1, 1) }} {where}")) == 1
    assert len(queries(hub, f"UPDATE ?l SET ATTRIBUTES {{ n: 1, done: true }} {where}")) == 1
    assert len(queries(hub, f'UPDATE ?l SET ATTRIBUTES {{ text: "new" }} {where}')) == 2
    assert len(queries(hub, f"UPDATE ?l SET ATTRIBUTES {{ text: 5 }} {where}")) == 2
    assert len(queries(hub, f"UPDATE ?l SET ATTRIBUTES {{ text: 6 }} {where}")) == 1


@pytest.mark.parametrize(
    "text",
    [
        'DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Task", name: "hub"} }',
        'DELETE PROPOSITIONS ?l WHERE { ?l (?t, "needs", {type: "Task", name: "hub"}) }',
    ],
)
def test_a_hub_is_deleted_in_one_query(hub: Any, text: str) -> None:
    assert len(queries(hub, text)) == 1
    assert hub.read("MATCH (n:Proposition {space: $space}) WHERE n.predicate = 'needs' RETURN count(n)") == [
        (0,)
    ]
    assert hub.read("MATCH (n:Proposition {space: $space, predicate: 'stated'}) RETURN count(n)") == [(0,)]
    assert_nothing_dangles(hub)


def test_no_text_of_the_caller_is_cypher(memory: Any) -> None:
    memory.upsert(SCHEMA)
    nasty = "x`} \\u0060 ] DETACH DELETE n //"
    where = 'WHERE { ?t {type: "Task", name: :nasty} FILTER(?t.attributes.a == :nasty) }'
    texts = queries(
        memory, f"UPDATE ?t SET ATTRIBUTES :map SET METADATA :map {where}", nasty=nasty, map={nasty: nasty}
    )
    texts += queries(memory, f"DELETE ATTRIBUTES {{:nasty}} FROM ?t {where}", nasty=nasty)
    assert texts
    assert not [text for text in texts if "x`}" in text]


def test_a_deep_tower_of_links_is_met_link_by_link(memory: Any) -> None:
    """Each link of the tower is at both ends of the next, so 2^40 ways lead to its top."""
    memory.upsert(SCHEMA)
    below = '{type: "Task", name: "one"}'
    for _ in range(41):
        made = memory.upsert(f'UPSERT {{ PROPOSITION {{ ({below}, "stated", {below}) }} }}')
        below = f'(id: "{made["upsert_proposition_links"][0]}")'
    text = 'DELETE CONCEPT ?t DETACH WHERE { ?t {type: "Task", name: "one"} }'
    assert act(memory, text) == {"deleted_concepts": 1, "deleted_propositions": 41}
    assert_nothing_dangles(memory)
