"""Printing of values: on one line where they fit, else one entry a line."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from kip_grammar.ast import (
    Assignments,
    Json,
    ListValue,
    Literal,
    ObjectValue,
    Parameter,
    Path,
    UpdateExpression,
    Variable,
)

WIDTH = 100
INDENT = "  "
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS = ("true", "false", "null")  # legal as keys, but a reader would stumble

Printable = Literal | Parameter | ListValue | ObjectValue | Assignments | UpdateExpression | Path | Variable


def string(value: str) -> str:
    """A string literal.  Lone surrogates are escaped: UTF-8 has no bytes for them."""
    return _LONE_SURROGATE.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(value, ensure_ascii=False))


def key(name: str) -> str:
    """An object's key, in quotes only where it needs them."""
    return name if _IDENTIFIER.fullmatch(name) and name not in _WORDS else string(name)


def inline(value: Printable) -> str:
    """`value` on one line."""
    match value:
        case Variable(name):
            return f"?{name}"
        case Parameter(name):
            return f":{name}"
        case Path(variable, root, step):
            return f"?{variable.name}.{root}" + (f".{step}" if step is not None else "")
        case Literal(literal):
            return inline_json(literal)
        case UpdateExpression(function, operands):
            return f"{function}({', '.join(map(inline, operands))})"
        case ListValue(items):
            return f"[{', '.join(map(inline, items))}]"
        case ObjectValue(entries) | Assignments(entries):
            return f"{{{', '.join(f'{key(name)}: {inline(item)}' for name, item in entries)}}}"


def inline_json(value: Json) -> str:
    """A JSON value on one line, in KIP's spelling."""
    if isinstance(value, str):
        return string(value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key(name)}: {inline_json(item)}' for name, item in value.items())}}}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(inline_json, value))}]"
    return json.dumps(value)


def block(value: Printable, depth: int, prefix: str = "") -> str:
    """`value` after `prefix` on a line indented `depth` times, broken into lines if it doesn't fit."""
    text = prefix + inline(value)
    if len(INDENT * depth + text) <= WIDTH:
        return text
    broken = _broken(value)
    if broken is None:
        return text
    opening, closing, items = broken
    lines = [f"{INDENT}{INDENT * depth}{block(item, depth + 1, label)}" for label, item in items]
    return f"{prefix}{opening}\n" + ",\n".join(lines) + f"\n{INDENT * depth}{closing}"


def _broken(value: Printable) -> tuple[str, str, list[tuple[str, Printable]]] | None:
    """The brackets of `value` and what stands between them, if it can be broken."""
    match value:
        case ListValue(items) if items:
            return "[", "]", [("", item) for item in items]
        case ObjectValue(entries) | Assignments(entries) if entries:
            return "{", "}", [(f"{key(name)}: ", item) for name, item in entries]
        case Literal(list(items)) if items:
            return "[", "]", [("", Literal(item)) for item in items]
        case Literal(dict(entries)) if entries:
            return "{", "}", [(f"{key(name)}: ", Literal(item)) for name, item in entries.items()]
    return None
