"""`kip mcp` as an MCP client sees it: the official client, a real process."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp.types import CallToolResult, TextContent

import kip

Session = Callable[[Client], Awaitable[None]]
READ = "execute_kip_readonly"
WRITE = "execute_kip"
RECALL, FEEDBACK = "recall_memory", "recall_feedback"


def talk(environment: dict[str, str], session: Session, *arguments: str) -> None:
    """Run `session` with a client of a `kip mcp` started for it."""
    kip_command = str(Path(sys.executable).with_name("kip"))
    server = StdioServerParameters(command=kip_command, args=["mcp", *arguments], env=environment)

    async def run() -> None:
        async with Client(server) as client:
            await session(client)

    asyncio.run(run())


def response(result: CallToolResult) -> Any:
    """The response of section 6.2 in a tool's result."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return json.loads(content.text)


def test_tools_have_the_names_and_schemas_of_the_protocol(environment: dict[str, str]) -> None:
    async def session(client: Client) -> None:
        assert "DESCRIBE PRIMER" in (client.instructions or "")
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == [WRITE, READ, RECALL, FEEDBACK]
        assert all(tool.description for tool in tools)
        assert all(bare(tool.input_schema) == SCHEMA for tool in tools[:2])
        hints = [tool.annotations and tool.annotations.read_only_hint for tool in tools]
        assert hints == [False, True, True, False]

    talk(environment, session)


def bare(schema: Any) -> Any:
    """A JSON schema without its descriptions."""
    if isinstance(schema, dict):
        return {k: bare(v) for k, v in schema.items() if k != "description" or not isinstance(v, str)}
    return [bare(item) for item in schema] if isinstance(schema, list) else schema


SCHEMA = {
    "type": "object",
    "properties": {
        "command": {"type": "string"},
        "commands": {
            "type": "array",
            "items": {
                "oneOf": [
                    {"type": "string"},
                    {
                        "type": "object",
                        "properties": {"command": {"type": "string"}, "parameters": {"type": "object"}},
                        "required": ["command"],
                        "additionalProperties": False,
                    },
                ]
            },
        },
        "parameters": {"type": "object"},
        "dry_run": {"type": "boolean"},
    },
    "oneOf": [{"required": ["command"]}, {"required": ["commands"]}],
    "additionalProperties": False,
}


def test_calls_answer_responses_of_the_protocol(
    client: kip.Client, environment: dict[str, str], space: str
) -> None:
    write = {"command": 'UPSERT { CONCEPT ?c { {type: "City", name: :n} } }', "parameters": {"n": "Łódź"}}

    async def session(mcp: Client) -> None:
        written = await mcp.call_tool(WRITE, write)
        assert response(written)["result"]["blocks"] == 1
        assert not written.is_error
        asked = {
            "commands": '["FIND(?c.name) WHERE { ?c {type: :t} }", "DESCRIBE DOMAINS"]',
            "dry_run": "false",
        }
        first, second = response(await mcp.call_tool(READ, {**asked, "parameters": '{"t": "City"}'}))[
            "result"
        ]
        assert first == {"result": ["Łódź"]}
        assert second["result"]

    talk(environment, session, "--space", space)


def test_kip_errors_are_results_with_the_error_object(
    client: kip.Client, environment: dict[str, str], space: str
) -> None:
    async def session(mcp: Client) -> None:
        for name, arguments, code in [
            (READ, {"command": 'FIND(?c) WHERE { ?c {type: "city"} }'}, "KIP_2001"),
            (READ, {"command": 'UPSERT { CONCEPT ?c { {type: "City", name: "x"} } }'}, "KIP_1001"),
            (WRITE, {"command": "A", "commands": ["B"]}, "KIP_1001"),
            (WRITE, {}, "KIP_1001"),
            (WRITE, {"command": "DESCRIBE PRIMER", "parameters": "no object"}, "KIP_1001"),
        ]:
            result = await mcp.call_tool(name, arguments)
            assert response(result)["error"]["code"] == code
            assert result.is_error
        with pytest.raises(MCPError, match="no tool 'drop_everything'"):
            await mcp.call_tool("drop_everything", {})

    talk(environment, session, "--space", space)


def test_a_readonly_server_offers_and_runs_no_writes(
    client: kip.Client, environment: dict[str, str], space: str
) -> None:
    async def session(mcp: Client) -> None:
        assert [tool.name for tool in (await mcp.list_tools()).tools] == [READ, RECALL]
        with pytest.raises(MCPError):
            await mcp.call_tool(WRITE, {"command": "DESCRIBE PRIMER"})

    talk(environment, session, "--space", space, "--readonly")


def test_replies_are_bounded_and_cursors_lead_through_all_rows(
    cities: kip.Client, environment: dict[str, str], space: str
) -> None:
    statement = 'FIND(?c.name, ?c.attributes.note) WHERE { ?c {type: "City"} }'

    async def session(mcp: Client) -> None:
        names: list[str] = []
        asked: dict[str, Any] = {"command": statement}
        while True:
            result = await mcp.call_tool(READ, asked)
            text = result.content[0]
            assert isinstance(text, TextContent)
            assert len(text.text.encode()) <= 64 * 1024
            page = response(result)
            names += page["result"][0]
            if "next_cursor" not in page:
                break
            asked = {"command": f"{statement} CURSOR :c", "parameters": {"c": page["next_cursor"]}}
        assert sorted(names) == [f"City {n:04}" for n in range(3_000)]

    talk(environment, session, "--space", space)


def test_an_unreachable_server_is_an_answer_and_not_the_end(environment: dict[str, str]) -> None:
    async def session(mcp: Client) -> None:
        for _ in range(2):
            result = await mcp.call_tool(READ, {"command": "DESCRIBE PRIMER"})
            assert response(result)["error"]["code"] == "KIP_4003"

    talk({**environment, "NEO4J_URI": "bolt://127.0.0.1:9"}, session)
