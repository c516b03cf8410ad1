"""The options that several commands share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

_PANEL = "Connection"
DEFAULT_SPACE = "default"
LONGEST_SPACE = 255


def check_space(name: str | None) -> str | None:
    """`name` if it can name a memory; else the command is wrong usage."""
    if name is not None and not (name.strip() and len(name) <= LONGEST_SPACE):
        raise typer.BadParameter(f"a memory's name has 1 to {LONGEST_SPACE} characters and isn't blank.")
    if name is not None and any("\ud800" <= character <= "\udfff" for character in name):
        raise typer.BadParameter("a memory's name is UTF-8 text.")
    return name


Space = Annotated[
    str,
    typer.Option(
        envvar="KIP_SPACE",
        help="The memory to work in; made by the first write.",
        callback=check_space,
        rich_help_panel=_PANEL,
    ),
]
Uri = Annotated[
    str | None,
    typer.Option(
        metavar="URI",
        help="The Neo4j server; else NEO4J_URI, else the local server, started on demand.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
User = Annotated[
    str | None,
    typer.Option(help="User name; else NEO4J_USERNAME.", rich_help_panel=_PANEL, show_default=False),
]
Password = Annotated[
    str | None,
    typer.Option(
        help="Password; better kept in NEO4J_PASSWORD, where others don't see it.",
        rich_help_panel=_PANEL,
        show_default=False,
    ),
]
Scope = Annotated[
    str,
    typer.Option(envvar="KIP_SCOPE", help="Who asks: agents that share a memory see what is in their scope."),
]
AllScopes = Annotated[bool, typer.Option("--all-scopes", help="See every scope, as who owns the memory.")]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON; the default if stdout is no terminal.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Check everything, change nothing.")]
Readonly = Annotated[bool, typer.Option("--readonly", help="Refuse whatever would write.")]
Param = Annotated[
    list[str] | None,
    typer.Option(
        "--param",
        "-p",
        metavar="NAME=VALUE",
        help="A value for :NAME, in JSON or as plain text. Repeatable.",
        show_default=False,
    ),
]
Params = Annotated[
    Path | None,
    typer.Option(
        "--params",
        metavar="FILE",
        exists=True,
        dir_okay=False,
        help="A JSON object of values; --param overrides it.",
        show_default=False,
    ),
]


def parameters(given: list[str] | None, file: Path | None) -> dict[str, Any]:
    """The parameters of --params and --param together.  Bad ones are usage errors."""
    return {**_from_file(file), **dict(_pair(text) for text in given or ())}


def _pair(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise typer.BadParameter(f"{text!r} is not of the form NAME=VALUE.", param_hint="--param")
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def _from_file(file: Path | None) -> dict[str, Any]:
    if file is None:
        return {}
    try:
        values = json.loads(file.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise typer.BadParameter(f"{file} holds no JSON: {error}", param_hint="--params") from error
    if not isinstance(values, dict):
        raise typer.BadParameter(f"{file} holds no JSON object.", param_hint="--params")
    return values
