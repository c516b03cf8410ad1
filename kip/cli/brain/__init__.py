"""`kip brain`: profiles that learn from feedback how to weigh what a memory offers."""

from __future__ import annotations

import typer

from .changing import activate, archive, create, deactivate, reset
from .judging import feedback, history
from .looking import counts, events, profiles, show, weights
from .serving import bind, bindings, resolve, unbind
from .verb import call

app = typer.Typer(
    help="Profiles that learn from feedback how to weigh what a memory offers.", no_args_is_help=True
)
for command in (
    profiles,
    show,
    weights,
    create,
    activate,
    deactivate,
    archive,
    reset,
    resolve,
    bind,
    unbind,
    bindings,
    feedback,
    history,
    events,
    counts,
    call,
):
    app.command()(command)

__all__ = ["app"]
