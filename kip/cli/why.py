"""`kip why`: why something is believed."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import options
from .connecting import Server, connected
from .exits import in_json, print_json
from .show.beliefs import scope_asked, why_tree
from .show.console import console, on_one_line
from .show.tables import make_table

if TYPE_CHECKING:
    from kip_engine.beliefs.explain import Past
    from kip_engine.beliefs.explanation import Explanation

Belief = Annotated[
    str, typer.Argument(metavar="ID", help="The belief's id; `kip beliefs` lists them.", show_default=False)
]
Html = Annotated[
    Path | None,
    typer.Option(
        "--html",
        metavar="FILE",
        dir_okay=False,
        help="Draw it into a web page, which needs nothing but itself.",
        show_default=False,
    ),
]
SECONDS = len("2026-05-01T12:00:00")

Depth = Annotated[int, typer.Option(min=1, help="How many levels of beliefs to show.")]
History = Annotated[bool, typer.Option("--history", help="List all evidence it has or had, instead.")]


def why(
    belief: Belief,
    html: Html = None,
    depth: Depth = 5,
    history: History = False,
    scope: options.Scope = "local",
    all_scopes: options.AllScopes = False,
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Show what a belief rests on, down to its sources, and what became of each piece of evidence."""
    if history and html is not None:
        raise typer.BadParameter("the history is a list, which isn't drawn.", param_hint="--html")
    asked = scope_asked(scope, all_scopes)
    with connected(Server(uri, user, password), space, as_json, reads=True) as client:
        if history:
            _tell_history(client.beliefs.history(belief, scope=asked), as_json)
            return
        explained = client.beliefs.explain(belief, scope=asked)
    if html is not None:
        _draw(explained, html)
    if in_json(as_json):
        print_json(explained.to_dict())
    elif html is None:
        console().print(why_tree(explained, depth))


def _draw(explained: Explanation, file: Path) -> None:
    from .show.page import why_page

    file.write_text(why_page(explained), encoding="utf-8")
    typer.echo(f"Drawn into {file}.", err=True)


def _tell_history(entries: list[Past], as_json: bool) -> None:
    if in_json(as_json):
        print_json([asdict(each) for each in entries])
        return
    rows = [_row(each) for each in entries]
    console().print(make_table(["evidence", "source", "weight", "retracted", "with", "because"], rows))


def _row(each: Past) -> tuple[object, ...]:
    entry = each.evidence
    gone = (each.retracted_at or "")[:SECONDS], each.retracted_source or "", each.reason or ""
    return f"{entry.direction} {entry.tier}", on_one_line(entry.source_id), entry.claimed_weight, *gone
