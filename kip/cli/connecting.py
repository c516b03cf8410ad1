"""From options to a connected client."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import typer

from kip.server_progress import server_progress
from kip_grammar.errors import KipError

from .exits import failures_told
from .options import DEFAULT_SPACE

if TYPE_CHECKING:
    from kip import Client

Auth = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Server:
    """The server that --uri, --user and --password name, as far as they were given."""

    uri: str | None = None
    user: str | None = None
    password: str | None = None

    def __post_init__(self) -> None:
        """The local server makes its own password: a log-in without a server is a mistake."""
        named = self.uri is not None or os.environ.get("NEO4J_URI")
        if not named and (self.user is not None or self.password is not None):
            raise typer.BadParameter(
                "--user and --password are for a server that --uri or NEO4J_URI names.", param_hint="--uri"
            )

    @property
    def auth(self) -> Auth | None:
        """What to log in with; None leaves it to NEO4J_USERNAME and NEO4J_PASSWORD."""
        if self.user is None and self.password is None:
            return None
        user = self.user or os.environ.get("NEO4J_USERNAME", "neo4j")
        password = os.environ.get("NEO4J_PASSWORD", "") if self.password is None else self.password
        return user, password


@contextmanager
def connected(
    server: Server, space: str, as_json: bool = False, *, reads: bool = False, **options: Any
) -> Iterator[Client]:
    """A client of `space`.  Where there is no server the command ends with 3.

    A command that only `reads` makes no memory, lest a mistyped name become one; but `default` may be new.
    """
    if reads and space != DEFAULT_SPACE:
        check_exists(server, space, as_json)
    with _opened(server, space, as_json, options) as client, failures_told(as_json):
        yield client


def existing(server: Server, as_json: bool) -> list[str]:
    """The names of all memories.  Where there is no server the command ends with 3."""
    from kip.addresses import find_address
    from kip.client import spaces

    with failures_told(as_json, connecting=True):
        with server_progress() as report:
            find_address(server.uri, server.auth, None, report)
        return spaces(server.uri, auth=server.auth)


def check_exists(server: Server, space: str, as_json: bool) -> None:
    """End the command with 1 if there is no memory `space`."""
    names = existing(server, as_json)
    if space not in names:
        with failures_told(as_json):
            raise no_memory(space)


def no_memory(space: str) -> KipError:
    """The error for a memory that isn't there."""
    return KipError(
        "KIP_3002",
        f"There is no memory {space!r}.",
        hint="`kip space list` names those there are; the first `kip run` or `kip import` makes one.",
    )


@contextmanager
def _opened(server: Server, space: str, as_json: bool, options: dict[str, Any]) -> Iterator[Client]:
    from kip import connect

    with failures_told(as_json, connecting=True), server_progress() as report:
        client = connect(server.uri, auth=server.auth, space=space, on_progress=report, **options)
    with client:
        yield client
