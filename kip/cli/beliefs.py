"""`kip beliefs`: what is believed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from . import options
from .connecting import Server, connected
from .exits import in_json, print_json
from .show.answers import counted
from .show.beliefs import as_data, scope_asked
from .show.console import console
from .show.tables import make_table

if TYPE_CHECKING:
    from kip_engine.beliefs.records import RankedBelief

Query = Annotated[
    str, typer.Argument(metavar="[QUERY]", help="Words that they are about; else all.", show_default=False)
]
Most = Annotated[int, typer.Option("-k", "--most", min=1, help="How many at most.")]
Least = Annotated[
    float | None,
    typer.Option(
        "--min-credence", min=0, max=1, help="Only those believed at least so far.", show_default=False
    ),
]


def beliefs(
    query: Query = "",
    most: Most = 20,
    least: Least = None,
    scope: options.Scope = "local",
    all_scopes: options.AllScopes = False,
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Find beliefs by their words, or list them, the most credible first.

    kip beliefs 'boiling point' --min-credence 0.8
    """
    asked = scope_asked(scope, all_scopes)
    with connected(Server(uri, user, password), space, as_json, reads=True) as client:
        found = client.beliefs.retrieve(query, most, min_credence=least, scope=asked)
    if not query:
        found.sort(key=lambda hit: -hit.belief.credence)
    if in_json(as_json):
        print_json([{**as_data(hit.belief), "relevance": hit.relevance} for hit in found])
    else:
        _tell(found)


def _tell(found: list[RankedBelief]) -> None:
    if not found:
        console().print(Text("Nothing is believed about that.", "dim"))
        return
    rows = [(hit.belief.credence, hit.belief.claim.text, hit.belief.id) for hit in found]
    console().print(make_table(["credence", "claim", "id"], rows))
    console().print(Text(counted(len(found), "belief"), "dim"))
