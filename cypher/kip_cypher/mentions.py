"""Which bindings a part of a plan mentions."""

from __future__ import annotations

from collections.abc import Iterator

from . import plan
from .bindings import Binding


def in_operand(operand: plan.Operand | plan.Projection) -> Iterator[Binding]:
    """Bindings in an operand or projection."""
    if isinstance(operand, (plan.Bound, plan.Field)):
        yield operand.binding
    elif isinstance(operand, plan.Aggregation):
        yield operand.argument.binding


def in_condition(condition: plan.Condition) -> Iterator[Binding]:
    """Bindings in a condition."""
    if isinstance(condition, plan.Compare):
        yield from in_operand(condition.left)
        yield from in_operand(condition.right)
    elif isinstance(condition, plan.Apply):
        for argument in condition.arguments:
            yield from in_operand(argument)
    elif isinstance(condition, plan.Seen):
        yield condition.binding
    elif isinstance(condition, plan.Negate):
        yield from in_condition(condition.condition)
    else:
        for part in condition.conditions:
            yield from in_condition(part)


def in_pattern(pattern: plan.Pattern) -> Iterator[Binding]:
    """Bindings in a pattern, elements before the predicate variable."""
    if isinstance(pattern, plan.ConceptPattern):
        yield pattern.concept
    elif isinstance(pattern, plan.LinkIdPattern):
        yield pattern.link
    elif isinstance(pattern, plan.WalkPattern):
        yield from (pattern.subject, pattern.object)
    else:
        yield from (pattern.subject, pattern.object, pattern.link)
        if pattern.predicate is not None:
            yield pattern.predicate


def in_operator(operator: plan.Operator) -> Iterator[Binding]:
    """Bindings in an operator and the blocks inside it."""
    if isinstance(operator, plan.Match):
        for pattern in operator.patterns:
            yield from in_pattern(pattern)
    elif isinstance(operator, plan.Walk):
        yield from in_pattern(operator.pattern)
    elif isinstance(operator, plan.Filter):
        yield from in_condition(operator.condition)
    elif isinstance(operator, (plan.Exists, plan.Optional)):
        yield from in_block(operator.block)
    elif isinstance(operator, plan.Union):
        yield from operator.columns
        for arm in operator.arms:
            yield from (column for column in arm.columns if column is not None)
            yield from in_block(arm.block)
    else:
        yield operator.binding


def in_block(block: plan.Block) -> Iterator[Binding]:
    """Bindings in a block and the blocks inside it."""
    for operator in block:
        yield from in_operator(operator)
