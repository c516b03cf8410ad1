"""`kip brain profiles`, `show`, `weights`, `events`, `counts`: what is known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import options
from ..connecting import Server
from ..exits import in_json, print_json
from ..extras import needs_extra
from ..show.brain import beliefs_table, counts_table, events_table, profiles_table, weights_table
from ..show.console import console
from .options import BUILT_IN, Actor, Plot, Profile, Within, brain

if TYPE_CHECKING:
    from kip_engine.brain.results import Profile as Whole

Lifecycle = Annotated[
    str | None, typer.Option(help="Only those that are active, inactive or archived.", show_default=False)
]
Most = Annotated[int, typer.Option(min=0, help="How many entities to list, the best known first.")]
Sample = Annotated[bool, typer.Option("--sample", help="Draw them by Thompson while the profile explores.")]
Limit = Annotated[int, typer.Option(min=0, max=100, help="How many.")]
Since = Annotated[str, typer.Option(help="From when: ISO 8601 with a time zone.")]
Until = Annotated[str | None, typer.Option(help="Before when; now if absent.", show_default=False)]


def profiles(
    lifecycle: Lifecycle = None,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """List the profiles there are."""
    with brain(Server(uri, user, password), space, as_json, within, reads=True) as mind:
        found = mind.profiles(lifecycle)
    if in_json(as_json):
        print_json([each.to_dict() for each in found])
    else:
        console().print(profiles_table(found))


def show(
    profile: Profile = BUILT_IN,
    most: Most = 10,
    plot: Plot = None,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Show what a profile believes: each posterior's mean, where 90 % of it lies, and its evidence."""
    with brain(Server(uri, user, password), space, as_json, within, reads=True) as mind:
        found = mind.profile(profile)
        weights = mind.weights(profile) if plot is not None else {}
    _draw_weights(plot, profile, weights)
    if in_json(as_json):
        print_json(_with_intervals(found))
    else:
        console().print(beliefs_table(found, most))


def weights(
    profile: Profile = BUILT_IN,
    sample: Sample = False,
    plot: Plot = None,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Show how much room a profile gives each section."""
    with brain(Server(uri, user, password), space, as_json, within, reads=True) as mind:
        found = mind.weights(profile, sample=sample)
    _draw_weights(plot, profile, found)
    if in_json(as_json):
        print_json(found)
    else:
        console().print(weights_table(found))


def events(
    limit: Limit = 20,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """List the newest events."""
    with brain(Server(uri, user, password), space, as_json, within, reads=True) as mind:
        found = mind.events(limit)
    if in_json(as_json):
        print_json([each.to_dict() for each in found])
    else:
        console().print(events_table(found))


def counts(
    since: Since = "1970-01-01T00:00:00Z",
    until: Until = None,
    actor: Actor = None,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Count the events of a window of time, by verb, actor and profile."""
    with brain(Server(uri, user, password), space, as_json, within, reads=True) as mind:
        found = mind.event_counts(since, until, actor=actor, by_profile=True)
    if in_json(as_json):
        print_json(found.to_dict())
    else:
        console().print(counts_table(found))


def _with_intervals(found: Whole) -> dict[str, Any]:
    """The profile, with the interval that holds 90 % of each scalar and section."""
    from ..show.brain import interval_of

    told = found.to_dict()
    scalars = {name: found.state_snapshot[name] for name in ("relevance", "salience", "temporal")}
    told["intervals"] = {name: interval_of(counts) for name, counts in scalars.items()}
    for posterior in (told["section_posteriors"] or {}).values():
        posterior["interval"] = interval_of(posterior)
    return told


def _draw_weights(file: Path | None, profile: str, found: dict[str, float]) -> None:
    if file is not None:
        with needs_extra("plot"):
            from ..show.plots import plot_weights

            plot_weights(file, profile, found)
        typer.echo(f"Drawn into {file}.", err=True)
