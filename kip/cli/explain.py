"""`kip explain`: what becomes of a command."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated, Any

import typer
from rich.rule import Rule
from rich.syntax import Syntax

from . import options
from .connecting import Server, connected
from .exits import in_json, print_json
from .show.console import console, harmless


class Stage(StrEnum):
    """The stages in the order they are passed."""

    kip = "kip"
    ast = "ast"
    plan = "plan"
    rewritten = "rewritten"
    cypher = "cypher"
    parameters = "parameters"


LEXERS = {Stage.cypher: "cypher", Stage.parameters: "json"}

Text = Annotated[str, typer.Argument(metavar="TEXT", help="Any KIP command.", show_default=False)]
OneStage = Annotated[Stage | None, typer.Option("--stage", help="Show this stage alone.", show_default=False)]


def explain(
    text: Text,
    stage: OneStage = None,
    param: options.Param = None,
    params: options.Params = None,
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Show how a command is understood, from its tree to Cypher, without running it."""
    given = options.parameters(param, params)
    with connected(Server(uri, user, password), space, as_json, reads=True) as client:
        stages = _chosen(client.explain(text, given), stage)
    if in_json(as_json):
        print_json(stages)
    else:
        _tell(stages)


def _chosen(stages: dict[str, Any], stage: Stage | None) -> dict[str, Any]:
    if stage is None:
        return stages
    if stage not in stages:
        raise typer.BadParameter(f"only a FIND has the stage {stage.value!r}.", param_hint="--stage")
    return {stage.value: stages[stage]}


def _tell(stages: dict[str, Any]) -> None:
    out = console()
    for name, shown in stages.items():
        if len(stages) > 1:
            out.print(Rule(name, align="left", style="dim"))
        text = shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False, indent=2)
        code = Syntax(
            harmless(text.strip("\n")),
            LEXERS.get(Stage(name), "text"),
            background_color="default",
            word_wrap=True,
        )
        out.print(code)
