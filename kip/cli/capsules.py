"""`kip import`: capsules into a memory."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

from kip_grammar.errors import KipError

from . import options
from .connecting import Server, connected
from .exits import in_json, print_json
from .show.answers import counted

if TYPE_CHECKING:
    from kip import Client
    from kip_engine.capsules import Progress as Applied

STDIN = Path("-")


def _check_files(files: list[Path]) -> list[Path]:
    """Wrong names are found before anything is imported."""
    for file in files:
        if file != STDIN and not file.is_file():
            raise typer.BadParameter(f"there is no file {file}.")
    return files


Files = Annotated[
    list[Path],
    typer.Argument(metavar="FILE…|-", help="Capsules, in order.", callback=_check_files, show_default=False),
]
Bootstrap = Annotated[
    bool, typer.Option("--bootstrap", help="Let the capsules write protected elements, as a restore does.")
]


def import_files(
    files: Files,
    bootstrap: Bootstrap = False,
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Load capsules: files of UPSERTs, of any size.

    Each statement is applied whole or not at all.  After an error correct the file and import it again: what
    is there already stays as it is.
    """
    with connected(Server(uri, user, password), space, as_json) as client:
        done = [_import(client, file, bootstrap, as_json) for file in files]
    if in_json(as_json):
        print_json({"files": done})


def _import(client: Client, file: Path, bootstrap: bool, as_json: bool) -> dict[str, Any]:
    source: Path | TextIO = sys.stdin if file == STDIN else file
    started = time.monotonic()
    try:
        with _bar(file) as report:
            applied = client.import_capsule(source, bootstrap=bootstrap, on_progress=report)
    except KipError as error:
        error.message = f"{file}: {error.message}"
        raise
    if not in_json(as_json):
        _tell(file, applied, time.monotonic() - started)
    return {"file": str(file), "statements": applied.statements, "elements": applied.elements}


def _tell(file: Path, applied: Applied, seconds: float) -> None:
    done = f"{counted(applied.statements, 'statement')}, {counted(applied.elements, 'element')}"
    Console().print(f"[green]✓[/] {file}: {done} in {seconds:.1f} s", highlight=False)


@contextmanager
def _bar(file: Path) -> Iterator[Callable[[Applied], None]]:
    """A bar that fills with the file's characters, where stderr is a terminal."""
    console = Console(stderr=True)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[done]}"),
    )
    shown = Progress(
        *columns, TimeRemainingColumn(), console=console, transient=True, disable=not console.is_terminal
    )
    with shown:
        total = None if file == STDIN else file.stat().st_size
        task = shown.add_task(file.name, total=total, done="")
        yield lambda applied: shown.update(
            task, completed=applied.characters, done=counted(applied.elements, "element")
        )
