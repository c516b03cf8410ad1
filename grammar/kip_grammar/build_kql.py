"""Callbacks for FIND and the modifiers that other statements share."""

from __future__ import annotations

from typing import Any

from kip_grammar.ast import Aggregate, Find, Literal, OrderKey, Parameter
from kip_grammar.build_conditions import function_name
from kip_grammar.faults import Fault
from kip_grammar.parts import Part, fields
from kip_grammar.tokens import Token, covering

AGGREGATES = ("COUNT", "SUM", "AVG", "MIN", "MAX")


def find(children: list[Any]) -> Find:
    """A FIND statement."""
    return Find(tuple(children[2]), span=covering(children[0], children[-1]), **fields(children))


def aggregate(children: list[Any]) -> Aggregate:
    """`COUNT(DISTINCT ?x)` and the like."""
    function, distinct = function_name(children[0]), len(children) == 5
    if function not in AGGREGATES:
        raise Fault(
            children[0].start_pos, f"{function} is no aggregate", f"There are {', '.join(AGGREGATES)}."
        )
    if distinct and function != "COUNT":
        raise Fault(
            children[2].start_pos,
            f"DISTINCT stands in COUNT only, not in {function}",
            f"Write {function}(?x).",
        )
    return Aggregate(function, children[-2], distinct, span=covering(children[0], children[-1]))


def order(children: list[Any]) -> Part:
    """`ORDER BY key, …`."""
    return Part("order", tuple(children[2]), covering(children[0], children[2][-1]))


def order_key(children: list[Any]) -> OrderKey:
    """`expression [ASC|DESC]`."""
    direction = children[-1]
    descending = type(direction) is Token and direction.type == "DESC"
    return OrderKey(children[0], descending, span=covering(children[0], direction))


def limit(children: list[Any]) -> Part:
    """`LIMIT n`."""
    value: Literal | Parameter = children[1]
    if type(value) is Literal and (type(value.value) is not int or value.value < 1):
        raise Fault(
            value.span.start, "LIMIT takes a whole number, 1 or more, or a placeholder", "Write LIMIT 10."
        )
    return Part("limit", value, covering(children[0], value))


def cursor(children: list[Any]) -> Part:
    """`CURSOR "token"`."""
    value: Literal | Parameter = children[1]
    if type(value) is Literal and (not isinstance(value.value, str) or not value.value):
        raise Fault(
            value.span.start,
            "CURSOR takes the token of a previous answer, or a placeholder",
            "Leave CURSOR out for the first page; then pass the answer's next_cursor.",
        )
    return Part("cursor", value, covering(children[0], value))
