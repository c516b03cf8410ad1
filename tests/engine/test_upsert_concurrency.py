"""UPSERT: many writers at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from kip_cypher.query import Query
from kip_engine import upsert
from kip_engine.overtaken import Overtaken
from kip_grammar import KipError, parse

WRITERS = 8


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """The outcomes of `work` on every writer's number, all at the same time; failures as KipErrors."""

    def outcome(number: int) -> Any:
        try:
            return work(number)
        except KipError as error:
            return error

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(outcome, range(WRITERS)))


def test_writers_of_the_same_names_make_no_twins(pharmacy: Any) -> None:
    names = [f"n{number}" for number in range(10)]

    def write(number: int) -> Any:
        ordered = names[number:] + names[:number]
        blocks = " ".join(
            f"""CONCEPT ?c{place} {{ {{type: "Drug", name: "{name}"}} SET ATTRIBUTES {{ w{number}: 1 }}
            SET PROPOSITIONS {{ ("treats", {{type: "Symptom", name: "Fever"}}) }} }}"""
            for place, name in enumerate(ordered)
        )
        return pharmacy.upsert(f"UPSERT {{ {blocks} }}")

    outcomes = at_once(write)
    assert not [outcome for outcome in outcomes if isinstance(outcome, KipError)]
    for name in names:
        assert pharmacy.attributes("Drug", name) == {f"w{number}": 1 for number in range(WRITERS)}
        assert pharmacy.version("Drug", name) == WRITERS
    assert sorted(link[0] for link in pharmacy.links("treats")) == sorted(names)


def test_no_update_of_a_shared_element_is_lost(pharmacy: Any) -> None:
    def write(number: int) -> None:
        for step in range(5):
            pharmacy.upsert(
                'UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES :a } }',
                a={f"w{number}_{step}": step},
            )

    at_once(write)
    assert len(pharmacy.attributes("Drug", "Aspirin")) == 1 + WRITERS * 5
    assert pharmacy.version("Drug", "Aspirin") == 1 + WRITERS * 5


@pytest.mark.parametrize(("name", "version"), [("Aspirin", 1), ("New", 0)])
def test_of_writers_with_the_same_guard_exactly_one_gets_through(
    pharmacy: Any, name: str, version: int
) -> None:
    text = 'UPSERT { CONCEPT ?a { {type: "Drug", name: :n} EXPECT VERSION :v SET ATTRIBUTES { w: :w } } }'
    outcomes = at_once(lambda number: pharmacy.upsert(text, n=name, v=version, w=number))
    failures = [outcome.code for outcome in outcomes if isinstance(outcome, KipError)]
    assert failures == ["KIP_3005"] * (WRITERS - 1)
    assert pharmacy.version("Drug", name) == version + 1


def test_links_of_the_same_ends_are_made_once(pharmacy: Any) -> None:
    text = """UPSERT { PROPOSITION ?p { ({type: "Drug", name: "Aspirin"}, "treats",
        {type: "Symptom", name: "Fever"})
        SET ATTRIBUTES :a } PROPOSITION { (?p, "stated", ?p) } }"""
    outcomes = at_once(lambda number: pharmacy.upsert(text, a={f"w{number}": 1}))
    assert not [outcome for outcome in outcomes if isinstance(outcome, KipError)]
    assert len(pharmacy.links("treats")) == 1
    assert len(pharmacy.links("stated")) == 1
    assert pharmacy.links("treats")[0][3] == {"_version": WRITERS}


def test_a_statement_that_was_overtaken_runs_again_and_gives_up_in_the_end(pharmacy: Any) -> None:
    text = 'UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { a: 1 } } }'
    program = upsert.run(parse(text), {}, pharmacy.space, text=text)
    transaction = next(program)
    for _ in range(7):
        assert program.throw(Overtaken()) is transaction
    with pytest.raises(KipError, match="KIP_4003"):
        program.throw(Overtaken())


def test_an_element_deleted_before_it_is_locked_overtakes_the_statement(pharmacy: Any) -> None:
    text = 'UPSERT { CONCEPT ?a { {type: "Drug", name: "Aspirin"} SET ATTRIBUTES { a: 1 } } }'
    body = next(upsert.run(parse(text), {}, pharmacy.space, text=text)).body()
    query = next(body)
    found = pharmacy.read(query.text, **query.parameters)
    assert isinstance(body.send(found), Query)
    with pytest.raises(Overtaken):
        body.send([])
