"""Arguments as models send them: whole, or some of them as JSON in a string."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

_FLAGS = {"true": True, "false": False}


def read_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The request that `arguments` mean; what can't be read is left as it is, for the engine to refuse."""
    given = {name: value for name, value in arguments.items() if value is not None and value != ""}
    return {name: _READERS[name](value) if name in _READERS else value for name, value in given.items()}


def _object(value: Any) -> Any:
    found = _decoded(value)
    return found if isinstance(found, dict) else value


def _commands(value: Any) -> Any:
    found = _decoded(value)
    return [_command(item) for item in found] if isinstance(found, list) else value


def _command(value: Any) -> Any:
    found = _object(value)  # no KIP text begins with a brace, so a string that does is an object
    if isinstance(found, dict) and "parameters" in found:
        return {**found, "parameters": _object(found["parameters"])}
    return found


def _flag(value: Any) -> Any:
    return _FLAGS.get(value.strip().lower(), value) if isinstance(value, str) else value


def _decoded(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _number(value: Any) -> Any:
    found = _decoded(value)
    return found if isinstance(found, int) and not isinstance(found, bool) else value


_READERS = {
    "commands": _commands,
    "parameters": _object,
    "dry_run": _flag,
    "context": _object,
    "limit": _number,
    "trace": _flag,
}
