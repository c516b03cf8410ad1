"""The twelve patterns: data that parses, runs anywhere, and finds what it says."""

from __future__ import annotations

import json
from typing import Any

import pytest
from recalling import fill
from typer.testing import CliRunner

import kip
from kip.cli.commands import app
from kip_cypher.schema import Schema
from kip_engine.recall.patterns import around, pattern, patterns, ready
from kip_engine.recall.patterns.files import SLOT
from kip_grammar import parse

GIVEN = {
    "person_name": "alice",
    "concept_type": "Project",
    "concept_name": "Project Aurora",
    "cutoff_date": "2026-01-01",
    "source": "nowhere",
    "domain_name": "Workplace",
    "domain": "Workplace",
    "type": "Preference",
    "search_term": "dark mode",
    "predicates": ["working_on", "not_defined"],
    "id": "C:0",
    "ids": ["C:0"],
    "found_type": "Person",
    "found_name": "alice",
    "name": "alice",
}
LETTERS = [one.letter for one in patterns()]


def answered(client: kip.Client, letter: str, **given: Any) -> dict[str, Any]:
    """What each statement of a pattern answers, by its name; None where it wasn't sent."""
    answers = client.recall_pattern(letter, {**GIVEN, **given})
    return {one.name: one.response and one.response["result"] for one in answers}


def names(elements: Any) -> list[str]:
    return [element["name"] for element in elements]


def test_there_are_twelve_with_titles_and_documented_parameters() -> None:
    assert list("ABCDEFGHIJKL") == LETTERS
    for one in patterns():
        assert one.title
        header = one.text.split("FIND")[0].split("SEARCH")[0]
        for statement in one.statements:
            assert statement.purpose
            assert {name for name in statement.parameters if f":{name}" not in header} <= {"limit", "most"}


@pytest.mark.parametrize("each", [*patterns(), around()], ids=lambda each: each.letter)
def test_every_statement_parses_and_finds_first_what_it_is_about(each: Any) -> None:
    for statement in each.statements:
        parse(statement.text.replace(SLOT, '"a" | "b"'))
        assert statement.columns


@pytest.mark.parametrize("filled", [False, True], ids=["empty", "filled"])
def test_every_statement_runs(client: kip.Client, filled: bool) -> None:
    if filled:
        fill(client)
    for letter in LETTERS:
        for one in client.recall_pattern(letter, GIVEN):
            defined = filled or not ({"Project", "working_on"} & set(json.dumps(one.parameters).split('"')))
            assert one.response is not None or one.missing
            if one.response is not None and defined:
                assert "error" not in one.response, (letter, one.name)


def test_each_finds_what_it_is_for(client: kip.Client) -> None:
    fill(client)
    assert names(answered(client, "a")["person"]) == ["alice"]
    assert names(answered(client, "A")["entity"]) == ["Project Aurora"]
    assert names(answered(client, "B")["people"][1]) == ["alice", "bob"]
    assert names(answered(client, "C")["preferences"][2]) == ["Dark mode", "Email first"]
    assert names(answered(client, "D")["recent"][0]) == ["budget meeting"]
    assert names(answered(client, "D", cutoff_date="")["memorable"][0]) == ["budget meeting", "lunch"]
    assert names(answered(client, "E")["members"][0]) == ["Project Aurora", "Dark mode"]
    assert "Workplace" in names(answered(client, "E")["domains"])
    assert "Dark mode" in names(answered(client, "F")["concepts"])
    assert names(answered(client, "G")["preferences"][2]) == ["Light mode", "Email first", "Dark mode"]
    assert names(answered(client, "H")["in_domain"][0]) == ["Dark mode"]
    assert names(answered(client, "H")["of_person"][2]) == ["Dark mode"]
    assert names(answered(client, "I")["learned"][2]) == ["Ask for the time zone"]
    assert names(answered(client, "J")["milestones"][0]) == ["the turn"]
    assert names(answered(client, "K")["owed"][0]) == ["the report"]
    assert names(answered(client, "L")["dated"][0]) == ["the report", "the slides"]
    assert names(answered(client, "L")["undated"][0]) == ["the vendor"]
    assert names(answered(client, "L", person_name="bob")["owed_by"][0]) == ["the vendor"]


def test_only_what_the_schema_has_is_sent() -> None:
    relations = pattern("B")
    statement = relations.statement("relations")
    schema = Schema(frozenset({"Person"}), frozenset({"knows", "owns"}))
    given = {"concept_type": "Person", "concept_name": "x"}
    call = ready(relations, statement, given, schema)
    assert '"knows" | "owns"' in call.text
    assert ready(relations, statement, given, schema, ["owns", "flies"]).text.count('"owns"') == 1
    assert ready(relations, statement, given, schema, ["flies"]).missing == ("flies",)
    without = Schema(frozenset({"Person"}), frozenset())
    assert ready(pattern("C"), pattern("C").statement("preferences"), {"person_name": "x"}, without).missing


def test_a_name_that_could_end_a_quotation_is_refused() -> None:
    evil = 'knows", ?x) } DELETE'
    schema = Schema(frozenset({"Person"}), frozenset({evil}))
    given = {"concept_type": "Person", "concept_name": "x"}
    with pytest.raises(kip.KipError, match="KIP_1002"):
        ready(pattern("B"), pattern("B").statement("relations"), given, schema, [evil])


@pytest.mark.parametrize(
    ("letter", "code"), [("Z", "KIP_3002"), ("", "KIP_3002"), ("AB", "KIP_3002"), ("C", "KIP_1001")]
)
def test_what_can_not_be_run_is_told(client: kip.Client, letter: str, code: str) -> None:
    with pytest.raises(kip.KipError, match=code):
        client.recall_pattern(letter, {})


def test_the_command_lists_and_runs_them(client: kip.Client) -> None:
    fill(client)
    runner = CliRunner(env={"KIP_SPACE": client.space})
    listed = json.loads(runner.invoke(app, ["recall", "--patterns"]).stdout)
    assert [one["pattern"] for one in listed] == LETTERS
    assert "FIND(" in listed[2]["text"]
    ran = runner.invoke(app, ["recall", "--pattern", "C", "--param", "person_name=alice"])
    assert ran.exit_code == 0
    (found,) = json.loads(ran.stdout)
    assert names(found["response"]["result"][2]) == ["Dark mode", "Email first"]
    asked = runner.invoke(app, ["recall", "Who is Alice?", "--limit", "3"])
    assert json.loads(asked.stdout)["status"] == "success"
    assert runner.invoke(app, ["recall", "--pattern", "C"]).exit_code == 1
    assert runner.invoke(app, ["recall"]).exit_code == 2
    assert runner.invoke(app, ["recall", "x", "--patterns"]).exit_code == 2
