"""Files and streams that commands read: anything that can be opened, a pipe as well as a file."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import typer

from kip.capsule_files import not_utf8

from .exits import failures_told

STDIN = Path("-")


def check_file(file: Path) -> Path:
    """`file` if it can be read from; else the command is wrong usage."""
    if file == STDIN or (file.exists() and not file.is_dir()):
        return file
    raise typer.BadParameter(
        f"{file} is a directory; name the files in it." if file.is_dir() else f"there is no file {file}."
    )


def read_text(file: Path, as_json: bool) -> str:
    """All that `file` holds.  Where it is no UTF-8 the command ends with 1."""
    with failures_told(as_json), opened(file) as source:
        try:
            return source.read()
        except UnicodeDecodeError as error:
            raise not_utf8(error, "The text") from error


@contextmanager
def opened(file: Path) -> Iterator[TextIO]:
    """`file`, or stdin, to read UTF-8 from, whatever the locale says."""
    if file == STDIN:
        source = io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig")
        try:
            yield source
        finally:
            source.detach()
    else:
        with file.open(encoding="utf-8-sig") as source:
            yield source
