"""Commands that need packages which not everyone installs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from .exits import USAGE


@contextmanager
def needs_extra(name: str) -> Iterator[None]:
    """Tell whoever lacks the packages of an extra how to get them."""
    try:
        yield
    except ModuleNotFoundError as missing:
        typer.echo(f'{missing.name} is not installed: pip install "kip-engine[{name}]"', err=True)
        raise typer.Exit(USAGE) from missing
