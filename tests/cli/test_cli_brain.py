"""`kip brain …` and `kip doctor --rebuild-brain`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

PROFILE = "balanced-recall-v1"


@pytest.fixture
def aspirin(run_kip: Any) -> str:
    """The id of an element to judge."""
    found: str = run_kip.json("query", 'FIND(?d) WHERE { ?d {type: "Drug", name: "Aspirin"} }')["result"][0][
        "id"
    ]
    return found


@pytest.fixture
def taught(run_kip: Any, aspirin: str) -> str:
    """An element that a profile and the built-in one have learned about."""
    run_kip.json("brain", "create", "careful", "--description", "for Alice")
    run_kip.json("brain", "bind", "careful", "--actor", "alice")
    judged = ("--section", "examples=wrong", "--section", "overview=useful")
    run_kip.json("brain", "feedback", aspirin, "useful", "--as", "alice", *judged)
    run_kip.json("brain", "feedback", aspirin, "explicit_negative")
    return aspirin


def test_profiles_are_made_listed_and_moved(run_kip: Any) -> None:
    made = run_kip.json("brain", "create", "careful", "--kind", "rerank")
    assert (made["profile_id"], made["lifecycle"]) == ("careful", "inactive")
    assert run_kip.json("brain", "activate", "careful") == {"profile_id": "careful", "lifecycle": "active"}
    assert [each["id"] for each in run_kip.json("brain", "profiles")] == [PROFILE, "careful"]
    assert run_kip.json("brain", "profiles", "--lifecycle", "archived") == []
    run_kip.json("brain", "deactivate", "careful")
    assert run_kip.json("brain", "archive", "careful")["lifecycle"] == "archived"
    assert run_kip.json("brain", "reset")["exploration_epoch"] == 1


def test_a_seed_comes_from_a_file(run_kip: Any, tmp_path: Path) -> None:
    seed = tmp_path / "seed.json"
    seed.write_text(json.dumps({"section_posteriors": {"examples": {"alpha": 50, "beta": 5}}}))
    run_kip.json("brain", "create", "careful", "--seed", str(seed))
    shown = run_kip.json("brain", "show", "careful")
    assert shown["section_posteriors"]["examples"]["alpha"] == 50


def test_who_serves_follows_bindings(run_kip: Any, taught: str) -> None:
    assert run_kip.json("brain", "resolve", "--actor", "alice")["resolved_profile_id"] == "careful"
    assert run_kip.json("brain", "resolve", "recall", "--as", "alice")["matched_binding"] is True
    assert run_kip.json("brain", "resolve")["resolved_profile_id"] == PROFILE
    [bound] = run_kip.json("brain", "bindings", "--profile", "careful")
    assert (bound["actor"], bound["namespace"]) == ("alice", "*")
    assert run_kip.json("brain", "unbind", "--actor", "alice") == {"unbound": 1}


def test_what_is_believed_comes_with_its_interval(run_kip: Any, taught: str) -> None:
    shown = run_kip.json("brain", "show", "careful")
    low, high = shown["intervals"]["salience"]
    assert 0 < low < 3 / 11 < high < 1
    assert shown["section_posteriors"]["examples"]["beta"] == 4
    assert len(shown["section_posteriors"]["overview"]["interval"]) == 2
    weights = run_kip.json("brain", "weights", "careful")
    assert sum(weights.values()) == pytest.approx(1)


def test_the_history_says_what_moved_a_posterior(run_kip: Any, taught: str) -> None:
    steps = run_kip.json("brain", "history", "salience", "--profile", "careful")
    assert [step["signal"] for step in steps] == [None, "useful"]
    assert [step["signal"] for step in run_kip.json("brain", "history", taught)] == ["explicit_negative"]


def test_events_are_listed_and_counted(run_kip: Any, taught: str) -> None:
    assert {event["verb"] for event in run_kip.json("brain", "events")} == {"brain.feedback"}
    counted = run_kip.json("brain", "counts")
    assert counted["by_profile"] == {PROFILE: 1, "careful": 1}
    assert run_kip.json("brain", "counts", "--as", "alice")["total"] == 1


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_plots_are_drawn(run_kip: Any, taught: str, tmp_path: Path, ending: str) -> None:
    weights, history = tmp_path / f"w.{ending}", tmp_path / f"h.{ending}"
    run_kip.json("brain", "show", "careful", "--plot", str(weights))
    run_kip.json("brain", "history", "salience", "--profile", "careful", "--plot", str(history))
    head = {"png": b"\x89PNG", "svg": b"<?xml"}[ending]
    assert weights.read_bytes().startswith(head)
    assert history.read_bytes().startswith(head)


def test_a_plot_of_no_known_kind_is_wrong_usage(run_kip: Any) -> None:
    assert run_kip("brain", "show", "--plot", "x.gif").exit_code == 2


def test_any_verb_is_called_by_its_name(run_kip: Any, taught: str) -> None:
    answer = run_kip.json("brain", "call", "brain.resolve", '{"consumer_kind": "recall", "actor": "alice"}')
    assert answer["resolved_profile_id"] == "careful"
    described = run_kip.json("brain", "call", "brain.feedback", '{"help": true}')
    assert {each["name"] for each in described["params"]} >= {"target_id", "signal"}


@pytest.mark.parametrize(
    ("arguments", "detail"),
    [
        (["feedback", "nope", "useful"], "bad_uuid"),
        (["activate", "ghost"], "profile_not_found"),
        (["create", "a b"], "name_grammar"),
        (["unbind"], "unbind_without_filter"),
        (["history", "salience", "--profile", "ghost"], "profile_not_found"),
        (["profiles", "--within", "a b"], "bad_namespace"),
        (["call", "brain.bogus"], "unknown_verb"),
    ],
)
def test_errors_are_kip_errors(run_kip: Any, arguments: list[str], detail: str) -> None:
    ended = run_kip("brain", *arguments)
    assert ended.exit_code == 1
    assert json.loads(ended.stdout)["error"]["detail"] == detail


def test_the_doctor_rebuilds_the_brain(run_kip: Any, taught: str) -> None:
    [rebuilt] = run_kip.json("doctor", "--rebuild-brain")
    assert (rebuilt["namespace"], rebuilt["differences"]) == ("local", [])
    assert rebuilt["rows"] == 4


def test_people_read_tables(run_kip: Any, taught: str) -> None:
    shown = run_kip.at_terminal("brain", "show", "careful")
    assert shown.code == 0
    assert "90 % within" in shown.out
    assert "operational_guidance" in shown.out
    assert taught in shown.out
    for arguments in (
        ["profiles"],
        ["weights"],
        ["events"],
        ["counts"],
        ["bindings"],
        ["history", "salience"],
    ):
        told = run_kip.at_terminal("brain", *arguments)
        assert (told.code, told.err) == (0, "")
    assert "The state is what the log says." in run_kip.at_terminal("doctor", "--rebuild-brain").out
