"""`kip export`: a memory, or a part of it, as a capsule."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from . import options
from .connecting import Server, connected
from .exits import in_json, print_json
from .show.answers import counted
from .show.console import console, on_one_line

if TYPE_CHECKING:
    from kip_engine.export import Exported

STDOUT = Path("-")
Statement = Annotated[
    str | None,
    typer.Option("--statement", "-s", help="An EXPORT statement that selects what.", show_default=False),
]
Domain = Annotated[
    str | None,
    typer.Option("--domain", "-d", help="A domain with all that belongs to it.", show_default=False),
]
Output = Annotated[
    Path,
    typer.Option(
        "--output", "-o", metavar="FILE", dir_okay=False, allow_dash=True, help="Where to write; - is stdout."
    ),
]


def export(
    statement: Statement = None,
    domain: Domain = None,
    output: Output = STDOUT,
    param: options.Param = None,
    params: options.Params = None,
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Write a capsule: everything, a domain, or what an EXPORT statement selects.

    `kip import` reads it back, here or anywhere.  A file is complete when it appears.
    """
    if statement is not None and domain is not None:
        raise typer.BadParameter("--statement and --domain exclude each other.")
    values = options.parameters(param, params)
    destination: Path | TextIO = sys.stdout if output == STDOUT else output
    started = time.monotonic()
    with connected(Server(uri, user, password), space, as_json, reads=True) as client, _shown() as report:
        done = client.export_capsule(
            statement, destination, domain=domain, parameters=values, on_progress=report
        )
    _tell(done, output, time.monotonic() - started, as_json)


def _tell(done: Exported, output: Path, seconds: float, as_json: bool) -> None:
    """Say what was written, on stderr where stdout has the capsule."""
    to_stdout = output == STDOUT
    if in_json(as_json) and not to_stdout:
        counts = {"concepts": done.concepts, "propositions": done.propositions}
        print_json({"file": str(output), "statements": done.statements, **counts})
        return
    where = "stdout" if to_stdout else on_one_line(str(output))
    told = Text.assemble(("✓", "green"), f" {where}: {_counts(done)} in {seconds:.1f} s")
    console(stderr=to_stdout).print(told, soft_wrap=True)


def _counts(done: Exported) -> str:
    return f"{counted(done.concepts, 'concept')}, {counted(done.propositions, 'link')}"


@contextmanager
def _shown() -> Iterator[Callable[[Exported], None]]:
    """How far the export is, where stderr is a terminal."""
    err = console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.fields[done]}"), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as shown:
        task = shown.add_task("export", total=None, done="")
        yield lambda done: shown.update(task, done=_counts(done))
