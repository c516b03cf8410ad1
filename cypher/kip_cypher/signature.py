"""What a compiled statement depends on besides its text: the shape of the caller's parameters.

Parameters stay parameters, but some decide the Cypher itself: those in the place of a type or predicate (they
become labels) by value, the others by kind (comparing with null or with a list is other Cypher).  The
signature is that part of the parameters; a text compiled once serves all calls with an equal signature.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from kip_grammar import ast

from .sources import missing_parameter
from .values import kind

KIND_WITH_NULL = "list with null"


@dataclass(frozen=True, slots=True)
class Placeholders:
    """The placeholders of one statement: all names with the offset of first use, and which are structural."""

    offsets: tuple[tuple[str, int], ...]
    structural: frozenset[str]

    @classmethod
    def of(cls, statement: ast.Statement) -> Placeholders:
        offsets: dict[str, int] = {}
        structural: set[str] = set()
        for parameter, is_structural in _parameters(statement, False):
            offsets.setdefault(parameter.name, parameter.span.start)
            if is_structural:
                structural.add(parameter.name)
        return cls(tuple(offsets.items()), frozenset(structural))

    def signature(self, parameters: Mapping[str, Any], text: str) -> tuple[Any, ...]:
        """The part of `parameters` that decides the Cypher.  Raises KIP_1001 for a missing one."""
        parts: list[Any] = []
        for name, offset in self.offsets:
            if name not in parameters:
                raise missing_parameter(name).located(text, offset)
            value = parameters[name]
            parts.append(_shape(value, name in self.structural))
        return tuple(parts)


def _shape(value: Any, structural: bool) -> Any:
    if structural:
        return value if isinstance(value, str) else (type(value).__name__,)
    found = kind(value)
    return KIND_WITH_NULL if found == "list" and None in value else found


_STRUCTURAL_FIELDS = {
    ast.ConceptMatcher: {"type"},
    ast.Predicates: {"names"},
    ast.PredicatePath: {"name"},
    ast.PropositionEntry: {"predicate"},
    ast.Search: {"type"},
    ast.DescribeType: {"name"},
}


def _parameters(node: Any, structural: bool) -> Iterator[tuple[ast.Parameter, bool]]:
    if isinstance(node, ast.Parameter):
        yield node, structural
    elif isinstance(node, tuple):
        for item in node:
            yield from _parameters(item, structural)
    elif isinstance(node, ast.Call):
        yield from _parameters(node.arguments, node.function == "REGEX")
    elif is_dataclass(node) and not isinstance(node, (ast.Span, ast.Literal)):
        marked: set[str] = _STRUCTURAL_FIELDS.get(type(node), set())
        for part in fields(node):
            yield from _parameters(getattr(node, part.name), part.name in marked)
