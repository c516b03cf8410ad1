"""`kip brain call`: any verb by its name, JSON in and out."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from .. import options
from ..connecting import Server
from ..exits import print_json
from .options import Actor, Within, brain

Verb = Annotated[str, typer.Argument(help="Such as brain.feedback.", show_default=False)]
Given = Annotated[
    str, typer.Argument(metavar="JSON", help='Its parameters; {"help": true} describes the verb.')
]


def call(
    verb: Verb,
    given: Given = "{}",
    caller: Actor = None,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Run any verb by its name, as programs do: JSON in, JSON out."""
    parameters = _read(given)
    with brain(Server(uri, user, password), space, as_json, within, caller) as mind:
        answer = mind.call(verb, parameters)
    print_json(answer)


def _read(given: str) -> Any:
    try:
        return json.loads(given)
    except (ValueError, RecursionError) as error:
        raise typer.BadParameter(f"{given!r:.60} is no JSON: {error}", param_hint="JSON") from error
