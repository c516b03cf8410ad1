"""`kip space`: the memories of a database."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from . import options
from .connecting import Server, check_exists, existing
from .exits import failures_told, in_json, print_json
from .show.console import on_one_line

app = typer.Typer(help="List and delete memories.", no_args_is_help=True)

Name = Annotated[
    str, typer.Argument(help="The memory to delete.", callback=options.check_space, show_default=False)
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")]


@app.command("list")
def list_spaces(
    as_json: options.Json = False,
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """List the memories there are."""
    names = existing(Server(uri, user, password), as_json)
    if in_json(as_json):
        print_json(names)
    else:
        typer.echo("\n".join(map(on_one_line, names)) or "There is no memory yet.")


@app.command()
def drop(
    name: Name,
    yes: Yes = False,
    as_json: options.Json = False,
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Delete a memory and everything in it.  There is no way back."""
    server = Server(uri, user, password)
    _confirm(name, yes)
    check_exists(server, name, as_json)
    from kip import drop_space

    with failures_told(as_json):
        drop_space(name, uri, auth=server.auth)
    if in_json(as_json):
        print_json({"dropped": name})
    else:
        typer.echo(f"Deleted {on_one_line(name)}.")


def _confirm(name: str, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise typer.BadParameter("say --yes where nobody can be asked.", param_hint="--yes")
    typer.confirm(f"Delete the memory {name!r} with everything in it?", abort=True, err=True)
