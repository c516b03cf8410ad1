"""`kip query` and `kip explain`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kip

NAMES = "FIND(?d.name, ?d.attributes.risk) WHERE { ?d {type: :type} FILTER(?d.attributes.risk < :most) }"


def test_the_answer_in_json_is_exactly_the_response(run_kip: Any) -> None:
    text = 'FIND(?d) WHERE { ?d {type: "Drug"} } LIMIT 1'
    with kip.connect(space=run_kip.space) as client:
        assert run_kip.json("query", text) == client.execute_kip({"command": text})


def test_parameters_are_json_or_plain_text(run_kip: Any) -> None:
    answer = run_kip.json("query", NAMES, "--param", "type=Drug", "-p", "most=3")
    assert answer == {"result": [["Aspirin"], [2]]}


def test_parameters_come_from_a_file_and_the_line_overrides_it(run_kip: Any, tmp_path: Path) -> None:
    file = tmp_path / "values.json"
    file.write_text(json.dumps({"type": "Symptom", "most": 9}), encoding="utf-8")
    answer = run_kip.json("query", NAMES, "--params", str(file), "--param", "type=Drug")
    assert answer == {"result": [["Aspirin", "Ibuprofen"], [2, 3]]}


@pytest.mark.parametrize("arguments", [["--param", "type"], ["--params", __file__]])
def test_bad_parameters_are_wrong_usage(run_kip: Any, arguments: list[str]) -> None:
    ended = run_kip("query", NAMES, *arguments)
    assert ended.exit_code == 2
    assert ended.stdout == ""


def test_an_error_is_the_response_on_stdout_and_readable_on_stderr(run_kip: Any) -> None:
    ended = run_kip("query", 'FIND(?d) WHERE { ?d {type: "drug"} }')
    assert ended.exit_code == 1
    assert json.loads(ended.stdout)["error"]["code"] == "KIP_2001"
    assert "KIP_2001 TypeMismatch: The concept type 'drug'" in ended.stderr
    assert "Hint: " in ended.stderr


def test_the_excerpt_has_its_caret_under_the_fault(run_kip: Any) -> None:
    ended = run_kip.at_terminal("query", 'FIND(?d)\nWHERE { ?d {type: "drug"} }')
    line, caret = (line for line in ended.err.splitlines() if " │ " in line)
    assert line.startswith("  2 │ WHERE")
    assert line[caret.index("^")] == '"'
    assert ended.code == 1
    assert ended.out == ""


def test_a_dash_reads_the_question_from_stdin(run_kip: Any) -> None:
    assert run_kip.json("query", "-", text='FIND(COUNT(?d)) WHERE { ?d {type: "Drug"} }') == {"result": 2}


def test_writes_are_wrong_usage(run_kip: Any) -> None:
    ended = run_kip("query", 'UPSERT { CONCEPT ?x { {type: "Drug", name: "New"} } }')
    assert ended.exit_code == 2
    assert "kip run" in ended.stderr


def test_a_person_sees_a_table_named_by_the_expressions(run_kip: Any) -> None:
    shown = run_kip.at_terminal("query", NAMES, "-p", "type=Drug", "-p", "most=9").out
    assert "?d.name" in shown
    assert "?d.attributes." in shown
    assert "Ibuprofen" in shown
    assert "2 rows" in shown


def test_a_person_sees_elements_by_type_and_name(run_kip: Any) -> None:
    shown = run_kip.at_terminal("query", 'FIND(?d) WHERE { ?d {type: "Drug", name: "Aspirin"} }').out
    assert [line.strip() for line in shown.splitlines()][2:] == ["Drug Aspirin", "risk: 2", "1 row"]


def test_json_on_request_also_at_a_terminal(run_kip: Any) -> None:
    shown = run_kip.at_terminal("query", 'FIND(COUNT(?d)) WHERE { ?d {type: "Drug"} }', "--json").out
    assert json.loads(shown) == {"result": 2}


def test_a_dry_run_says_that_it_was_one(run_kip: Any) -> None:
    assert "Nothing was changed" in run_kip.at_terminal("query", "DESCRIBE PRIMER", "--dry-run").out


def test_explain_shows_all_stages_or_one(run_kip: Any) -> None:
    text = 'FIND(?d.name) WHERE { ?d {type: "Drug"} }'
    assert list(run_kip.json("explain", text)) == ["kip", "ast", "plan", "rewritten", "cypher", "parameters"]
    assert list(run_kip.json("explain", text, "--stage", "cypher")) == ["cypher"]
    assert "MATCH" in run_kip.at_terminal("explain", text, "--stage", "cypher").out


def test_explain_says_where_a_stage_is_missing(run_kip: Any) -> None:
    assert run_kip("explain", "DESCRIBE PRIMER", "--stage", "cypher").exit_code == 2
    assert run_kip("explain", "DESCRIBE NOTHING").exit_code == 1
