"""`kip space`, `kip doctor` and `kip demo`: whole memories."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kip
from kip.demo.runner import questions


def test_spaces_are_listed_and_dropped(run_kip: Any) -> None:
    assert run_kip.space in run_kip.json("space", "list")
    assert run_kip.json("space", "drop", run_kip.space, "--yes") == {"dropped": run_kip.space}
    assert run_kip.space not in run_kip.json("space", "list")


def test_nothing_is_dropped_unasked(run_kip: Any) -> None:
    assert run_kip("space", "drop", run_kip.space).exit_code == 2
    assert run_kip.space in kip.spaces()


def test_dropping_what_is_not_there_is_a_kip_error(run_kip: Any) -> None:
    ended = run_kip("space", "drop", f"{run_kip.space}-none", "--yes")
    assert ended.exit_code == 1
    assert json.loads(ended.stdout)["error"]["code"] == "KIP_3002"


def test_the_doctor_passes_a_sound_memory(run_kip: Any) -> None:
    report = json.loads(run_kip("doctor").stdout)
    assert [f["check"] for f in report["findings"] if f["space"] and not f["ok"]] == []


def test_the_doctor_names_what_is_broken(run_kip: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from kip_engine.doctor import Finding

    broken = Finding("versions", "Every element has a version.", run_kip.space, 7, ("C:1", "C:2"))
    monkeypatch.setattr("kip.client.examine", lambda *_, **__: [broken])
    ended = run_kip("doctor")
    assert ended.exit_code == 1
    assert json.loads(ended.stdout) == {"ok": False, "findings": [broken.to_dict()]}


def test_a_person_reads_the_doctors_findings(run_kip: Any) -> None:
    shown = run_kip.at_terminal("doctor").out
    assert f"Space {run_kip.space}" in shown
    assert "✓ Every link has exactly one subject and one object." in shown


def test_the_doctor_makes_no_memory(run_kip: Any) -> None:
    ended = run_kip("doctor", "--space", f"{run_kip.space}-none")
    assert ended.exit_code == 1
    report = json.loads(ended.stdout)
    assert report["error"]["code"] == "KIP_3002"
    assert {finding["space"] for finding in report["findings"]} == {None}, (
        "the server is checked all the same"
    )
    assert f"{run_kip.space}-none" not in kip.spaces()


def test_the_doctor_is_kind_about_a_default_that_is_not_there_yet(
    run_kip: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kip.cli.doctor.existing", lambda *_: [])
    ended = run_kip("doctor", "--space", "default")
    assert ended.exit_code == 0
    assert json.loads(ended.stdout)["ok"]
    assert "doesn't exist yet" in ended.stderr


@pytest.mark.parametrize(
    "command",
    [
        ["query", "DESCRIBE PRIMER"],
        ["explain", "DESCRIBE PRIMER"],
        ["export"],
        ["reembed"],
        ["run", "-", "--readonly"],
        ["space", "drop", "--yes"],
    ],
)
def test_a_mistyped_name_makes_no_memory(run_kip: Any, command: list[str]) -> None:
    name = f"{run_kip.space}-typo"
    ended = run_kip(*command, *([name] if "drop" in command else ["--space", name]), text="DESCRIBE PRIMER")
    assert ended.exit_code == 1
    assert f"There is no memory '{name}'" in ended.stderr
    assert json.loads(ended.stdout)["error"]["code"] == "KIP_3002"
    assert name not in kip.spaces()


def test_the_demo_answers_every_question_and_leaves_nothing(run_kip: Any) -> None:
    name = f"{run_kip.space}-demo"
    report = run_kip.json("demo", "--space", name)
    assert [answer["id"] for answer in report["questions"]] == list("ABCDEFGHIJKL")
    for answer in report["questions"]:
        assert all(response["result"] for response in answer["responses"]), answer["question"]
    assert name not in kip.spaces()


def test_the_demo_is_told_and_kept_on_request(run_kip: Any) -> None:
    name = f"{run_kip.space}-demo"
    try:
        ended = run_kip.at_terminal("demo", "--keep", "--space", name)
        assert ended.code == 0, ended.err
        assert all(question.question in ended.out for question in questions())
        assert f"--space {name}" in ended.out
        assert run_kip("demo", "--space", name).exit_code == 2, "a memory that exists is not the demo's"
    finally:
        kip.drop_space(name)
