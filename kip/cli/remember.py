"""`kip remember`: a conversation into a memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import Progress
from rich.text import Text

from . import options
from .connecting import Server, connected
from .exits import in_json, print_json
from .inputs import check_file, opened
from .show.answers import counted
from .show.console import console, on_one_line

if TYPE_CHECKING:
    from kip_engine.recall.remembering import Remembered

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE|-", help="The conversation, as JSON lines.", callback=check_file, show_default=False
    ),
]
Conversation = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="What tells it from other conversations; else a digest of its lines.",
        show_default=False,
    ),
]


def remember(
    file: File,
    conversation: Conversation = None,
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Write down a conversation, without a model.

    Each line is {"speaker": "Ada", "time": "2026-05-01T09:30:00Z", "text": "…"} and becomes an Event, linked
    to the one before it and to its people.  The same file twice changes nothing.
    """
    started = time.monotonic()
    server = Server(uri, user, password)
    with connected(server, space, as_json) as client, opened(file) as source, _bar(file) as report:
        done = client.remember(source, conversation, on_progress=report)
    if in_json(as_json):
        print_json(asdict(done))
    else:
        _tell(done, time.monotonic() - started)


def _tell(done: Remembered, seconds: float) -> None:
    what = f" {counted(done.lines, 'line')} of {on_one_line(done.conversation)} in {seconds:.1f} s"
    console().print(Text.assemble(("✓", "green"), what), soft_wrap=True)


@contextmanager
def _bar(file: Path) -> Iterator[Callable[[Remembered], None]]:
    """A bar that fills with lines and then with vectors, where stderr is a terminal."""
    err = console(stderr=True)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as shown:
        task = shown.add_task(on_one_line(file.name), total=None)

        def report(at: Remembered) -> None:
            shown.update(task, completed=at.lines + at.vectors, total=2 * at.total)

        yield report
