"""Values that a statement takes besides its pattern: literals or parameters, checked when they are used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kip_cypher.sources import missing_parameter
from kip_grammar import ast
from kip_grammar.errors import KipError

Argument = ast.Literal | ast.Parameter


def argument_value(node: Argument, parameters: Mapping[str, Any], text: str) -> Any:
    """What `node` stands for in this call.  Raises KIP_1001 for a placeholder without a value."""
    if isinstance(node, ast.Literal):
        return node.value
    if node.name not in parameters:
        raise missing_parameter(node.name).located(text, node.span.start)
    return parameters[node.name]


def limit_value(node: Argument | None, parameters: Mapping[str, Any], text: str) -> int | None:
    """LIMIT's value, a positive integer, or None where no LIMIT stands.  Raises KIP_1001."""
    if node is None:
        return None
    value = argument_value(node, parameters, text)
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 2**62:
        return value
    raise KipError(
        "KIP_1001",
        f"LIMIT takes a whole number from 1 to 2^62, not {value!r:.40}.",
        hint="Write LIMIT 20, or send a number as parameter.",
    ).located(text, node.span.start)


def text_value(node: Argument, parameters: Mapping[str, Any], text: str, what: str) -> str:
    """A non-empty string.  Raises KIP_1001."""
    value = argument_value(node, parameters, text)
    if isinstance(value, str) and value:
        return value
    raise KipError(
        "KIP_1001", f"The {what} must be a non-empty string, not {value!r:.40}.", hint="Send it as a string."
    ).located(text, node.span.start)
