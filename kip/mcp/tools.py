"""The tools: KIP's, with the parameters of its function definitions (SPECIFICATION.md, 6.1), and recall's."""

from __future__ import annotations

from typing import Any

from mcp.types import Tool, ToolAnnotations

from .recall_tools import recall_feedback, recall_memory

READ_WRITE = "execute_kip"
READ_ONLY = "execute_kip_readonly"

_OWN_PARAMETERS = "Values for this command's placeholders; they take precedence over the shared ones."
_PARAMETERS = (
    'Values for the placeholders of all commands, by name without the colon: {"who": "Ada"} for :who.  '
    "A placeholder stands where a whole value could stand (name: :who, LIMIT :n), never inside a string; "
    "values need no escaping."
)
_DRY_RUN = "true: check the commands (syntax, types, references, protection) and change nothing."


def tools(*, readonly: bool) -> list[Tool]:
    """The tools that a server offers."""
    if readonly:
        return [_read_only(), recall_memory()]
    return [_read_write(), _read_only(), recall_memory(), recall_feedback()]


def _read_write() -> Tool:
    return Tool(
        name=READ_WRITE,
        title="Use the memory",
        description=(
            "Run KIP commands on your long-term memory, a graph of concepts and propositions: ask (FIND, "
            "SEARCH, DESCRIBE, EXPORT) and write (UPSERT, UPDATE, MERGE, DELETE).  Answers {result} or "
            "{error: {code, message, hint, position}}, with next_cursor while there is more."
        ),
        input_schema=_schema(
            command="One KIP command.  Give either this or `commands`.",
            commands=(
                "Several KIP commands, run in order; saves round trips.  Every command has its own result or "
                "error.  A write that fails ends the batch; a read that fails doesn't, nor does a text that "
                "can't be parsed."
            ),
        ),
        annotations=ToolAnnotations(read_only_hint=False, destructive_hint=True, open_world_hint=False),
    )


def _read_only() -> Tool:
    return Tool(
        name=READ_ONLY,
        title="Ask the memory",
        description=(
            "Ask your long-term memory, a graph of concepts and propositions, in KIP: FIND, SEARCH, DESCRIBE "
            "or EXPORT.  Nothing can be changed, so prefer it where you only want to know.  Answers {result} "
            "or {error: {code, message, hint, position}}, with next_cursor while there is more."
        ),
        input_schema=_schema(
            command="One KIP command: FIND, SEARCH, DESCRIBE or EXPORT.  Give either this or `commands`.",
            commands=(
                "Several KIP commands that read; saves round trips.  Every command has its own result or "
                "error, and one that fails doesn't stop the others.  Writes are refused."
            ),
        ),
        annotations=ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
    )


def _schema(*, command: str, commands: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "command": {"type": "string", "description": command},
            "commands": {
                "type": "array",
                "description": commands,
                "items": {"oneOf": [{"type": "string"}, _command_object()]},
            },
            "parameters": {"type": "object", "description": _PARAMETERS},
            "dry_run": {"type": "boolean", "description": _DRY_RUN},
        },
        "oneOf": [{"required": ["command"]}, {"required": ["commands"]}],
        "additionalProperties": False,
    }


def _command_object() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "command": {"type": "string", "description": "One KIP command."},
            "parameters": {"type": "object", "description": _OWN_PARAMETERS},
        },
        "required": ["command"],
        "additionalProperties": False,
    }
