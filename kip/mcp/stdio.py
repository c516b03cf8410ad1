"""Serves MCP on stdin and stdout."""

from __future__ import annotations

from typing import TextIO

import anyio
from mcp.server.stdio import stdio_server

from kip.doors.memories import Memories

from .server import make_server


async def serve(memories: Memories, space: str, wire: TextIO, *, readonly: bool) -> None:
    """Answer what comes on stdin, on `wire`, until stdin ends.

    The memory is opened beside that, so that the first call need not wait for it from the beginning.
    """
    server = make_server(memories, space, readonly=readonly)
    memories.open(space)
    try:
        async with stdio_server(stdout=anyio.wrap_file(wire)) as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())
    finally:
        await memories.close()
