"""JSON-RPC 2.0: single requests, notifications and batches.

KIP errors are results here, as everywhere: the protocol's errors are about the call, not about the command.
"""

from __future__ import annotations

from typing import Any

from .calls import METHODS, Call

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
MAX_BATCH = 100


def is_jsonrpc(message: Any) -> bool:
    """Whether a body is JSON-RPC rather than a plain {"method", "params"}."""
    return isinstance(message, list) or (isinstance(message, dict) and "jsonrpc" in message)


async def answer(message: Any, call: Call) -> Any:
    """What to send back, or None where all were notifications.  A batch is run in order."""
    if not isinstance(message, list):
        return await _answer_one(message, call)
    if not 0 < len(message) <= MAX_BATCH:
        return error(None, INVALID_REQUEST, f"A batch has 1 to {MAX_BATCH} requests.")
    answers = [await _answer_one(item, call) for item in message]
    return [item for item in answers if item is not None] or None


def error(identity: Any, code: int, message: str) -> dict[str, Any]:
    """An error response."""
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message}}


async def _answer_one(message: Any, call: Call) -> dict[str, Any] | None:
    if (wrong := _malformed(message)) is not None:
        return wrong
    identity, method, params = message.get("id"), message["method"], message.get("params", {})
    if method not in METHODS:
        found = error(identity, METHOD_NOT_FOUND, f"There is no method {method!r:.80}; {_METHODS}.")
    elif not isinstance(params, dict):
        found = error(identity, INVALID_PARAMS, "`params` is an object, as in section 6.1 of KIP.")
    else:
        found = {"jsonrpc": "2.0", "id": identity, "result": await call(method, params)}
    return found if "id" in message else None


def _malformed(message: Any) -> dict[str, Any] | None:
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return error(None, INVALID_REQUEST, 'A request is an object with "jsonrpc": "2.0".')
    identity = message.get("id")
    if isinstance(identity, bool) or not isinstance(identity, (str, int, float, type(None))):
        return error(None, INVALID_REQUEST, "`id` is a string or a number.")
    if not isinstance(message.get("method"), str):
        return error(identity, INVALID_REQUEST, "`method` is a string.")
    return None


_METHODS = "there are " + ", ".join(METHODS)
