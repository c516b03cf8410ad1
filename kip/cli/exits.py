"""Exit codes, and how failures that are to be expected end the command."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from kip_grammar.errors import KipError

from .show.errors import show_error

KIP_ERROR = 1
USAGE = 2
UNAVAILABLE = 3
INTERRUPTED = 130


def in_json(asked: bool) -> bool:
    """Whether to answer in JSON: on request, and to whatever is no terminal."""
    return asked or not sys.stdout.isatty()


def print_json(data: object) -> None:
    """Print `data` for a program: one line where a program reads, indented where a person asked for it."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None))


@contextmanager
def failures_told(as_json: bool, *, code: int = KIP_ERROR) -> Iterator[None]:
    """Tell a KipError of the block to whoever reads stderr (and in JSON stdout too) and exit with `code`."""
    try:
        yield
    except KipError as error:
        if in_json(as_json):
            print_json({"error": error.to_dict()})
        show_error(error.to_dict())
        raise typer.Exit(code) from error
