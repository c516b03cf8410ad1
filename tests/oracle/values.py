"""KIP values: JSON equality, typed ordering, two-valued functions (rows 11 to 13 of the decisions)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from .graph import Concept, Link

RANKS = ("list", "string", "boolean", "number", "null")


def kind(value: Any) -> str:
    """The kind that comparison goes by."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, (Concept, Link)):
        return "element"
    return "object" if isinstance(value, Mapping) else "list"


def canonical(value: Any) -> str:
    """A text that two values share exactly if they are equal as JSON (or are one element)."""
    if isinstance(value, (Concept, Link)):
        return "element " + value.id
    return json.dumps(_canonical(value), sort_keys=True)


def _canonical(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _canonical(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_canonical(item) for item in value]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return ["number", str(Fraction(value))]
    return value


def equal(left: Any, right: Any) -> bool:
    """JSON equality: 1 == 1.0, null == null, and nothing equals a value of another kind."""
    return canonical(left) == canonical(right)


def compare(operator: str, left: Any, right: Any) -> bool:
    """One of == != < > <= >=; an ordering is true between two numbers or two strings only."""
    if operator == "==":
        return equal(left, right)
    if operator == "!=":
        return not equal(left, right)
    if kind(left) != kind(right) or kind(left) not in ("number", "string"):
        return False
    if operator == "<":
        return bool(left < right)
    if operator == ">":
        return bool(left > right)
    return bool(left <= right) if operator == "<=" else bool(left >= right)


def call(function: str, arguments: Sequence[Any]) -> bool:
    """A FILTER function on values."""
    first = arguments[0]
    if function == "IS_NULL":
        return first is None
    if function == "IS_NOT_NULL":
        return first is not None
    if function == "IN":
        return any(equal(first, item) for item in arguments[1])
    second = arguments[1]
    if not isinstance(first, str) or not isinstance(second, str):
        return False
    if function == "CONTAINS":
        return second in first
    if function == "STARTS_WITH":
        return first.startswith(second)
    if function == "ENDS_WITH":
        return first.endswith(second)
    assert function == "REGEX", function
    return re.search(re.sub(r"(?<!\\)\$$", r"\\Z", second), first, re.ASCII) is not None


def sort_rank(value: Any) -> tuple[int, Any]:
    """A key for ascending order across kinds; nulls are last.  Lists have no order that KIP defines."""
    name = kind(value)
    if name == "element":
        return RANKS.index("string"), value.id
    assert name in RANKS[1:], f"no order is defined for a {name}"
    return RANKS.index(name), 0 if value is None else value
