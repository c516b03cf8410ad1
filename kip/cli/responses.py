"""A response of section 6.2, told on stdout and stderr."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import typer
from rich.rule import Rule
from rich.text import Text

from kip_engine.requests import Command, read_request
from kip_grammar import parse

from .exits import KIP_ERROR, in_json, print_json
from .show.answers import counted, more, show_answer
from .show.console import console
from .show.errors import show_error
from .show.values import outline

Response = Mapping[str, Any]


def tell(request: Mapping[str, Any], response: Response, as_json: bool) -> None:
    """Print the response to `request`; exits with 1 if any of its commands failed.

    In JSON stdout carries exactly the response; errors are told on stderr all the same.
    """
    errors = list(_errors(request, response))
    if in_json(as_json):
        print_json(response)
        for error in errors:
            show_error(error)
    elif "error" in response:
        show_error(response["error"])
    else:
        _tell_answers(request, response)
    if errors:
        raise typer.Exit(KIP_ERROR)


def _errors(request: Mapping[str, Any], response: Response) -> Iterator[Mapping[str, Any]]:
    """The errors of a response: its own or, in a batch, those of its commands."""
    batch = request.get("commands") is not None and "result" in response
    for outcome in response["result"] if batch else [response]:
        if "error" in outcome:
            yield outcome["error"]


def _tell_answers(request: Mapping[str, Any], response: Response) -> None:
    commands, batch, dry_run = read_request(request)
    outcomes = response["result"] if batch else [response]
    for number, (command, outcome) in enumerate(zip(commands, outcomes, strict=False), 1):
        if batch:
            console().print(Rule(f"{number} of {len(commands)}", style="dim"))
        tell_one(command, outcome, dry_run)
    if left := len(commands) - len(outcomes):
        console(stderr=True).print(f"Stopped there: {counted(left, 'command')} not run.", style="dim")


def tell_one(command: Command, outcome: Response, dry_run: bool = False) -> None:
    """Print the outcome of one command for a person."""
    out = console()
    if "error" in outcome:
        show_error(outcome["error"])
    elif dry_run:
        out.print(Text("Checked: it would run.  Nothing was changed.", "green"))
        out.print(Text("\n".join(outline(outcome["result"])), "dim"))
    else:
        out.print(show_answer(parse(command.text), command.text, outcome))
        if "next_cursor" in outcome:
            out.print(more(outcome["next_cursor"]), soft_wrap=True)
