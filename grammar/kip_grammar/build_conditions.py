"""Callbacks for FILTER conditions."""

from __future__ import annotations

from typing import Any

from kip_grammar.ast import And, Call, Comparison, Condition, Not, Or
from kip_grammar.faults import Fault
from kip_grammar.tokens import Token, covering


def comparison(children: list[Any]) -> Comparison:
    """`left operator right`."""
    left, operator, right = children
    return Comparison(operator.value, left, right, span=covering(left, right))


def call(children: list[Any]) -> Call:
    """`NAME(argument, …)`."""
    arguments = tuple(children[2]) if len(children) == 4 else ()
    return Call(function_name(children[0]), arguments, span=covering(children[0], children[-1]))


def function_name(token: Token) -> str:
    """A function's name, refused unless it is upper-case."""
    name = token.value
    if name != name.upper():
        raise Fault(
            token.start_pos, f"function names are upper-case, not {name!r}", f"Write {name.upper()}(…)."
        )
    return name


def parenthesised(children: list[Any]) -> Condition:
    """`( condition )`."""
    condition: Condition = children[1]
    return condition


def not_(children: list[Any]) -> Not:
    """`!condition`."""
    return Not(children[1], span=covering(children[0], children[1]))


def and_(children: list[Any]) -> And:
    """`a && b && …`; parenthesised groups of the same kind are flattened."""
    conditions = _flat(children[0], And)
    return And(conditions, span=covering(conditions[0], conditions[-1]))


def or_(children: list[Any]) -> Or:
    """`a || b || …`; parenthesised groups of the same kind are flattened."""
    conditions = _flat(children[0], Or)
    return Or(conditions, span=covering(conditions[0], conditions[-1]))


def _flat(conditions: list[Condition], kind: type[And] | type[Or]) -> tuple[Condition, ...]:
    result: list[Condition] = []
    for condition in conditions:
        result += condition.conditions if isinstance(condition, kind) else (condition,)
    return tuple(result)
