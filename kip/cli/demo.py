"""`kip demo`: a small memory, and what can be asked of it."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from . import options
from .connecting import Server, connected, existing
from .exits import KIP_ERROR, in_json, print_json
from .responses import tell_one
from .show.console import console

if TYPE_CHECKING:
    from kip import Client
    from kip.demo.runner import Question

Name = Annotated[
    str | None,
    typer.Option(
        "--space", help="The name of the new memory.", callback=options.check_space, show_default=False
    ),
]
Keep = Annotated[bool, typer.Option("--keep", help="Keep the memory, to look at it and ask it more.")]


def demo(
    space: Name = None,
    keep: Keep = False,
    as_json: options.Json = False,
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Load a small memory and ask it a dozen questions."""
    server = Server(uri, user, password)
    name = space or f"demo-{secrets.token_hex(3)}"
    if name in existing(server, as_json):
        raise typer.BadParameter(
            f"there is a memory {name!r} already; the demo makes its own.", param_hint="--space"
        )
    with _memory(server, name, keep, as_json) as client:
        answered = list(_ask_all(client, in_json(as_json)))
    if in_json(as_json):
        print_json({"space": name, "kept": keep, "questions": answered})
    else:
        console().print(_farewell(name, keep, server))
    if any("error" in response for answer in answered for response in answer["responses"]):
        raise typer.Exit(KIP_ERROR)


@contextmanager
def _memory(server: Server, name: str, keep: bool, as_json: bool) -> Iterator[Client]:
    """A client of the loaded demo memory, which is deleted afterwards unless it is to be kept."""
    from kip import drop_space
    from kip.demo.runner import load

    try:
        with connected(server, name, as_json) as client:
            load(client)
            yield client
    finally:
        if not keep and name in existing(server, as_json):
            drop_space(name, server.uri, auth=server.auth)


def _ask_all(client: Client, quiet: bool) -> Iterator[dict[str, Any]]:
    from kip.demo.runner import questions

    for question in questions():
        responses = client.execute_kip(question.request)["result"]
        if not quiet:
            _tell(question, responses)
        yield {"id": question.id, "question": question.question, **question.request, "responses": responses}


def _tell(question: Question, responses: list[dict[str, Any]]) -> None:
    from kip_engine.requests import Command

    out = console()
    out.print(Rule(Text(f"{question.id}  {question.question}", "bold"), align="left", style="blue"))
    out.print(Padding(Text(question.note, "italic dim"), (0, 2)))
    for statement, response in zip(question.statements, responses, strict=True):
        out.print(Padding(_statement(statement, question.parameters), (1, 2)))
        tell_one(Command(statement, question.parameters), response)
    out.print()


def _statement(statement: str, parameters: dict[str, Any]) -> Text:
    """The KIP text, and the values of the placeholders it holds."""
    text = Text(statement, "cyan")
    for name, value in parameters.items():
        if f":{name}" in statement:
            text.append(f"\n:{name} = {json.dumps(value, ensure_ascii=False)}", "dim")
    return text


def _farewell(name: str, kept: bool, server: Server) -> Text:
    options = "" if server.uri is None else f" --uri {server.uri}"
    space = name if kept else "tour"
    begin = (
        f"The memory stays, in the space {name}."
        if kept
        else f"The demo memory is gone again. To keep one:\n\n  kip demo --keep --space {space}{options}"
    )
    return Text.assemble(
        (begin, "bold"),
        ("\n\nAsk it yourself:\n\n", "bold"),
        f"""  kip query 'FIND(?d.name) WHERE {{ ?d {{type: "Drug"}} }}' --space {space}{options}\n""",
        f"  kip shell --space {space}{options}\n",
        ("\nLook at the graph in Neo4j Browser:\n\n", "bold"),
        "" if server.uri or os.environ.get("NEO4J_URI") else "  kip db browse\n",
        f"  MATCH (n:Concept {{space: '{space}'}}) WHERE NOT n.type STARTS WITH '$' RETURN n\n",
        (f"\nDelete it:\n\n  kip space drop {name}{options}\n" if kept else ""),
    )
