"""`kip query`: one question from the command line."""

from __future__ import annotations

from typing import Annotated

import typer

from kip_grammar import ast, parse
from kip_grammar.errors import KipError

from . import options
from .connecting import Server, connected
from .inputs import STDIN, read_text
from .responses import tell

Text = Annotated[
    str,
    typer.Argument(
        metavar="TEXT|-",
        help="A FIND, SEARCH, DESCRIBE or EXPORT; - reads it from stdin.",
        show_default=False,
    ),
]


def query(
    text: Text,
    param: options.Param = None,
    params: options.Params = None,
    dry_run: options.DryRun = False,
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Ask a question; nothing can be changed here.

    kip query 'FIND(?p.name) WHERE { ?p {type: :t} }' --param t=Person
    """
    text = read_text(STDIN, as_json) if text == "-" else text
    _check_reads(text)
    request = {"command": text, "parameters": options.parameters(param, params), "dry_run": dry_run}
    with connected(Server(uri, user, password), space, as_json, reads=True) as client:
        response = client.execute_kip_readonly(request)
    tell(request, response, as_json)


def _check_reads(text: str) -> None:
    try:
        statement = parse(text)
    except KipError:
        return  # the response will say where the text is wrong
    if isinstance(statement, ast.WRITES):
        raise typer.BadParameter("`kip query` only reads; `kip run FILE` or `kip run -` writes.")
