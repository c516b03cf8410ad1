"""Where a conversation's lines come from: a file by its path, an open file, lines, or their text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from .capsule_files import not_utf8

Spoken: TypeAlias = "str | os.PathLike[str] | Iterable[str | Mapping[str, Any]]"


@contextmanager
def spoken(source: Spoken) -> Iterator[str | Iterable[str | Mapping[str, Any]]]:
    """The lines of a conversation; a string is their text, not a path.  A file opened here is closed here."""
    try:
        if isinstance(source, os.PathLike):
            with open(source, encoding="utf-8-sig") as file:
                yield file
        else:
            yield source
    except UnicodeDecodeError as error:
        raise not_utf8(error, "The conversation") from error
