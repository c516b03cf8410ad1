"""The MCP server: lists the tools and answers their calls."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
)

import kip
from kip.doors.arguments import read_arguments
from kip.doors.compact import compact
from kip.doors.memories import Memories
from kip.doors.recalling import RECALLING

from .tools import READ_ONLY, tools

Context = ServerRequestContext[Any]


def make_server(memories: Memories, space: str, *, readonly: bool) -> Server[Any]:
    """A server of KIP's tools on one space.

    The SDK's low-level server, not `MCPServer`: that derives schemas from Python signatures, and these are
    given by the protocol.
    """
    offered = tools(readonly=readonly)
    names = {tool.name for tool in offered}

    async def list_tools(_: Context, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=offered)

    async def call_tool(_: Context, call: CallToolRequestParams) -> CallToolResult:
        if call.name not in names:
            raise MCPError(INVALID_PARAMS, f"There is no tool {call.name!r:.80}; there is {sorted(names)}.")
        request = read_arguments(call.arguments or {})
        if call.name in RECALLING:
            work = RECALLING[call.name]
            return _result(await memories.answer(space, lambda client: work(client, request)))
        return _result(await memories.respond(space, request, readonly=call.name == READ_ONLY))

    return Server(
        "kip",
        title="KIP memory",
        version=kip.__version__,
        instructions=_instructions(),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _result(response: dict[str, Any]) -> CallToolResult:
    # Text only: hosts show a model the text, and some the structured content too, which would be it twice.
    text = TextContent(type="text", text=compact(response))
    return CallToolResult(content=[text], is_error="error" in response)


def _instructions() -> str:
    return files("kip.mcp").joinpath("instructions.md").read_text(encoding="utf-8")
