"""`kip brain create`, `activate`, `deactivate`, `archive`, `reset`: the life of profiles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import options
from ..connecting import Server
from ..exits import in_json, print_json
from ..show.console import on_one_line
from .options import BUILT_IN, Named, Profile, Within, brain

Name = Annotated[str, typer.Argument(help="Letters, digits and hyphens.", show_default=False)]
Kind = Annotated[str, typer.Option("--kind", help="The kind of consumer that it serves.")]
Description = Annotated[str | None, typer.Option(help="What it is for.", show_default=False)]
Seed = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        exists=True,
        dir_okay=False,
        help='What it believes at first: {"section_posteriors": {"examples": {"alpha": 5, "beta": 2}}}.',
        show_default=False,
    ),
]


def create(
    name: Name,
    kind: Kind = "recall",
    description: Description = None,
    seed: Seed = None,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Make an inactive profile."""
    priors = _read(seed)
    with brain(Server(uri, user, password), space, as_json, within) as mind:
        made = mind.create_profile(name, description=description, consumer_kind=kind, seed_priors=priors)
    if in_json(as_json):
        print_json(made.to_dict())
    else:
        typer.echo(f"Made {made.profile_id}, which is {made.lifecycle}.")


def activate(
    profile: Named,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Let a profile serve."""
    with brain(Server(uri, user, password), space, as_json, within) as mind:
        moved = mind.activate(profile)
    _tell(moved.to_dict(), as_json)


def deactivate(
    profile: Named,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Let a profile rest; it goes on learning."""
    with brain(Server(uri, user, password), space, as_json, within) as mind:
        moved = mind.deactivate(profile)
    _tell(moved.to_dict(), as_json)


def archive(
    profile: Named,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Archive a profile for good."""
    with brain(Server(uri, user, password), space, as_json, within) as mind:
        moved = mind.archive(profile)
    _tell(moved.to_dict(), as_json)


def reset(
    profile: Profile = BUILT_IN,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Let a profile begin anew, with its priors and without entities."""
    with brain(Server(uri, user, password), space, as_json, within) as mind:
        done = mind.reset(profile)
    if in_json(as_json):
        print_json(done.to_dict())
    else:
        typer.echo(f"{on_one_line(profile)} began anew (resets so far: {done.exploration_epoch}).")


def _tell(moved: dict[str, Any], as_json: bool) -> None:
    if in_json(as_json):
        print_json(moved)
    else:
        typer.echo(f"{on_one_line(moved['profile_id'])} is {moved['lifecycle']}.")


def _read(file: Path | None) -> Any:
    if file is None:
        return None
    try:
        return json.loads(file.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise typer.BadParameter(f"{file} holds no JSON: {error}", param_hint="--seed") from error
