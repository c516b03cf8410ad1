"""Attribute and metadata maps of an UPSERT as changes to stored properties.

Metadata is layered: statement under block under entry, key by key, an inner null included (section 2.10).
Because a property name says which key it holds, layering is a plain dict union of the encoded layers.
"""

from __future__ import annotations

from kip_cypher import names, values
from kip_grammar import ast
from kip_grammar.errors import KipError

from .operations import EMPTY, Changes
from .resolve import Resolver


def attribute_changes(resolver: Resolver, node: ast.ValueMap | None) -> Changes:
    """The property changes of SET ATTRIBUTES; raises KIP_1001 and KIP_2003."""
    if node is None:
        return EMPTY
    changes = {}
    for key, value in resolver.mapping(node, "The value of SET ATTRIBUTES").items():
        changes[names.attribute_property(_checked(resolver, node, key))] = resolver.encode(node, value)
    return changes


def metadata_changes(resolver: Resolver, node: ast.ValueMap | None, outer: Changes = EMPTY) -> Changes:
    """`outer` overridden by the map after WITH METADATA; raises KIP_2002 for a reserved key."""
    if node is None:
        return outer
    changes = dict(outer)
    for key, value in resolver.mapping(node, "The value of WITH METADATA").items():
        if _checked(resolver, node, key).startswith("_"):
            raise _reserved(resolver, node, key)
        changes[names.metadata_property(key)] = resolver.encode(node, value)
    return changes


def _checked(resolver: Resolver, node: ast.Node, key: str) -> str:
    try:
        return values.check_key(key)
    except KipError as error:
        raise error.located(resolver.text, node.span.start) from None


def _reserved(resolver: Resolver, node: ast.Node, key: str) -> KipError:
    return resolver.fail(
        node,
        "KIP_2002",
        f"The metadata key {key!r} is reserved: keys that begin with an underscore belong to the engine.",
        "Read it freely; to guard a write use EXPECT VERSION; for data of your own choose another key.",
    )
