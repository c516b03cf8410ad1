"""Where an exported capsule goes: a file by its path, an open file, or the text that is handed back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, TextIO, TypeAlias

Destination: TypeAlias = "str | os.PathLike[str] | TextIO"
Write: TypeAlias = Callable[[str], Any]


@contextmanager
def writing(destination: Destination) -> Iterator[Write]:
    """What to call with each piece of a capsule.

    A file named by its path appears, or takes an old one's place, when the capsule is complete.  What is no
    file but a pipe or a device is written to as it is.
    """
    if not isinstance(destination, (str, os.PathLike)):
        yield destination.write
        return
    path = Path(os.path.realpath(destination))
    if path.exists() and not path.is_file():
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            yield file.write
        return
    with _replacing(path) as write:
        yield write


@contextmanager
def _replacing(path: Path) -> Iterator[Write]:
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as file:
        try:
            yield file.write
            file.flush()
        except BaseException:
            os.unlink(file.name)
            raise
    _put_in_place(Path(file.name), path)


def _put_in_place(written: Path, path: Path) -> None:
    """Temporary files are for the user's eyes only; the capsule gets what any new file would."""
    umask = os.umask(0)
    os.umask(umask)
    written.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~umask)
    written.replace(path)
