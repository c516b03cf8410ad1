"""Conditions: KIP's two-valued logic in Cypher's three-valued one.

A positive condition may come out null where it is false, since WHERE drops both; under a negation null is
made false first, so that `!` is the exact complement.
"""

from __future__ import annotations

from .. import cypher, plan
from ..functions import FUNCTIONS
from ..sources import Encoded, Extra
from .context import Context, stored_property

ORDERED_KINDS = ("number", "string")
VIEWERS = cypher.Param(Extra("viewers"))
COMPARABLE = "INTEGER NOT NULL | FLOAT NOT NULL | STRING NOT NULL"
NUMBER = "INTEGER NOT NULL | FLOAT NOT NULL"


def lower_condition(context: Context, condition: plan.Condition, negated: bool = False) -> cypher.Expr:
    """`condition`, or its complement, as an expression for WHERE."""
    if isinstance(condition, plan.Negate):
        return lower_condition(context, condition.condition, not negated)
    if isinstance(condition, (plan.AllOf, plan.AnyOf)):
        parts = tuple(lower_condition(context, part, negated) for part in condition.conditions)
        conjunctive = isinstance(condition, plan.AllOf) != negated
        return cypher.All(parts) if conjunctive else cypher.Any(parts)
    if isinstance(condition, plan.Seen):
        return cypher.Seen(condition.binding, condition.link, VIEWERS)
    if isinstance(condition, plan.Apply):
        return _apply(context, condition, negated)
    return _complement(_compare(condition), negated, exact=False)


def _apply(context: Context, condition: plan.Apply, negated: bool) -> cypher.Expr:
    function = FUNCTIONS[condition.function]
    exprs = tuple(lower_operand(argument) for argument in condition.arguments)
    return _complement(function.lower(context, condition.arguments, exprs), negated, function.exact)


def _complement(expr: cypher.Expr, negated: bool, exact: bool) -> cypher.Expr:
    if not negated:
        return expr
    if expr == cypher.TRUE:
        return cypher.FALSE
    if expr == cypher.FALSE:
        return cypher.TRUE
    if isinstance(expr, cypher.IsNull):
        return cypher.IsNull(expr.operand, not expr.negated)
    return cypher.Complement(expr if exact else cypher.Function("coalesce", (expr, cypher.Raw("false"))))


def lower_operand(operand: plan.Operand) -> cypher.Expr:
    """The value of an operand (a whole object has none that compares: null)."""
    if isinstance(operand, plan.Bound):
        return cypher.Var(operand.binding)
    if isinstance(operand, plan.Given):
        return cypher.NULL if operand.kind == "null" else cypher.Param(Encoded(operand.source))
    if operand.is_whole:
        return cypher.NULL
    return lower_field(operand)


def lower_field(operand: plan.Field) -> cypher.Expr:
    """A path into an element; null where the variable holds a predicate name."""
    expr = cypher.Property(cypher.Var(operand.binding), stored_property(operand))
    if not operand.binding.may_be_string:
        return expr
    return cypher.When(cypher.IsType(cypher.Var(operand.binding), "NODE NOT NULL"), expr)


def _compare(condition: plan.Compare) -> cypher.Expr:
    left, right = condition.left, condition.right
    if condition.operator == "==":
        return _equal(left, right)
    if any(isinstance(side, plan.Given) and side.kind not in ORDERED_KINDS for side in (left, right)):
        return cypher.FALSE
    ordered = cypher.Infix(condition.operator, lower_operand(left), lower_operand(right))
    if isinstance(left, plan.Given) or isinstance(right, plan.Given):
        return ordered
    return cypher.All((ordered, cypher.IsType(lower_operand(left), COMPARABLE)))


def _equal(left: plan.Operand, right: plan.Operand) -> cypher.Expr:
    if isinstance(left, plan.Given) and left.kind == "null":
        return _is_null(right)
    if isinstance(right, plan.Given) and right.kind == "null":
        return _is_null(left)
    equal = cypher.Infix("=", lower_operand(left), lower_operand(right))
    if isinstance(left, plan.Given) or isinstance(right, plan.Given):
        return equal
    both_null = cypher.All((_is_null(left), _is_null(right)))
    return cypher.Function("coalesce", (equal, both_null))


def _is_null(operand: plan.Operand) -> cypher.Expr:
    if isinstance(operand, plan.Given):
        return cypher.TRUE if operand.kind == "null" else cypher.FALSE
    if isinstance(operand, plan.Field) and operand.is_whole:
        return cypher.IsNull(cypher.Var(operand.binding))
    return cypher.IsNull(lower_operand(operand))
