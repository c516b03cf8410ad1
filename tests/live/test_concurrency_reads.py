"""Reads among writers: an element that is deleted while it is read is there or it isn't, never torn."""

from __future__ import annotations

import time
from typing import Any

import pytest
from racing import in_threads, memory, outcome

import kip
from kip_engine.elements import element_json
from kip_engine.execute import execute
from kip_engine.overtaken import Overtaken
from kip_engine.statements import Prepared
from kip_grammar import parse

SECONDS = 6.0
WRITERS = 2
READS = (
    'FIND(?d) WHERE { ?d {type: "Drug"} }',
    'FIND(?d.name) WHERE { ?d {type: "Drug"} } ORDER BY ?d.name',
    'FIND(?l, ?d.name) WHERE { ?l (?d, "treats", ?o) ?d {type: "Drug"} }',
    'FIND(?d.type, COUNT(?l)) WHERE { ?d {type: "Drug"} ?l (?d, "treats", ?o) }',
    'SEARCH CONCEPT "fever"',
    'SEARCH PROPOSITION "treats"',
    'EXPORT ?x WHERE { ?x {type: "Drug"} UNION { ?x (?s, "stated", ?o) } }',
)


def churn(client: kip.Client, number: int) -> None:
    """Create ten concepts with links, and delete them again."""
    blocks = " ".join(
        f"""CONCEPT ?d{place} {{
          {{type: "Drug", name: "{number} {place}"}} SET ATTRIBUTES {{ text: "fever" }}
        }}
        PROPOSITION ?l{place} {{ (?d{place}, "treats", ?d{place}) }}
        PROPOSITION {{ (?d{place}, "stated", ?l{place}) }}"""
        for place in range(10)
    )
    delete = 'DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Drug"} FILTER(STARTS_WITH(?d.name, :start)) }'
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        for code, message in (
            outcome(client, f"UPSERT {{ {blocks} }}"),
            outcome(client, delete, start=f"{number} "),
        ):
            assert code == "ok", message


def read(client: kip.Client, text: str) -> int:
    """Read again and again; how often something that must be there was missing."""
    torn, end = 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        code, result = outcome(client, text)
        assert code == "ok", result
        torn += _lacks(result)
    return torn


def _lacks(value: Any) -> bool:
    if isinstance(value, dict):
        names = ("id", "type", "name", "subject", "predicate", "object")
        return any(key in value and value[key] is None for key in names)
    return value is None or (isinstance(value, list) and any(map(_lacks, value)))


def test_no_reader_sees_half_of_an_element(neo4j_connection: Any, space: str) -> None:
    def work(client: kip.Client, number: int) -> int:
        if number >= WRITERS:
            return read(client, READS[number - WRITERS])
        churn(client, number)
        return 0

    with memory(neo4j_connection, space) as client:
        assert sum(in_threads(client, work, WRITERS + len(READS))) == 0


def test_properties_that_are_gone_are_no_element() -> None:
    with pytest.raises(Overtaken):
        element_json({"search_text": None})


@pytest.mark.parametrize(
    ("text", "gone", "found"),
    [
        ('FIND(?d.name) WHERE { ?d {type: "Drug"} }', None, "a"),
        (
            'FIND(?d) WHERE { ?d {type: "Drug"} }',
            {"search_text": None},
            {"id": "C:1", "type": "T", "name": "a"},
        ),
    ],
)
def test_a_read_whose_element_vanished_is_run_again(
    neo4j_connection: Any, space: str, text: str, gone: Any, found: Any
) -> None:
    with memory(neo4j_connection, space) as client:
        setting = client._session.setting
        program = execute(Prepared(text, parse(text)), {}, setting)
        query = next(program)
        assert program.send([(gone, "C:1")]) == query
        with pytest.raises(StopIteration) as stopped:
            program.send([(found, "C:1")])
        assert stopped.value.value.result
