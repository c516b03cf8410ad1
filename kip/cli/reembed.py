"""`kip reembed`: the vectors that a memory lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.progress import Progress

from . import options
from .connecting import Server, connected
from .exits import in_json, print_json
from .show.answers import counted
from .show.console import console

if TYPE_CHECKING:
    from kip_engine.embedding import Reembedded


def reembed(
    as_json: options.Json = False,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Complete what SEARCH by meaning needs.

    After a large import, or when the embedder has changed.  Interrupted, it goes on where it was.
    """
    with connected(Server(uri, user, password), space, as_json, reads=True) as client, _bar() as report:
        done = client.reembed(on_progress=report)
    if in_json(as_json):
        print_json(asdict(done))
    else:
        _tell(done)


def _tell(done: Reembedded) -> None:
    removed = f", {counted(done.removed, 'vector')} of another model removed" if done.removed else ""
    index = "; the memory has a vector index" if done.indexed else ""
    console().print(f"[green]✓[/] {counted(done.done, 'element')} embedded{removed}{index}", highlight=False)


@contextmanager
def _bar() -> Iterator[Callable[[Reembedded], None]]:
    """A bar that fills with the elements, where stderr is a terminal."""
    err = console(stderr=True)
    with Progress(console=err, transient=True, disable=not err.is_terminal) as shown:
        task = shown.add_task("embedding", total=None)
        yield lambda at: shown.update(task, completed=at.done, total=at.pending)
