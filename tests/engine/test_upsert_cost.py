"""UPSERT: what a script costs in round trips."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kip_engine import upsert
from kip_engine.storage.steps import Transaction
from kip_grammar import parse

NEW = """CONCEPT ?c{0} {{ {{type: "Drug", name: "N{0}"}}
    SET PROPOSITIONS {{ ("treats", {{type: "Symptom", name: "Fever"}}) }} }}"""
OLD = 'CONCEPT ?c{0} {{ {{type: "Drug", name: "N{0}"}} SET ATTRIBUTES {{ a: 1 }} }}'
LINK = 'PROPOSITION {{ ({{type: "Drug", name: "N{0}"}}, "stated", {{type: "Symptom", name: "Fever"}}) }}'


def counted(program: Any, made: list[str]) -> Iterator[Any]:
    """`program` with its queries noted in `made`."""

    def body(step: Any) -> Iterator[Any]:
        inner = step.body()
        try:
            query = next(inner)
            while True:
                made.append(query.text)
                query = inner.send((yield query))
        except StopIteration as stop:
            return stop.value

    step = next(program)
    try:
        while True:
            step = program.send((yield Transaction(lambda step=step: body(step), step.write)))
    except StopIteration as stop:
        return stop.value


def queries(memory: Any, block: str, count: int) -> int:
    """How many queries an UPSERT of `count` blocks of one form takes."""
    text = f"UPSERT {{ {' '.join(block.format(number) for number in range(count))} }}"
    made: list[str] = []
    memory.database.run(counted(upsert.run(parse(text), {}, memory.space, text=text), made))
    return len(made)


@pytest.mark.parametrize("count", [1, 300])
def test_a_script_costs_the_same_handful_of_queries_however_long_it_is(pharmacy: Any, count: int) -> None:
    assert queries(pharmacy, NEW, count) == 3  # find, create concepts, create links
    assert queries(pharmacy, OLD, count) == 3  # find, lock, update
    assert queries(pharmacy, LINK, count) == 3  # find concepts, find links, create links
    assert queries(pharmacy, NEW, count) == 2  # find concepts, find links: nothing to do


def test_a_tower_of_links_costs_as_much_as_it_has_levels(pharmacy: Any) -> None:
    levels = [f'PROPOSITION ?p{n} {{ (?p{n - 1}, "stated", ?p{n - 1}) }}' for n in range(1, 41)]
    ends = '{type: "Drug", name: "Aspirin"}, "treats", {type: "Symptom", name: "Fever"}'
    first = f"PROPOSITION ?p0 {{ ({ends}) }}"
    result = pharmacy.upsert("UPSERT { " + " ".join([first, *levels]) + " }")
    assert len(result["upsert_proposition_links"]) == 41
