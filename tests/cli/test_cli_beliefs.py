"""`kip believe`, `kip beliefs`, `kip why`, `kip retract`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ICE = "Ice floats on water"
MEASURED = ("--source", "report", "--source-text", "Weighed twice.", "--tier", "real_measurement")


@pytest.fixture
def ice(run_kip: Any) -> dict[str, Any]:
    """A belief on a report."""
    belief: dict[str, Any] = run_kip.json("believe", ICE, *MEASURED)
    return belief


def test_evidence_with_a_source_makes_a_belief(ice: dict[str, Any]) -> None:
    assert ice["credence"] == pytest.approx(0.9525741268224334)
    assert ice["claim"]["text"] == ICE
    assert [(e["source_id"], e["verified"]) for e in ice["evidence_history"]] == [("report", True)]


def test_without_a_source_it_is_an_assertion(run_kip: Any) -> None:
    belief = run_kip.json("believe", ICE)
    assert belief["credence"] == 0.5
    assert belief["evidence_history"][0]["tier"] == "model_assertion"


def test_evidence_against_and_its_weight(run_kip: Any, ice: dict[str, Any]) -> None:
    again = run_kip.json(
        "believe", ICE, "--source", "report", "--tier", "executable", "--against", "--weight", "2"
    )
    assert again["id"] == ice["id"]
    assert again["evidence_history"][1]["direction"] == "-"
    assert again["evidence_history"][1]["weight"] == 2


def test_evidence_from_a_file_and_from_stdin(run_kip: Any, ice: dict[str, Any], tmp_path: Path) -> None:
    evidence = [{"tier": "simulation", "source_id": "report"}, {"tier": "executable", "source_id": ice["id"]}]
    file = tmp_path / "evidence.json"
    file.write_text(json.dumps(evidence))
    assert len(run_kip.json("believe", "Lakes freeze", "--evidence", str(file))["evidence_history"]) == 2
    belief = run_kip.json("believe", "Lakes freeze", "--evidence", "-", text=json.dumps(evidence[0]))
    assert len(belief["evidence_history"]) == 3


@pytest.mark.parametrize(
    ("arguments", "detail"),
    [
        (["--tier", "rumour"], "bad_tier"),
        (["--weight", "-1"], "bad_weight"),
        (["--weight", "nan"], "bad_weight"),
    ],
)
def test_bad_evidence_is_a_kip_error(run_kip: Any, arguments: list[str], detail: str) -> None:
    ended = run_kip("believe", ICE, *arguments)
    assert ended.exit_code == 1
    assert json.loads(ended.stdout)["error"]["detail"] == detail
    assert run_kip.json("beliefs") == []


def test_a_file_that_is_no_json_is_a_kip_error(run_kip: Any) -> None:
    ended = run_kip("believe", ICE, "--evidence", "-", text="{")
    assert ended.exit_code == 1
    assert json.loads(ended.stdout)["error"]["code"] == "KIP_2003"


def test_a_file_and_a_source_together_are_wrong_usage(run_kip: Any) -> None:
    assert run_kip("believe", ICE, "--evidence", "-", "--source", "a", text="[]").exit_code == 2
    assert run_kip("believe", ICE, "--evidence", "no/such/file").exit_code == 2


def test_a_person_sees_what_became_of_the_evidence(run_kip: Any, ice: dict[str, Any]) -> None:
    shown = run_kip.at_terminal("believe", ICE, "--source", ice["id"], "--tier", "simulation").out
    assert f"0.953 {ICE}" in shown
    assert "+ real_measurement +3.00  report Weighed twice." in shown
    assert "+ simulation refused" in shown
    assert "cites the belief for itself" in " ".join(shown.replace("│", " ").split())


def test_beliefs_are_found_by_words_and_listed_by_credence(run_kip: Any, ice: dict[str, Any]) -> None:
    doubted = run_kip.json("believe", "Ice sinks in water")
    assert [found["id"] for found in run_kip.json("beliefs")] == [ice["id"], doubted["id"]]
    assert [found["id"] for found in run_kip.json("beliefs", "sinks", "-k", "1")] == [doubted["id"]]
    assert [found["id"] for found in run_kip.json("beliefs", "--min-credence", "0.6")] == [ice["id"]]


def test_a_person_reads_a_table_of_beliefs(run_kip: Any, ice: dict[str, Any]) -> None:
    shown = run_kip.at_terminal("beliefs", "ice").out
    assert ICE in shown
    assert ice["id"] in shown
    assert "1 belief" in shown
    assert "Nothing is believed" in run_kip.at_terminal("beliefs", "--min-credence", "1").out


def test_scopes_are_kept_apart(run_kip: Any, ice: dict[str, Any]) -> None:
    assert run_kip.json("beliefs", "--scope", "other") == []
    assert run_kip("why", ice["id"], "--scope", "other").exit_code == 1
    assert [found["id"] for found in run_kip.json("beliefs", "--all-scopes")] == [ice["id"]]
    assert run_kip.json("why", ice["id"], "--all-scopes")["belief"] == ice["id"]


def test_why_is_a_tree_in_which_each_belief_unfolds_once(run_kip: Any, ice: dict[str, Any]) -> None:
    lakes = run_kip.json("believe", "Lakes freeze from above", "--source", ice["id"], "--tier", "simulation")
    evidence = json.dumps([{"tier": "simulation", "source_id": each["id"]} for each in (ice, lakes)])
    fish = run_kip.json("believe", "Fish survive winter", "--evidence", "-", text=evidence)
    shown = run_kip.at_terminal("why", fish["id"]).out
    assert shown.index("Fish survive") < shown.index(ICE) < shown.index("report") < shown.index("Lakes")
    assert shown.count("Weighed twice.") == 1
    assert "see there" in shown


def test_why_stops_at_the_depth_asked_for_and_says_how_to_go_on(run_kip: Any, ice: dict[str, Any]) -> None:
    lakes = run_kip.json("believe", "Lakes freeze from above", "--source", ice["id"], "--tier", "simulation")
    shown = run_kip.at_terminal("why", lakes["id"], "--depth", "1").out
    assert f"… kip why {ice['id']}" in shown
    assert "Weighed twice." not in shown


def test_why_of_a_long_chain_of_beliefs_is_shown(run_kip: Any, ice: dict[str, Any]) -> None:
    below = ice["id"]
    for number in range(12):
        below = run_kip.json("believe", f"Claim {number}", "--source", below, "--tier", "simulation")["id"]
    shown = run_kip.at_terminal("why", below, "--depth", "20")
    assert shown.code == 0
    assert "report" in shown.out


def test_why_in_json_has_every_legs_verdict(run_kip: Any, ice: dict[str, Any]) -> None:
    [belief] = run_kip.json("why", ice["id"])["beliefs"]
    [leg] = belief["legs"]
    assert (leg["status"], leg["source_kind"], leg["log_odds"]) == ("accepted", "text", 3.0)


def test_why_nothing_is_a_kip_error(run_kip: Any) -> None:
    ended = run_kip("why", "nothing")
    assert ended.exit_code == 1
    assert json.loads(ended.stdout)["error"]["code"] == "KIP_3002"


def test_why_is_drawn_into_a_page(run_kip: Any, ice: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "why.html"
    ended = run_kip.at_terminal("why", ice["id"], "--html", str(file))
    assert (ended.code, ended.out) == (0, "")
    page = file.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert ICE in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")


def test_a_history_is_not_drawn(run_kip: Any, ice: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "why.html"
    assert run_kip("why", ice["id"], "--history", "--html", str(file)).exit_code == 2
    assert not file.exists()


def test_what_is_retracted_is_told_and_stays_readable(run_kip: Any, ice: dict[str, Any]) -> None:
    lakes = run_kip.json("believe", "Lakes freeze from above", "--source", ice["id"], "--tier", "simulation")
    done = run_kip.json("retract", "report", "--reason", "The scales were broken.")
    assert (done["count"], done["levels"]) == (2, 2)
    assert [(change["belief_id"], change["cause"]) for change in done["changes"]] == [
        (ice["id"], "report"),
        (lakes["id"], ice["id"]),
    ]
    [past] = run_kip.json("why", lakes["id"], "--history")
    assert (past["retracted_source"], past["reason"]) == ("report", "The scales were broken.")
    shown = run_kip.at_terminal("why", ice["id"], "--history").out
    assert "real_measurement" in shown


def test_a_person_sees_the_changes_of_a_retraction(run_kip: Any, ice: dict[str, Any]) -> None:
    shown = run_kip.at_terminal("retract", "report").out
    assert ice["id"] in shown
    assert "1 change on 1 level" in shown
    assert "No evidence cites report." in run_kip.at_terminal("retract", "report").out


def test_a_retraction_reaches_its_own_scope_only(run_kip: Any, ice: dict[str, Any]) -> None:
    assert run_kip.json("retract", "report", "--scope", "other")["count"] == 0
    assert run_kip.json("retract", "report", "--all-scopes")["count"] == 1


@pytest.mark.parametrize("command", [["beliefs"], ["why", "x"], ["retract", "x"]])
def test_reading_beliefs_makes_no_memory(run_kip: Any, command: list[str]) -> None:
    ended = run_kip(*command, "--space", f"{run_kip.space}-typo")
    assert ended.exit_code == 1
    assert json.loads(ended.stdout)["error"]["code"] == "KIP_3002"
