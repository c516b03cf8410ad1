"""Rewrite rules: plan to plan, each leaving the answer as it is.

`RULES` runs in order over a whole FindPlan.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from . import mentions, plan
from .arrange import arrange
from .bindings import Binding
from .unique import is_unique


def drop_unread_columns(find: plan.FindPlan) -> plan.FindPlan:
    """OPTIONAL and UNION hand on only what something later reads."""
    read = Counter(_read_outside(find))
    named = Counter(mentions.in_block(find.block))
    return replace(find, block=_drop_unread(find.block, read, named))


def _read_outside(find: plan.FindPlan) -> list[Binding]:
    expressions = (*find.projections, *(key.expression for key in find.order))
    return [binding for expression in expressions for binding in mentions.in_operand(expression)]


def _drop_unread(block: plan.Block, read: Counter[Binding], named: Counter[Binding]) -> plan.Block:
    kept: list[plan.Operator] = []
    for operator in reversed(block):
        slim = _slim(operator, read, named)
        if slim is not None:
            kept.append(slim)
    return tuple(reversed(kept))


def _slim(operator: plan.Operator, read: Counter[Binding], named: Counter[Binding]) -> plan.Operator | None:
    if isinstance(operator, plan.Union):
        return _slim_union(operator, read, named)
    if isinstance(operator, plan.Optional):
        introduced = tuple(b for b in operator.introduced if read[b])
        if not introduced:
            return None
        return plan.Optional(_drop_unread(operator.block, read, named), introduced)
    if isinstance(operator, plan.Exists):
        return plan.Exists(_drop_unread(operator.block, read, named), operator.negated)
    if isinstance(operator, plan.BindNull) and not read[operator.binding] and named[operator.binding] == 1:
        return None
    read.update(mentions.in_operator(operator))
    return operator


def _slim_union(union: plan.Union, read: Counter[Binding], named: Counter[Binding]) -> plan.Union:
    kept = [i for i, column in enumerate(union.columns) if read[column]]
    arms = []
    for arm in union.arms:
        columns = tuple(arm.columns[i] for i in kept)
        read.update(column for column in columns if column is not None)
        arms.append(plan.Arm(_drop_unread(arm.block, read, named), columns))
    return plan.Union(tuple(arms), tuple(union.columns[i] for i in kept))


def arrange_patterns(find: plan.FindPlan) -> plan.FindPlan:
    """Choose where matching starts, test what nobody reads for existence only, filter early."""
    read = Counter([*_read_outside(find), *mentions.in_block(find.block)])
    return replace(find, block=arrange(find.block, frozenset(), read))


def skip_redundant_distinct(find: plan.FindPlan) -> plan.FindPlan:
    """Rows that can't repeat need no DISTINCT, and a single row no order."""
    projected = frozenset(b for p in find.projections for b in mentions.in_operand(p))
    single = is_unique(find.block, frozenset())
    return replace(find, distinct=not is_unique(find.block, projected), single=single)


Rule = Callable[[plan.FindPlan], plan.FindPlan]
RULES: tuple[Rule, ...] = (
    drop_unread_columns,
    arrange_patterns,
    skip_redundant_distinct,
)


def rewrite(find: plan.FindPlan) -> plan.FindPlan:
    """`find` after all rules."""
    for rule in RULES:
        find = rule(find)
    return find
