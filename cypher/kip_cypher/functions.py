"""The FILTER functions: one row each (section 3.4.3).

A row gives the arity, what the arguments must be, and the Cypher of the positive case, which may be null
where the function is false; negation is the business of lowering/conditions.py.  A new function is a new row
here and a line in docs/KIP.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from kip_grammar.errors import KipError

from . import cypher, plan
from .regex import check_pattern, java_pattern, search
from .schema import nearest
from .sources import Constant, EncodedItems, Source
from .values import check_scalar

Operands: TypeAlias = tuple[plan.Operand, ...]
Exprs: TypeAlias = tuple[cypher.Expr, ...]


class Probes(Protocol):
    """Takes what the database can't test safely: the engine tests the distinct values beforehand."""

    def probe(self, operand: plan.Operand, pattern: str) -> Source:
        """The source of the list of values of `operand` that match the RE2 `pattern`."""


Lower: TypeAlias = Callable[[Probes, Operands, Exprs], cypher.Expr]
Check: TypeAlias = Callable[[str, Operands], None]


@dataclass(frozen=True, slots=True)
class Function:
    """`usage` is shown in hints; `arity` counts arguments; `exact` says the Cypher is never null."""

    usage: str
    arity: int
    lower: Lower
    check: Check | None = None
    exact: bool = False


def check_call(name: str, arguments: Operands) -> None:
    """Raises KIP_1001 for an unknown function, a wrong number of arguments or a wrong kind of argument."""
    function = FUNCTIONS.get(name)
    if function is None:
        raise _unknown(name)
    if len(arguments) != function.arity:
        raise KipError(
            "KIP_1001",
            f"{name} takes {function.arity} argument(s), not {len(arguments)}.",
            hint=f"Write {function.usage}.",
        )
    if function.check is not None:
        function.check(name, arguments)


def _unknown(name: str) -> KipError:
    close = nearest(name, FUNCTIONS)
    return KipError(
        "KIP_1001",
        f"There is no FILTER function {name}." + (f" Did you mean {close}?" if close else ""),
        hint=f"The functions are {', '.join(FUNCTIONS)}.",
    )


def _is_null(probes: Probes, operands: Operands, exprs: Exprs) -> cypher.Expr:
    return _null_test(operands[0], exprs[0], False)


def _is_not_null(probes: Probes, operands: Operands, exprs: Exprs) -> cypher.Expr:
    return _null_test(operands[0], exprs[0], True)


def _null_test(operand: plan.Operand, expr: cypher.Expr, negated: bool) -> cypher.Expr:
    if isinstance(operand, plan.Given):
        return cypher.TRUE if (operand.kind == "null") != negated else cypher.FALSE
    if isinstance(operand, plan.Field) and operand.is_whole:
        return cypher.IsNull(cypher.Var(operand.binding), negated)
    return cypher.IsNull(expr, negated)


def _text_function(operator: str) -> Lower:
    def lower(probes: Probes, operands: Operands, exprs: Exprs) -> cypher.Expr:
        if not all(map(_may_be_text, operands)):
            return cypher.FALSE
        return cypher.Infix(operator, exprs[0], exprs[1])

    return lower


def _may_be_text(operand: plan.Operand) -> bool:
    if isinstance(operand, plan.Given):
        return operand.kind == "string"
    if isinstance(operand, plan.Field):
        return not operand.is_whole
    return operand.binding.may_be_string


def _in(probes: Probes, operands: Operands, exprs: Exprs) -> cypher.Expr:
    needle, choices = operands
    assert isinstance(choices, plan.Given)
    if isinstance(needle, plan.Field) and needle.is_whole:
        return cypher.IsNull(cypher.Var(needle.binding)) if choices.holds_null else cypher.FALSE
    listed = cypher.Infix("IN", exprs[0], cypher.Param(EncodedItems(choices.source)))
    if isinstance(needle, plan.Given) and needle.kind == "null":
        return cypher.TRUE if choices.holds_null else cypher.FALSE
    if choices.holds_null:
        return cypher.Any((listed, cypher.IsNull(exprs[0])))
    return listed


def _check_in(name: str, arguments: Operands) -> None:
    choices = arguments[1]
    if not (isinstance(choices, plan.Given) and choices.kind == "list"):
        raise KipError(
            "KIP_1001",
            "The second argument of IN must be a list.",
            hint='Write IN(?x.attributes.status, ["open", "late"]), or give a list as parameter.',
        )


def _regex(probes: Probes, operands: Operands, exprs: Exprs) -> cypher.Expr:
    subject, pattern = operands
    assert isinstance(pattern, plan.Given)
    if isinstance(subject, plan.Given):
        found = isinstance(subject.known, str) and search(pattern.known, subject.known)
        return cypher.TRUE if found else cypher.FALSE
    if not _may_be_text(subject):
        return cypher.FALSE
    java = java_pattern(pattern.known)
    if java is None:
        return cypher.Infix("IN", exprs[0], cypher.Param(probes.probe(subject, pattern.known)))
    return cypher.Infix("=~", exprs[0], cypher.Param(Constant(java)))


def _check_regex(name: str, arguments: Operands) -> None:
    pattern = arguments[1]
    if not (isinstance(pattern, plan.Given) and pattern.kind == "string"):
        raise KipError(
            "KIP_1001",
            "The second argument of REGEX must be a pattern given as a string.",
            hint='Write REGEX(?x.name, "^A.*n$").',
        )
    if isinstance(arguments[0], plan.Given) and not isinstance(arguments[0].source, Constant):
        raise KipError(
            "KIP_1001",
            "REGEX tests a variable or path, not a parameter.",
            hint="Write REGEX(?x.name, :pattern).",
        )
    check_pattern(check_scalar(pattern.known))


FUNCTIONS: dict[str, Function] = {
    "IN": Function("IN(?x.name, [value, …])", 2, _in, _check_in),
    "IS_NULL": Function("IS_NULL(?x.metadata.expires_at)", 1, _is_null, exact=True),
    "IS_NOT_NULL": Function("IS_NOT_NULL(?x.metadata.expires_at)", 1, _is_not_null, exact=True),
    "CONTAINS": Function('CONTAINS(?x.name, "text")', 2, _text_function("CONTAINS")),
    "STARTS_WITH": Function('STARTS_WITH(?x.name, "text")', 2, _text_function("STARTS WITH")),
    "ENDS_WITH": Function('ENDS_WITH(?x.name, "text")', 2, _text_function("ENDS WITH")),
    "REGEX": Function('REGEX(?x.name, "^A.*n$")', 2, _regex, _check_regex),
}
