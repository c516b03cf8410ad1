"""Syntax-tree values to JSON values: literals, and parameters put in their place.

Every error names the place in the text.  That no placeholder stands inside a string has been checked before
a statement comes here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kip_cypher import values
from kip_cypher.sources import missing_parameter
from kip_grammar import ast
from kip_grammar.errors import KipError


class Resolver:
    """Resolves the values of one command text."""

    def __init__(self, text: str, parameters: Mapping[str, Any]) -> None:
        self.text = text
        self.parameters = parameters

    def fail(self, node: ast.Node, code: str, message: str, hint: str) -> KipError:
        """A KIP error at `node`."""
        return KipError(code, message, hint=hint).located(self.text, node.span.start)

    def value(self, node: ast.Value) -> Any:
        """The JSON value of `node`.  Raises KIP_1001 for an unknown parameter."""
        if isinstance(node, ast.Literal):
            return node.value
        if isinstance(node, ast.Parameter):
            return self._parameter(node)
        if isinstance(node, ast.ListValue):
            return [self.value(item) for item in node.items]
        return {key: self.value(item) for key, item in node.entries}

    def string(self, node: ast.Literal | ast.Parameter, what: str) -> str:
        """The string that `node` must be; raises KIP_1001 for anything else, null included."""
        value = self.value(node)
        if not isinstance(value, str):
            raise self.fail(
                node,
                "KIP_1001",
                f"{what} must be a string, not {values.kind(value)}.",
                f"Give {what.lower()} as a quoted string, or as a parameter that holds a string.",
            )
        self.encode(node, value)
        return value

    def mapping(self, node: ast.ValueMap, what: str) -> Mapping[str, Any]:
        """The object that `node` must be; raises KIP_2003 where a parameter holds anything else."""
        value = self.value(node)
        if not isinstance(value, Mapping):
            raise self.fail(
                node,
                "KIP_2003",
                f"{what} must be an object, not {values.kind(value)}.",
                "Pass an object of keys and values, such as {risk_level: 2}.",
            )
        return value

    def encode(self, node: ast.Node, value: Any) -> Any:
        """The stored form of `value`, which stands at `node`; raises KIP_2003 if it can't be stored."""
        try:
            return values.encode(value)
        except KipError as error:
            raise error.located(self.text, node.span.start) from None

    def _parameter(self, node: ast.Parameter) -> Any:
        try:
            return self.parameters[node.name]
        except KeyError:
            raise missing_parameter(node.name).located(self.text, node.span.start) from None
