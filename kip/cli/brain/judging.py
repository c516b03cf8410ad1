"""`kip brain feedback` and `kip brain history`: judgements, and what they moved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import options
from ..connecting import Server
from ..exits import in_json, print_json
from ..extras import needs_extra
from ..show.brain import history_table
from ..show.console import console, on_one_line
from .options import BUILT_IN, Actor, Plot, Within, brain

if TYPE_CHECKING:
    from kip_engine.brain.audit import Step

Target = Annotated[
    str, typer.Argument(help="The element: its id, a belief's id, or a UUID.", show_default=False)
]
Signal = Annotated[
    str,
    typer.Argument(
        help="useful, not_useful, wrong, explicit_positive, explicit_negative, implicit_positive, "
        "implicit_negative or correction.",
        show_default=False,
    ),
]
Served = Annotated[str | None, typer.Option("--profile", help="The profile that served.", show_default=False)]
Sections = Annotated[
    list[str] | None,
    typer.Option(
        "--section",
        metavar="SECTION=SIGNAL",
        help="A judgement of a section: useful, not_useful or wrong. Repeatable.",
        show_default=False,
    ),
]
Scorer = Annotated[str | None, typer.Option(help="Who grades, together with --row.", show_default=False)]
Row = Annotated[str | None, typer.Option(help="The row of the ledger that is graded.", show_default=False)]
Parameter = Annotated[
    str,
    typer.Argument(
        help="relevance, salience, temporal, a section's name or an element's id.", show_default=False
    ),
]
Of = Annotated[str, typer.Option("--profile", help="The profile.")]


def feedback(
    target: Target,
    signal: Signal,
    profile: Served = None,
    section: Sections = None,
    scorer: Scorer = None,
    row: Row = None,
    caller: Actor = None,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Judge an element; the profile that served learns from it."""
    judged = dict(_pair(text) for text in section) if section else None
    with brain(Server(uri, user, password), space, as_json, within, caller) as mind:
        told = mind.feedback(
            target,
            signal,
            served_by_profile_id=profile,
            section_signals=judged,
            scorer_run_id=scorer,
            serve_ledger_id=row,
        )
    if in_json(as_json):
        print_json(told.to_dict())
    elif told.deduped:
        typer.echo("This scorer has graded that row before: nothing changed.")
    else:
        typer.echo(f"Learned: {on_one_line(str(told.target_id))} is {signal} (event {told.event_id}).")


def history(
    parameter: Parameter,
    profile: Of = BUILT_IN,
    plot: Plot = None,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Show which events moved a posterior, and by how much."""
    with brain(Server(uri, user, password), space, as_json, within, reads=True) as mind:
        steps = mind.history(profile, parameter)
    if plot is not None:
        _draw(plot, f"{profile}: {parameter}", steps)
    if in_json(as_json):
        print_json([step.to_dict() for step in steps])
    else:
        console().print(history_table(steps))


def _draw(file: Path, title: str, steps: list[Step]) -> None:
    with needs_extra("plot"):
        from ..show.plots import plot_history

        plot_history(file, title, steps)
    typer.echo(f"Drawn into {file}.", err=True)


def _pair(text: str) -> tuple[str, str]:
    name, equals, signal = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"{text!r} is not of the form SECTION=SIGNAL.", param_hint="--section")
    return name, signal
