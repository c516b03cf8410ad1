"""`kip space`: the memories of a database."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kip.server_progress import server_progress

from . import options
from .connecting import Server
from .exits import UNAVAILABLE, failures_told, in_json, print_json

app = typer.Typer(help="List and delete memories.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(help="The memory to delete.", show_default=False)]
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
        typer.echo("\n".join(names) or "There is no memory yet.")


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
    _confirm(name, yes)
    from kip import drop_space

    server = Server(uri, user, password)
    existing(server, as_json)
    with failures_told(as_json):
        drop_space(name, uri, auth=server.auth)
    if in_json(as_json):
        print_json({"dropped": name})
    else:
        typer.echo(f"Deleted {name}.")


def _confirm(name: str, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise typer.BadParameter("say --yes where nobody can be asked.", param_hint="--yes")
    typer.confirm(f"Delete the memory {name!r} with everything in it?", abort=True, err=True)


def existing(server: Server, as_json: bool) -> list[str]:
    """The names of all memories.  Where there is no server the command ends with 3."""
    from kip.addresses import find_address
    from kip.client import spaces

    with failures_told(as_json, code=UNAVAILABLE):
        with server_progress() as report:
            find_address(server.uri, server.auth, None, report)
        return spaces(server.uri, auth=server.auth)
