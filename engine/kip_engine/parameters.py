"""The parameters of a call: what they may be, how large and how deep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from kip_grammar.errors import KipError

MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 60
"""Four less than a command's nesting, so that what is stored can be exported and written again as text."""


def check_parameters(parameters: Any) -> Mapping[str, Any]:
    """`parameters` if they are an object of at most `MAX_BYTES` and `MAX_DEPTH`; None counts as empty.

    Raises KIP_1001 for anything but an object with string keys, KIP_4002 beyond the limits (a value that
    holds itself is beyond every depth).
    """
    if parameters is None:
        return {}
    if not isinstance(parameters, Mapping):
        raise _malformed(f"`parameters` is an object, not {_json_word(parameters)}.")
    for name in parameters:
        if not isinstance(name, str):
            raise _malformed(f"The names of parameters are strings; {name!r:.40} is {_json_word(name)}.")
    _check_extent(parameters)
    return parameters


def _check_extent(parameters: Mapping[str, Any]) -> None:
    size = 0
    level: list[Any] = list(parameters.values())
    for _ in range(MAX_DEPTH + 1):
        size += sum(map(_size, level))
        if size > MAX_BYTES:
            raise _beyond(f"The parameters are larger than {MAX_BYTES // 2**20} MiB.", "Send less at a time.")
        level = [item for value in level for item in _items(value)]
        if not level:
            return
    raise _beyond(
        f"A parameter is nested deeper than {MAX_DEPTH} levels.", "Flatten it, or store it as JSON text."
    )


def _size(value: Any) -> int:
    if isinstance(value, str):
        return len(value) if value.isascii() else len(value.encode("utf-8", "surrogatepass"))
    return 8


def _items(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return (*value.keys(), *value.values())
    return value if isinstance(value, (list, tuple)) else ()


def _json_word(value: Any) -> str:
    words = {bool: "true or false", int: "a number", float: "a number", str: "a string", list: "a list"}
    return words.get(type(value), f"a Python {type(value).__name__}")


def _malformed(message: str) -> KipError:
    return KipError("KIP_1001", message, hint='Send {"parameters": {"name": "Alice"}}.')


def _beyond(message: str, hint: str) -> KipError:
    return KipError("KIP_4002", message, hint=hint)
