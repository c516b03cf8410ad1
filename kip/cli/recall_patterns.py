"""`kip recall --patterns` and `kip recall --pattern`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import typer
from rich.rule import Rule
from rich.text import Text

from kip_engine.requests import Command

from .connecting import Server, connected
from .exits import KIP_ERROR, in_json, print_json
from .responses import tell_one
from .show.console import console

if TYPE_CHECKING:
    from kip_engine.recall import Answered


def list_patterns(as_json: bool) -> None:
    """Print all patterns."""
    from kip_engine.recall import patterns

    if in_json(as_json):
        print_json([{"pattern": one.letter, "title": one.title, "text": one.text} for one in patterns()])
        return
    for one in patterns():
        console().print(Rule(f"{one.letter}: {one.title}", align="left", style="dim"))
        console().print(Text(one.text.partition("\n")[2].strip("/\n ")), soft_wrap=True)


def run_pattern(
    server: Server,
    space: str,
    letter: str,
    parameters: dict[str, Any],
    counterparty: str | None,
    as_json: bool,
) -> None:
    """Run one pattern and print what its statements answer; exits with 1 if any failed."""
    with connected(server, space, as_json, reads=True) as client:
        answered = client.recall_pattern(letter, parameters, counterparty=counterparty)
    if in_json(as_json):
        print_json([one.to_dict() for one in answered])
    else:
        for one in answered:
            _tell_statement(one)
    if any(one.response is not None and "error" in one.response for one in answered):
        raise typer.Exit(KIP_ERROR)


def _tell_statement(one: Answered) -> None:
    console().print(Rule(f"{one.name}: {one.purpose}", align="left", style="dim"))
    if one.response is None:
        console().print(Text(f"Not sent, without {', '.join(one.missing)}.", "dim"))
    else:
        tell_one(Command(one.text, one.parameters), one.response)
