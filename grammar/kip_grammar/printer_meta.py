"""Printing of DESCRIBE, SEARCH and EXPORT."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kip_grammar.ast import DescribeDomains, DescribePrimer, DescribeType, DescribeTypes, Export, Search
from kip_grammar.printer_kql import modifiers
from kip_grammar.printer_patterns import where
from kip_grammar.printer_values import inline


def _primer(_node: DescribePrimer) -> Iterator[str]:
    yield "DESCRIBE PRIMER"


def _domains(_node: DescribeDomains) -> Iterator[str]:
    yield "DESCRIBE DOMAINS"


def _types(node: DescribeTypes) -> Iterator[str]:
    yield " ".join([f"DESCRIBE {node.kind.upper()} TYPES", *modifiers(node.limit, node.cursor)])


def _type(node: DescribeType) -> Iterator[str]:
    yield f"DESCRIBE {node.kind.upper()} TYPE {inline(node.name)}"


def _search(node: Search) -> Iterator[str]:
    options = (
        ("WITH TYPE", node.type),
        ("MODE", node.mode),
        ("THRESHOLD", node.threshold),
        ("LIMIT", node.limit),
    )
    given = [f"{word} {inline(value)}" for word, value in options if value is not None]
    yield " ".join([f"SEARCH {node.kind.upper()} {inline(node.term)}", *given])


def _export(node: Export) -> Iterator[str]:
    yield f"EXPORT ?{node.target.name}"
    yield from where(node.where)
    yield from modifiers(node.limit, node.cursor)


PRINTERS: dict[type, Callable[[Any], Iterator[str]]] = {
    DescribePrimer: _primer,
    DescribeDomains: _domains,
    DescribeTypes: _types,
    DescribeType: _type,
    Search: _search,
    Export: _export,
}
