"""`kip run`: a file of KIP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from . import options
from .connecting import Server, connected
from .inputs import check_file, read_text
from .responses import tell

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE|-", help="KIP text, or a request of section 6.1 in JSON.", callback=check_file
    ),
]


def run(
    file: File,
    param: options.Param = None,
    params: options.Params = None,
    dry_run: options.DryRun = False,
    readonly: options.Readonly = False,
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Run a file of KIP.

    It holds one command, several UPSERTs (one transaction), or a request of KIP section 6.1 in JSON.  A dash
    reads from stdin:  echo 'DESCRIBE PRIMER' | kip run -
    """
    request = make_request(read_text(file, as_json), options.parameters(param, params), dry_run)
    with connected(Server(uri, user, password), space, as_json, reads=readonly) as client:
        execute = client.execute_kip_readonly if readonly else client.execute_kip
        response = execute(request)
    tell(request, response, as_json)


def make_request(text: str, parameters: dict[str, Any], dry_run: bool) -> dict[str, Any]:
    """The request that a file's text makes: no KIP statement begins with a brace, every request does."""
    if not text.lstrip().startswith("{"):
        return {"command": text, "parameters": parameters, "dry_run": dry_run}
    try:
        request: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise typer.BadParameter(f"it begins like a JSON request but is no JSON: {error}") from error
    shared = {**(request.get("parameters") or {}), **parameters}
    return {**request, "parameters": shared, "dry_run": dry_run or request.get("dry_run")}
