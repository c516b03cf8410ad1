"""What a memory holds can't command the terminal it is shown on."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kip
from kip.cli.show.console import console, harmless, on_one_line

EVIL = "a\x1b[2Jb\u202ec\x9bd"
SHOWN = "a\\u001b[2Jb\\u202ec\\u009bd"
UPSERT = 'UPSERT { CONCEPT ?d { {type: "Drug", name: :name} SET ATTRIBUTES { note: :name, list: [:name] } } }'
RAW = ("\x1b[2J", "\u202e", "\x9b")


@pytest.mark.parametrize(
    "character", ["\x00", "\x07", "\x08", "\r", "\x1b", "\x7f", "\x9b", "\u202e", "\u2066"]
)
def test_what_commands_a_terminal_is_escaped(character: str) -> None:
    assert json.loads(f'"{harmless(character)}"') == character
    assert harmless(character).isprintable()


def test_other_text_is_left_as_it_is() -> None:
    for text in ("日本語 偏頭痛", "שלום\u200f", "می\u200cخواهم", "👩\u200d🔬", "a\tb\nc", "\u00a0"):
        assert harmless(text) == text
    assert on_one_line("a\nb") == r"a\u000ab"


def test_the_console_escapes_what_slips_through(capsys: pytest.CaptureFixture[str]) -> None:
    console().print(EVIL, soft_wrap=True)
    assert capsys.readouterr().out == f"{SHOWN}\n"


@pytest.fixture
def evil(run_kip: Any) -> Any:
    with kip.connect(space=run_kip.space) as client:
        client.execute(UPSERT, {"name": EVIL})
    return run_kip


@pytest.mark.parametrize(
    "text",
    [
        'FIND(?d.name, ?d) WHERE { ?d {type: "Drug", name: :n} }',
        "FIND(?d.attributes) WHERE { ?d {name: :n} }",
        'SEARCH CONCEPT :n MODE "keyword" LIMIT 1',
        "EXPORT ?d WHERE { ?d {name: :n} }",
    ],
)
def test_answers_are_escaped_for_people_and_exact_for_programs(evil: Any, text: str) -> None:
    shown = evil.at_terminal("query", text, "--param", f"n={json.dumps(EVIL)}").out
    assert r"\u202e" in shown
    assert not any(raw in shown for raw in RAW)
    as_json = evil.at_terminal("query", text, "--json", "--param", f"n={json.dumps(EVIL)}").out
    assert not any(raw in as_json for raw in RAW)
    assert json.loads(as_json) == evil.json("query", text, "--param", f"n={json.dumps(EVIL)}")


def test_errors_are_escaped(evil: Any) -> None:
    ended = evil.at_terminal("query", "FIND(?d) WHERE { ?d {type: :t} }", "--param", f"t={json.dumps(EVIL)}")
    assert ended.code == 1
    assert not any(raw in ended.err for raw in RAW)


def test_names_of_memories_stay_on_their_line(run_kip: Any) -> None:
    name = f"{run_kip.space}\n\x1b[31mred"
    kip.connect(space=name).close()
    try:
        assert f"{run_kip.space}\\u000a\\u001b[31mred\n" in run_kip.at_terminal("space", "list").out
        assert name in run_kip.json("space", "list")
        assert run_kip.at_terminal("doctor", "--space", name).out.count("\\u000a") == 1
    finally:
        assert run_kip("space", "drop", name, "--yes").exit_code == 0
