"""`kip shell`: when Enter runs a command, and what running does."""

from __future__ import annotations

from typing import Any

import pytest
from prompt_toolkit import PromptSession
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

import kip
from kip.cli import shell


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("", False),
        ("exit", False),
        ("DESCRIBE PRIMER", False),
        ("FIND(?x)", True),
        ("FIND(?x) WHERE {", True),
        ('FIND(?x) WHERE { ?x {name: "}"}', True),
        ("FIND(?x) WHERE { ?x {type: :t} }", False),
        ("UPSERT {\n CONCEPT ?x {", True),
        ("UPSERT {\n\n", False),
        ("FIND(?x) // {", True),
    ],
)
def test_a_command_goes_on_until_its_brackets_close(text: str, more: bool) -> None:
    assert shell.goes_on(text) is more


def converse(run_kip: Any, typed: str, capsys: pytest.CaptureFixture[str], readonly: bool = False) -> Any:
    with create_pipe_input() as keys, kip.connect(space=run_kip.space) as client:
        keys.send_text(typed)
        prompt: PromptSession[str] = PromptSession(input=keys, output=DummyOutput())
        shell.converse(client, prompt, readonly)
    return capsys.readouterr()


def test_commands_are_answered_until_the_user_leaves(
    run_kip: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    told = converse(run_kip, 'FIND(COUNT(?d)) WHERE { ?d {type: "Drug"} }\rFIND(\r\rexit\r', capsys)
    assert "1 row" in told.out
    assert "KIP_1001" in told.err


def test_help_lists_what_can_be_typed(run_kip: Any, capsys: pytest.CaptureFixture[str]) -> None:
    told = converse(run_kip, "help\rexit\r", capsys)
    words = ("FIND", "SEARCH", "DESCRIBE", "UPSERT", "UPDATE", "MERGE", "DELETE", "EXPORT", "exit", "quit")
    assert all(word in told.out for word in words)
    assert told.err == ""


def test_a_readonly_shell_refuses_writes(run_kip: Any, capsys: pytest.CaptureFixture[str]) -> None:
    told = converse(
        run_kip, 'UPSERT { CONCEPT ?d { {type: "Drug", name: "X"} } }\r\x04', capsys, readonly=True
    )
    assert "read-only" in told.err
