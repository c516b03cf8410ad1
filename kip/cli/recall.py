"""`kip recall`: a question in plain words, or one of the patterns that answers are made of."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from . import options
from .connecting import Server, connected
from .exits import in_json, print_json
from .inputs import STDIN, read_text
from .recall_patterns import list_patterns, run_pattern
from .show.recalled import show_recall

_CONTEXT = "Context"
Question = Annotated[
    str | None,
    typer.Argument(metavar="TEXT|-", help="The question; - reads it from stdin.", show_default=False),
]
Patterns = Annotated[bool, typer.Option("--patterns", help="List the twelve patterns with their text.")]
PatternLetter = Annotated[
    str | None, typer.Option("--pattern", metavar="A…L", help="Run one pattern.", show_default=False)
]
Limit = Annotated[int, typer.Option(min=1, max=100, help="The most items to give.")]
Now = Annotated[
    str | None,
    typer.Option(metavar="INSTANT", help="When it is asked, ISO 8601; else now.", show_default=False),
]
Trace = Annotated[bool, typer.Option("--trace", help="Show each statement that was sent.")]


def _of_context(text: str) -> Any:
    return typer.Option(help=text, rich_help_panel=_CONTEXT, show_default=False)


Counterparty = Annotated[str | None, _of_context("Who is spoken with, as the memory names people.")]
Agent = Annotated[str | None, _of_context("Who asks on their behalf.")]
Source = Annotated[str | None, _of_context("The thread or channel that this is in.")]
Topic = Annotated[str | None, _of_context("What is being talked about.")]


def recall(
    question: Question = None,
    patterns: Patterns = False,
    pattern: PatternLetter = None,
    param: options.Param = None,
    params: options.Params = None,
    counterparty: Counterparty = None,
    agent: Agent = None,
    source: Source = None,
    topic: Topic = None,
    limit: Limit = 10,
    now: Now = None,
    trace: Trace = False,
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Ask the memory in plain words; without a model, and nothing is made up.

    kip recall "What does Ada prefer?" --counterparty ada
    kip recall --pattern C --param person_name=ada
    """
    _check_one(question, patterns, pattern)
    if patterns:
        list_patterns(as_json)
        return
    server = Server(uri, user, password)
    if pattern is not None:
        given = options.parameters(param, params)
        run_pattern(server, space, pattern, given, counterparty, as_json)
        return
    text = read_text(STDIN, as_json) if question == "-" else str(question)
    context = {"counterparty": counterparty, "agent": agent, "source": source, "topic": topic}
    with connected(server, space, as_json, reads=True) as client:
        found = client.recall(text, context, limit=limit, now=now)
    if in_json(as_json):
        print_json(found.to_dict())
    else:
        show_recall(found, trace)


def _check_one(question: str | None, patterns: bool, pattern: str | None) -> None:
    if sum((question is not None, patterns, pattern is not None)) != 1:
        raise typer.BadParameter("give a question, --patterns, or --pattern with a letter.")
