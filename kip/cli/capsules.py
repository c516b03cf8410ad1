"""`kip import`: capsules into a memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

from kip_grammar.errors import KipError

from . import options
from .connecting import Server, connected
from .exits import in_json, print_json
from .inputs import check_file, opened
from .show.answers import counted
from .show.console import console, on_one_line

if TYPE_CHECKING:
    from kip import Client
    from kip_engine.capsules import Progress as Applied


def _check_files(files: list[Path]) -> list[Path]:
    """Wrong names are found before anything is imported."""
    return [check_file(file) for file in files]


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
        done = _import_all(client, files, bootstrap, as_json)
    if in_json(as_json):
        print_json({"files": done})


def _import_all(client: Client, files: list[Path], bootstrap: bool, as_json: bool) -> list[dict[str, Any]]:
    """Import one file after the other; the error of one says what became of those before it."""
    done: list[dict[str, Any]] = []
    for file in files:
        try:
            done.append(_import(client, file, bootstrap, as_json))
        except KipError as error:
            error.message = f"{file}: {error.message}"
            if done:
                names = ", ".join(each["file"] for each in done)
                error.hint = f"{error.hint} The files before it are in, whole: {names}.".lstrip()
            raise
    return done


def _import(client: Client, file: Path, bootstrap: bool, as_json: bool) -> dict[str, Any]:
    started = time.monotonic()
    with opened(file) as source, _bar(file) as report:
        applied = client.import_capsule(source, bootstrap=bootstrap, on_progress=report)
    if not in_json(as_json):
        _tell(file, applied, time.monotonic() - started)
    return {"file": str(file), "statements": applied.statements, "elements": applied.elements}


def _tell(file: Path, applied: Applied, seconds: float) -> None:
    done = f"{counted(applied.statements, 'statement')}, {counted(applied.elements, 'element')}"
    told = Text.assemble(("✓", "green"), f" {on_one_line(str(file))}: {done} in {seconds:.1f} s")
    console().print(told, soft_wrap=True)


@contextmanager
def _bar(file: Path) -> Iterator[Callable[[Applied], None]]:
    """A bar that fills with the file's characters, where stderr is a terminal."""
    err = console(stderr=True)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[done]}"),
    )
    shown = Progress(
        *columns, TimeRemainingColumn(), console=err, transient=True, disable=not err.is_terminal
    )
    with shown:
        total = file.stat().st_size if file.is_file() else None
        task = shown.add_task(on_one_line(file.name), total=total, done="")
        yield lambda applied: shown.update(
            task, completed=applied.characters, done=counted(applied.elements, "element")
        )
