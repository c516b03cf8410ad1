"""Callbacks for DESCRIBE, SEARCH and EXPORT."""

from __future__ import annotations

from typing import Any

from kip_grammar.ast import (
    DescribeDomains,
    DescribePrimer,
    DescribeType,
    DescribeTypes,
    Export,
    Literal,
    Parameter,
    Search,
)
from kip_grammar.build_patterns import check_name
from kip_grammar.faults import Fault
from kip_grammar.parts import Part, fields
from kip_grammar.tokens import covering

MODES = ("keyword", "semantic", "hybrid")


def describe_primer(children: list[Any]) -> DescribePrimer:
    """`DESCRIBE PRIMER`."""
    return DescribePrimer(span=covering(children[0], children[-1]))


def describe_domains(children: list[Any]) -> DescribeDomains:
    """`DESCRIBE DOMAINS`."""
    return DescribeDomains(span=covering(children[0], children[-1]))


def describe_types(children: list[Any]) -> DescribeTypes:
    """`DESCRIBE CONCEPT|PROPOSITION TYPES …`."""
    kind: str = children[1].value.lower()
    return DescribeTypes(kind, span=covering(children[0], children[-1]), **fields(children))


def describe_type(children: list[Any]) -> DescribeType:
    """`DESCRIBE CONCEPT|PROPOSITION TYPE "name"`."""
    check_name(children[3], "TYPE")
    return DescribeType(children[1].value.lower(), children[3], span=covering(children[0], children[-1]))


def search(children: list[Any]) -> Search:
    """`SEARCH CONCEPT|PROPOSITION "term" …`."""
    kind, term = children[1].value.lower(), children[2]
    check_name(term, "SEARCH")
    return Search(kind, term, span=covering(children[0], children[-1]), **fields(children))


def with_type(children: list[Any]) -> Part:
    """`WITH TYPE "name"`."""
    check_name(children[2], "WITH TYPE")
    return Part("type", children[2], covering(children[0], children[2]))


def mode(children: list[Any]) -> Part:
    """`MODE "keyword"|"semantic"|"hybrid"`."""
    value: Literal | Parameter = children[1]
    if type(value) is Literal and value.value not in MODES:
        raise Fault(value.span.start, 'MODE is "keyword", "semantic" or "hybrid", or a placeholder')
    return Part("mode", value, covering(children[0], value))


def threshold(children: list[Any]) -> Part:
    """`THRESHOLD n`."""
    value: Literal | Parameter = children[1]
    if type(value) is Literal and not _is_fraction(value.value):
        raise Fault(value.span.start, "THRESHOLD takes a number from 0 to 1, or a placeholder")
    return Part("threshold", value, covering(children[0], value))


def _is_fraction(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value <= 1


def export(children: list[Any]) -> Export:
    """`EXPORT ?target WHERE {…} …`."""
    return Export(children[1], span=covering(children[0], children[-1]), **fields(children))
