"""`kip mcp`: the memory as tools of an agent."""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated, TextIO

import typer

from kip.mcp.stdout import claim_stdout

from . import options
from .connecting import Server
from .exits import INTERRUPTED
from .extras import needs_extra

ReplyBytes = Annotated[
    int, typer.Option(min=1024, metavar="BYTES", help="The most that one answer may take.")
]
Timeout = Annotated[float, typer.Option(min=0.1, metavar="SECONDS", help="The longest a command may run.")]


def mcp(
    readonly: options.Readonly = False,
    reply_bytes: ReplyBytes = 64 * 1024,
    timeout: Timeout = 30.0,
    space: options.Space = "default",
    uri: options.Uri = None,
    user: options.User = None,
    password: options.Password = None,
) -> None:
    """Serve the memory to an agent, over MCP on stdin and stdout.

    Meant to be started by an MCP client; docs/AGENTS.md shows how to tell it.
    """
    wire = claim_stdout()  # before anything else is imported that could print
    if sys.stdin.isatty():
        typer.echo("Waiting for an MCP client on stdin; Ctrl-C ends.", err=True)
    try:
        asyncio.run(_serve(wire, Server(uri, user, password), space, readonly, reply_bytes, timeout))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


async def _serve(
    wire: TextIO, server: Server, space: str, readonly: bool, reply_bytes: int, timeout: float
) -> None:
    with needs_extra("mcp"):
        from kip.mcp.stdio import serve

    from kip.doors.memories import Memories
    from kip.doors.progress import in_lines
    from kip_engine.storage.settings import Limits

    limits = Limits(timeout=timeout, reply_bytes=reply_bytes)
    report = in_lines(lambda line: typer.echo(line, err=True))
    memories = Memories(server.uri, server.auth, limits, report)
    await serve(memories, space, wire, readonly=readonly)
