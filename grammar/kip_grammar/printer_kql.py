"""Printing of FIND and of the modifiers that other statements share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kip_grammar.ast import Aggregate, Expression, Find, Literal, OrderKey, Parameter
from kip_grammar.printer_patterns import where
from kip_grammar.printer_values import INDENT, WIDTH, inline


def _find(node: Find) -> Iterator[str]:
    yield _listed("FIND(", [expression(item) for item in node.expressions], ")")
    yield from where(node.where)
    if node.order:
        yield "ORDER BY " + ", ".join(map(_order_key, node.order))
    yield from modifiers(node.limit, node.cursor)


def modifiers(limit: Literal | Parameter | None, cursor: Literal | Parameter | None = None) -> Iterator[str]:
    """`LIMIT` and `CURSOR`, if given."""
    if limit is not None:
        yield f"LIMIT {inline(limit)}"
    if cursor is not None:
        yield f"CURSOR {inline(cursor)}"


def _listed(opening: str, items: list[str], closing: str) -> str:
    line = f"{opening}{', '.join(items)}{closing}"
    if len(line) <= WIDTH:
        return line
    return f"{opening}\n{INDENT}" + f",\n{INDENT}".join(items) + f"\n{closing}"


def expression(node: Expression) -> str:
    """What FIND and ORDER BY list."""
    if isinstance(node, Aggregate):
        return f"{node.function}({'DISTINCT ' if node.distinct else ''}{inline(node.argument)})"
    return inline(node)


def _order_key(node: OrderKey) -> str:
    return expression(node.expression) + (" DESC" if node.descending else " ASC")


PRINTERS: dict[type, Callable[[Any], Iterator[str]]] = {Find: _find}
