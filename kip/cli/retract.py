"""`kip retract`: a source, and what stood on it alone, taken back."""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from . import options
from .connecting import Server, connected
from .exits import in_json, print_json
from .show.answers import counted
from .show.beliefs import finite, scope_asked
from .show.console import console, on_one_line
from .show.tables import make_table

if TYPE_CHECKING:
    from kip.beliefs import Changes
    from kip_engine.beliefs.records import Change, Retraction

CHANGES_SHOWN = 20

Source = Annotated[
    str, typer.Argument(metavar="SOURCE", help="The id of a source or of a belief.", show_default=False)
]
Reason = Annotated[
    str | None, typer.Option(help="Why; it is kept beside what is retracted.", show_default=False)
]


def retract(
    source: Source,
    reason: Reason = None,
    scope: options.Scope = "local",
    all_scopes: options.AllScopes = False,
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Take back all evidence from a source, and what rested on it alone.

    What is retracted no longer counts, but stays readable: kip why ID --history.
    """
    with connected(Server(uri, user, password), space, as_json, reads=True) as client:
        done = client.beliefs.retract(source, scope=scope_asked(scope, all_scopes), reason=reason)
        if in_json(as_json):
            print_json(_data(done))
        else:
            _tell(done)


def _data(done: Retraction[Changes]) -> dict[str, Any]:
    changes = [{key: finite(value) for key, value in asdict(change).items()} for change in done.changes]
    return {"source_id": done.source_id, "count": done.count, "levels": done.levels, "changes": changes}


def _tell(done: Retraction[Changes]) -> None:
    out = console()
    if not done.count:
        out.print(Text(f"No evidence cites {on_one_line(done.source_id)}.", "dim"))
        return
    shown = [_row(change) for change in islice(done.changes, CHANGES_SHOWN)]
    out.print(make_table(["belief", "lost evidence from", "credence", "now", "level"], shown))
    rest = f", {done.count - len(shown):,} of them not shown" if done.count > len(shown) else ""
    levels = counted(done.levels, "level")
    out.print(Text(f"{counted(done.count, 'change')} on {levels}{rest}", "dim"))


def _row(change: Change) -> tuple[Any, ...]:
    return change.belief_id, change.cause, change.credence_before, change.credence_after, change.level
