"""Options that commands about the brain share, and the client that they make."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..connecting import Server, connected

if TYPE_CHECKING:
    from kip.brain import Brain

BUILT_IN = "balanced-recall-v1"
PLOTTED = (".png", ".svg")

Within = Annotated[
    str,
    typer.Option(
        envvar="KIP_BRAIN_NAMESPACE", metavar="NAMESPACE", help="The brain's namespace, such as team:alice."
    ),
]
Actor = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="ACTOR", help="Who calls; nobody in particular if absent.", show_default=False
    ),
]
Profile = Annotated[str, typer.Argument(metavar="PROFILE", help="The profile.")]
Named = Annotated[str, typer.Argument(metavar="PROFILE", help="The profile.", show_default=False)]


def check_plot(file: Path | None) -> Path | None:
    """`file` if a plot can be written into one of that name; else the command is wrong usage."""
    if file is not None and file.suffix.lower() not in PLOTTED:
        raise typer.BadParameter(f"a plot is written into a file that ends in {' or '.join(PLOTTED)}.")
    return file


Plot = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        metavar="FILE.png|svg",
        callback=check_plot,
        dir_okay=False,
        help="Draw it, too.",
        show_default=False,
    ),
]


@contextmanager
def brain(
    server: Server,
    space: str,
    as_json: bool,
    within: str,
    actor: str | None = None,
    *,
    reads: bool = False,
) -> Iterator[Brain]:
    """The brain of a memory, for the caller that the options name."""
    with connected(server, space, as_json, reads=reads) as client:
        yield client.brain.scoped(namespace=within, actor=actor)
