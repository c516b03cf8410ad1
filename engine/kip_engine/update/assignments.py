"""What SET ATTRIBUTES and SET METADATA assign: constants as they are stored, and expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kip_cypher.names import attribute_property, metadata_property
from kip_cypher.values import check_key
from kip_engine.upsert.resolve import Resolver
from kip_grammar import ast
from kip_grammar.errors import KipError

Entry = tuple[str, ast.UpdateExpression | Any, ast.Node]


@dataclass(slots=True)
class Assigned:
    """Assignments by stored property; `attributes` are those properties that hold attributes."""

    constants: dict[str, Any] = field(default_factory=dict)
    expressions: dict[str, ast.UpdateExpression] = field(default_factory=dict)
    attributes: set[str] = field(default_factory=set)

    @property
    def nulls(self) -> list[str]:
        """The properties that become explicit nulls."""
        return [name for name, value in self.constants.items() if value is None]

    @property
    def values(self) -> dict[str, Any]:
        """The properties that become constants other than null."""
        return {name: value for name, value in self.constants.items() if value is not None}

    @property
    def is_textual(self) -> bool:
        """Whether an attribute is assigned what may hold text."""
        return any(isinstance(self.constants.get(name), (str, list)) for name in self.attributes)


def read_assignments(update: ast.Update, resolver: Resolver) -> Assigned:
    """The assignments of `update`.  Raises KIP_1001, KIP_2002 (reserved metadata) and KIP_2003."""
    assigned = Assigned()
    _read(update.attributes, attribute_property, assigned, resolver)
    assigned.attributes.update(assigned.constants, assigned.expressions)
    _read(update.metadata, checked_metadata_property, assigned, resolver)
    return assigned


def checked_metadata_property(key: str) -> str:
    """The property of metadata `key`.  Raises KIP_2002 for a key of the engine."""
    if not key.startswith("_"):
        return metadata_property(key)
    raise KipError(
        "KIP_2002",
        f"The metadata key {key!r} is reserved: keys that begin with an underscore belong to the engine.",
        hint="Read it freely, also in update expressions; for data of your own choose another key.",
    )


def _read(
    node: ast.Assignments | ast.Parameter | None,
    stored_name: Callable[[str], str],
    assigned: Assigned,
    resolver: Resolver,
) -> None:
    if node is None:
        return
    for key, value, place in _entries(node, resolver):
        try:
            name = stored_name(check_key(key))
        except KipError as error:
            raise error.located(resolver.text, place.span.start) from None
        if isinstance(value, ast.UpdateExpression):
            assigned.expressions[name] = value
        else:
            assigned.constants[name] = resolver.encode(place, value)


def _entries(node: ast.Assignments | ast.Parameter, resolver: Resolver) -> Iterator[Entry]:
    if isinstance(node, ast.Parameter):
        whole: Mapping[str, Any] = resolver.mapping(node, "The value of SET")
        for key, value in whole.items():
            yield key, value, node
        return
    for key, assigned in node.entries:
        if isinstance(assigned, ast.UpdateExpression):
            yield key, assigned, assigned
        else:
            yield key, resolver.value(assigned), assigned
