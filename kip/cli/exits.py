"""Exit codes, and how failures that are to be expected end the command."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from kip_grammar.errors import KipError

from .show.console import harmless
from .show.errors import show_error

KIP_ERROR = 1
USAGE = 2
UNAVAILABLE = 3
INTERRUPTED = 130


def in_json(asked: bool) -> bool:
    """Whether to answer in JSON: on request, and to whatever is no terminal."""
    return asked or not sys.stdout.isatty()


def print_json(data: object) -> None:
    """Print `data` for a program: one line where a program reads, indented where a person asked for it.

    What would command a terminal stands in JSON's own escapes, which mean the same.
    """
    typer.echo(harmless(json.dumps(data, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None)))


@contextmanager
def failures_told(as_json: bool, *, connecting: bool = False) -> Iterator[None]:
    """Tell a KipError of the block to whoever reads stderr, and in JSON stdout too, and exit.

    The code is 3 for a server that can't be reached while connecting, else 1.
    """
    try:
        yield
    except KipError as error:
        if in_json(as_json):
            print_json({"error": error.to_dict()})
        show_error(error.to_dict())
        raise typer.Exit(UNAVAILABLE if connecting and error.code == "KIP_4003" else KIP_ERROR) from error
