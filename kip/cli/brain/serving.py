"""`kip brain resolve`, `bind`, `unbind`, `bindings`: who is served by which profile."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import options
from ..connecting import Server
from ..exits import in_json, print_json
from ..show.brain import bindings_table
from ..show.console import console, on_one_line
from .options import Actor, Named, Within, brain

Kind = Annotated[str, typer.Argument(help="What the answers are for.")]
OfActor = Annotated[str | None, typer.Option("--actor", help="Of this actor.", show_default=False)]
OfNamespace = Annotated[
    str | None, typer.Option("--namespace", help="Of this namespace.", show_default=False)
]
OfKind = Annotated[str | None, typer.Option("--kind", help="For this kind of consumer.", show_default=False)]
OfProfile = Annotated[str | None, typer.Option("--profile", help="Of this profile.", show_default=False)]
Priority = Annotated[int, typer.Option(help="Decides between bindings that are equally specific.")]


def resolve(
    kind: Kind = "recall",
    actor: OfActor = None,
    namespace: OfNamespace = None,
    caller: Actor = None,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Say which profile serves."""
    with brain(Server(uri, user, password), space, as_json, within, caller, reads=True) as mind:
        found = mind.resolve(kind, actor=actor, namespace=namespace)
    if in_json(as_json):
        print_json(found.to_dict())
    else:
        why = "by a binding" if found.matched_binding else "as nothing is bound"
        typer.echo(f"{found.resolved_profile_id} ({found.lifecycle}), {why}.")


def bind(
    profile: Named,
    actor: OfActor = None,
    namespace: OfNamespace = None,
    kind: OfKind = None,
    priority: Priority = 0,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Let a profile serve some callers; what is left open matches all."""
    callers = {"actor": actor, "namespace": namespace, "consumer_kind": kind}
    with brain(Server(uri, user, password), space, as_json, within) as mind:
        bound = mind.bind(profile, **callers, priority=priority)
    if in_json(as_json):
        print_json(bound.to_dict())
    else:
        whom = f"actor {bound.actor}, namespace {bound.namespace}, kind {bound.consumer_kind}"
        typer.echo(f"{bound.profile_id} serves {on_one_line(whom)}.")


def unbind(
    profile: OfProfile = None,
    actor: OfActor = None,
    namespace: OfNamespace = None,
    kind: OfKind = None,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Remove the bindings that everything given matches."""
    callers = {"actor": actor, "namespace": namespace, "consumer_kind": kind}
    with brain(Server(uri, user, password), space, as_json, within) as mind:
        removed = mind.unbind(profile_id=profile, **callers)
    if in_json(as_json):
        print_json({"unbound": removed})
    else:
        typer.echo(f"Removed {removed} binding{'' if removed == 1 else 's'}.")


def bindings(
    profile: OfProfile = None,
    actor: OfActor = None,
    namespace: OfNamespace = None,
    kind: OfKind = None,
    within: Within = "local",
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """List the bindings that everything given matches."""
    callers = {"actor": actor, "namespace": namespace, "consumer_kind": kind}
    with brain(Server(uri, user, password), space, as_json, within, reads=True) as mind:
        found = mind.bindings(profile_id=profile, **callers)
    if in_json(as_json):
        print_json([each.to_dict() for each in found])
    else:
        console().print(bindings_table(found))
