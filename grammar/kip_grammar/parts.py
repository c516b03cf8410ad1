"""Pieces of statements between the grammar and the tree: a named option, an object's key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from kip_grammar.ast import Span


class Part(NamedTuple):
    """A clause that fills the field `name` of the node it belongs to."""

    name: str
    value: Any
    span: Span


class Key(NamedTuple):
    """The key of an object's entry."""

    name: str
    span: Span


def fields(children: Iterable[Any]) -> dict[str, Any]:
    """What the parts among `children` fill in."""
    return {child.name: child.value for child in children if type(child) is Part}
