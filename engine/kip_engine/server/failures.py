"""How the managed server fails: always KIP_4003, always with something the reader can do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kip_grammar.errors import KipError

ELSEWHERE = "or set NEO4J_URI (and NEO4J_USERNAME, NEO4J_PASSWORD) to use another Neo4j"
INSTALL_HINT = f'run: pip install "kip-engine[local]" -- {ELSEWHERE}'


def unavailable(message: str, hint: str = "") -> KipError:
    """A KIP_4003 that says what the local server lacks; without a `hint` it names the way around it."""
    return KipError("KIP_4003", message, hint=hint or f"see `kip db logs`, {ELSEWHERE}")


def with_log(message: str, lines: Sequence[str], hint: str = "") -> KipError:
    """A KIP_4003 whose message ends in the server's own last words."""
    tail = "\n".join(f"  {line}" for line in lines) or "  (the server wrote nothing)"
    return unavailable(f"{message}; its log ends with:\n{tail}", hint)


@contextmanager
def needs_local_extra() -> Iterator[None]:
    """Turns the import of a package that is not installed into a KIP_4003 that says how to install it."""
    try:
        yield
    except ModuleNotFoundError as missing:
        raise unavailable(
            f"the local server needs the Python package {missing.name!r}", INSTALL_HINT
        ) from missing


@contextmanager
def folder_problems_told(folder: Path) -> Iterator[None]:
    """Turns what the system refuses to do in or below `folder` into a KIP_4003."""
    try:
        yield
    except OSError as problem:
        raise unavailable(
            f"the local server cannot use its folder {folder}: {problem}",
            f"make room or give access there, set KIP_HOME to another folder, {ELSEWHERE}",
        ) from problem
