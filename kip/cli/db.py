"""`kip db`: the managed local Neo4j server."""

from __future__ import annotations

import json
import os
import sys
import webbrowser
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from kip.server_progress import server_progress
from kip_grammar.errors import KipError

from .show.console import console

if TYPE_CHECKING:
    from kip_engine.server import LocalServer, ServerInfo

app = typer.Typer(
    help="The local Neo4j server: fetched once, started on demand, shared by all programs of this user.",
    no_args_is_help=True,
)

EXIT_KIP_ERROR = 1
EXIT_UNAVAILABLE = 3

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON; the default if stdout is no terminal.")]
Lines = Annotated[int, typer.Option("--lines", "-n", min=1, help="How many lines to show.")]


def _in_json(asked: bool) -> bool:
    return asked or not sys.stdout.isatty()


def _answer(as_json: bool, data: Mapping[str, object], text: str) -> None:
    """Print `data` for a program, or `text` for a person; never wrapped, so that URLs can be copied."""
    if _in_json(as_json):
        typer.echo(json.dumps(data, ensure_ascii=False))
    else:
        console().print(text, soft_wrap=True, markup=False, highlight=False)


@contextmanager
def _errors_shown(as_json: bool) -> Iterator[None]:
    try:
        yield
    except KipError as error:
        if _in_json(as_json):
            typer.echo(json.dumps({"error": error.to_dict()}, ensure_ascii=False))
        else:
            _tell_error(error)
        raise typer.Exit(EXIT_UNAVAILABLE if error.code == "KIP_4003" else EXIT_KIP_ERROR) from error


def _tell_error(error: KipError) -> None:
    err = console(stderr=True)
    err.print(f"{error.code} {error.name}:", style="bold red", end=" ")
    err.print(error.message, soft_wrap=True, markup=False, highlight=False)
    if error.hint:
        err.print(f"Hint: {error.hint}", soft_wrap=True, markup=False, highlight=False)


def _server() -> LocalServer:
    from kip_engine.server import LocalServer

    return LocalServer()


def _running(server: LocalServer) -> ServerInfo:
    with server_progress() as report:
        return server.ensure_running(report)


def _described(server: LocalServer, info: ServerInfo) -> dict[str, object]:
    return {
        "running": True,
        "uri": info.uri,
        "user": info.user,
        "database": info.database,
        "password_file": str(server.password_file),
        "browser_url": info.browser_url,
        "pid": info.pid,
        "home": str(info.home),
    }


def _tell(server: LocalServer, info: ServerInfo) -> str:
    rows = {
        "Neo4j runs at": f"{info.uri} (process {info.pid})",
        "Log in as": f"{info.user}, with the password in {server.password_file}",
        "Browser": info.browser_url,
        "Data": str(info.home),
    }
    return "\n".join(f"{name:<14} {value}" for name, value in rows.items())


def _elsewhere() -> str:
    """A warning for people whose NEO4J_URI sends `kip` to another server than the one they ask about."""
    uri = os.environ.get("NEO4J_URI")
    return f"\nNEO4J_URI is set: kip itself uses {uri} and not this server." if uri else ""


@app.command()
def start(as_json: Json = False) -> None:
    """Start the server if it is not running, fetching it the first time."""
    with _errors_shown(as_json):
        server = _server()
        info = _running(server)
        _answer(as_json, _described(server, info), _tell(server, info) + _elsewhere())


@app.command()
def stop(as_json: Json = False) -> None:
    """Stop the server; its data stays."""
    with _errors_shown(as_json):
        stopped = _server().stop()
        _answer(as_json, {"stopped": stopped}, "Neo4j stopped." if stopped else "Neo4j was not running.")


@app.command()
def status(as_json: Json = False) -> None:
    """Say whether the server runs and how to reach it.  Exits with 3 if it does not run."""
    with _errors_shown(as_json):
        server = _server()
        if info := server.status():
            _answer(as_json, _described(server, info), _tell(server, info) + _elsewhere())
            return
        stopped = {"running": False, "home": str(server.home)}
        _answer(as_json, stopped, f"Neo4j is not running (data: {server.home}).{_elsewhere()}")
        raise typer.Exit(EXIT_UNAVAILABLE)


@app.command()
def logs(lines: Lines = 50, as_json: Json = False) -> None:
    """Show the end of the server's log."""
    with _errors_shown(as_json):
        written = _server().logs(lines)
        _answer(as_json, {"lines": written}, "\n".join(written))


@app.command()
def browse(as_json: Json = False) -> None:
    """Open Neo4j Browser on the server, starting it if need be.  In JSON, only say where it is."""
    with _errors_shown(as_json):
        server = _server()
        info = _running(server)
        _answer(as_json, _described(server, info), _tell(server, info))
        if not _in_json(as_json):
            webbrowser.open(info.browser_url)
