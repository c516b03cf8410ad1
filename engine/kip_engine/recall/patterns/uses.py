"""Which types and predicates a statement names: it is sent only where the schema has them."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from kip_cypher.schema import Schema
from kip_grammar import ast


@dataclass(frozen=True, slots=True)
class Uses:
    """The types and predicates that a statement names."""

    types: frozenset[str]
    predicates: frozenset[str]

    def missing(self, schema: Schema) -> list[str]:
        """Those that `schema` lacks."""
        return sorted((self.types - schema.types) | (self.predicates - schema.predicates))


def uses(statement: ast.Statement, slot: Set[str]) -> Uses:
    """What `statement` names; the predicates in `slot` only stand for others."""
    nodes = list(_nodes(statement))
    types = {node.type for node in nodes if isinstance(node, ast.ConceptMatcher)}
    named = [name for node in nodes if isinstance(node, ast.Predicates) for name in node.names]
    return Uses(frozenset(_words(types)), frozenset(_words(named)) - slot)


def _words(nodes: Any) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Literal):
            yield str(node.value)


def _nodes(node: Any) -> Iterator[Any]:
    if isinstance(node, tuple):
        for item in node:
            yield from _nodes(item)
    elif is_dataclass(node) and not isinstance(node, ast.Span):
        yield node
        for part in fields(node):
            yield from _nodes(getattr(node, part.name))
