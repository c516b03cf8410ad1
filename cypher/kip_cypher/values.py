"""JSON values between KIP and Neo4j, without loss of their JSON meaning.

Strings, booleans, 64-bit integers, floats and lists of one kind are stored natively.  Everything else
(objects, nested or mixed lists, lists that hold null) is stored *encoded*: a list of two strings,
`["(json)", "<canonical JSON>"]`.  A list never orders with, nor contains, a string in Cypher, so an encoded
value can't be mistaken for text; a plain list that looks like one is encoded itself.

The canonical form sorts keys and writes integral floats inside lists and objects as integers, so that equal
JSON values are stored equally (1 == 1.0) and Cypher's `=` is JSON equality.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from kip_grammar.errors import KipError

TAG = "(json)"
INT_MIN, INT_MAX = -(2**63), 2**63 - 1
_BEYOND_INTEGERS = 2.0**63
_FORBIDDEN = re.compile("[\x00\ud800-\udfff]")


def encode(value: Any) -> Any:
    """`value` as Neo4j stores it; None stays None.  Raises KIP_2003 for what isn't JSON (see `check`)."""
    if isinstance(value, (str, bool, int, float)):
        return check_scalar(value)
    if value is None:
        return None
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        return _encode_list(value)
    return [TAG, canonical_json(value)]


def decode(value: Any) -> Any:
    """The JSON value that `encode` stored."""
    if isinstance(value, list) and len(value) == 2 and value[0] == TAG:
        return json.loads(value[1])
    return value


def canonical_json(value: Any) -> str:
    """The canonical JSON text of `value`, checked."""
    return json.dumps(_canonical(value), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def kind(value: Any) -> str:
    """The kind that comparison goes by: null, boolean, number, string, list or object, else KIP_2003."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, Mapping):
        return "object"
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        return "list"
    raise _not_json(value)


def _encode_list(items: Sequence[Any]) -> list[Any]:
    values = [_canonical(item) for item in items]
    kinds = {type(item) for item in values}
    native = len(kinds) <= 1 and kinds <= {str, bool, int, float}
    if native and not (len(values) == 2 and values[0] == TAG):
        return values
    return [TAG, canonical_json(values)]


def _canonical(value: Any) -> Any:
    if isinstance(value, float):
        check_scalar(value)
        return int(value) if value.is_integer() and abs(value) < _BEYOND_INTEGERS else value
    if value is None or isinstance(value, (str, bool, int)):
        return check_scalar(value)
    if isinstance(value, Mapping):
        return {check_key(key): _canonical(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview)):
        return [_canonical(item) for item in value]
    raise _not_json(value)


def check_key(key: Any) -> str:
    """`key` if it can be an attribute or metadata key; raises KIP_2003 otherwise."""
    if not isinstance(key, str):
        raise _bad_value(f"An object key must be a string, not {type(key).__name__}.", "Quote the key.")
    return str(check_scalar(key))


def check_scalar(value: Any) -> Any:
    """`value`, a scalar, if it can be stored; raises KIP_2003 for what JSON or Neo4j can't hold."""
    if isinstance(value, str):
        if _FORBIDDEN.search(value):
            raise _bad_value(
                "A string holds a NUL character or a lone surrogate, which no JSON text can carry.",
                "Remove the character, or encode binary data (for example as base64).",
            )
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise _bad_value(f"{value} is no JSON number.", "Use a finite number, or null if unknown.")
        return value + 0.0  # -0.0 becomes 0.0: JSON numbers have one zero
    elif isinstance(value, int) and not isinstance(value, bool) and not INT_MIN <= value <= INT_MAX:
        raise _bad_value(
            "An integer lies outside the 64-bit range.", "Send it as a string, or as a float, which rounds."
        )
    return value


def _not_json(value: Any) -> KipError:
    return _bad_value(f"A value of Python type {type(value).__name__} has no JSON form.", "Send JSON values.")


def _bad_value(message: str, hint: str) -> KipError:
    return KipError("KIP_2003", message, hint=hint)
