"""Where a capsule's text comes from: a file by its path, an open file, or the text itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO, TypeAlias

from kip_grammar.errors import KipError

Source: TypeAlias = "str | os.PathLike[str] | TextIO"
CHUNK = 256 * 1024


@contextmanager
def opened(source: Source) -> Iterator[Iterator[str]]:
    """The chunks of a capsule.  A file that was opened here is closed here.

    A string is the capsule's text if it holds a brace or a line break (no capsule is without), else a path.
    """
    if isinstance(source, str) and (not source or "{" in source or "\n" in source):
        yield iter((source,))
    elif isinstance(source, (str, os.PathLike)):
        with open(source, encoding="utf-8-sig") as file:
            yield _chunks(file)
    else:
        yield _chunks(source)


def _chunks(file: TextIO) -> Iterator[str]:
    try:
        while chunk := file.read(CHUNK):
            yield chunk
    except UnicodeDecodeError as error:
        raise not_utf8(error, "The capsule") from error


def not_utf8(error: UnicodeDecodeError, what: str) -> KipError:
    """The error for text in another encoding."""
    return KipError("KIP_1001", f"{what} is no UTF-8 text: {error}.", hint="Save it as UTF-8 and try again.")
