"""Blocks: operators in order, with the subqueries of NOT, OPTIONAL and UNION."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from .. import cypher, mentions, plan
from ..bindings import Binding
from .conditions import lower_condition
from .context import Context
from .patterns import lower_match, lower_predicate
from .walks import lower_walk

STAR = cypher.Item(cypher.Raw("*"))


def lower_block(context: Context, block: plan.Block, bound: frozenset[Binding]) -> cypher.Clauses:
    """The clauses of `block`, which may use what is `bound` outside."""
    lowering = _Lowering(context, bound)
    for operator in block:
        lowering.add(operator)
    return tuple(lowering.clauses)


def bound_by(block: plan.Block) -> frozenset[Binding]:
    """What `block` binds."""
    return frozenset(_bound_by(block))


def _bound_by(block: plan.Block) -> Iterable[Binding]:
    for operator in block:
        if isinstance(operator, plan.Optional):
            yield from operator.introduced
        elif isinstance(operator, plan.Union):
            yield from operator.columns
        elif not isinstance(operator, (plan.Filter, plan.Exists)):
            yield from mentions.in_operator(operator)


class _Lowering:
    """The clauses written so far and what they bind."""

    def __init__(self, context: Context, bound: frozenset[Binding]) -> None:
        self.context = context
        self.bound = bound
        self.clauses: list[cypher.Clause] = []

    def add(self, operator: plan.Operator) -> None:
        if isinstance(operator, plan.Match):
            self._match(operator)
        elif isinstance(operator, plan.Walk):
            self.clauses.extend(lower_walk(self.context, operator))
        elif isinstance(operator, plan.Filter):
            self._keep(lower_condition(self.context, operator.condition))
        elif isinstance(operator, plan.Exists):
            self._exists(operator)
        elif isinstance(operator, plan.Optional):
            self._optional(operator)
        elif isinstance(operator, plan.Union):
            self._union(operator)
        else:
            self._null(operator.binding)
        self.bound |= bound_by((operator,))

    def _match(self, match: plan.Match) -> None:
        self.clauses.extend(lower_match(self.context, match))
        fresh: dict[Binding, cypher.Expr] = {}
        for pattern in match.patterns:
            if isinstance(pattern, plan.LinkPattern):
                self._predicate(pattern, fresh)
        if fresh:
            named = (cypher.Item(found, predicate) for predicate, found in fresh.items())
            self.clauses.append(cypher.With((STAR, *named)))

    def _predicate(self, pattern: plan.LinkPattern, fresh: dict[Binding, cypher.Expr]) -> None:
        for test in lower_predicate(pattern):
            self._keep(test)
        if pattern.predicate is None:
            return
        found = cypher.Property(cypher.Var(pattern.link), "predicate")
        if pattern.predicate in self.bound:
            self._keep(cypher.Infix("=", found, cypher.Var(pattern.predicate)))
        elif pattern.predicate in fresh:
            self._keep(cypher.Infix("=", found, fresh[pattern.predicate]))
        else:
            fresh[pattern.predicate] = found

    def _keep(self, condition: cypher.Expr) -> None:
        """Keep the rows for which `condition` holds, as part of the last clause where that is possible."""
        last = self.clauses[-1] if self.clauses else None
        if isinstance(last, (cypher.Match, cypher.With)) and not getattr(last, "limit", None):
            self.clauses[-1] = replace(last, where=(*last.where, condition))
        elif last is None and not self.bound:
            unit = cypher.Item(cypher.TRUE, self.context.helper("unit"))
            self.clauses.append(cypher.With((unit,), where=(condition,)))
        else:
            self.clauses.append(cypher.With(where=(condition,)))

    def _exists(self, operator: plan.Exists) -> None:
        inner = lower_block(self.context, operator.block, self.bound)
        unit = cypher.Item(cypher.TRUE, self.context.helper("found"))
        test: cypher.Expr = cypher.ExistsQuery((*inner, cypher.Return((unit,))))
        self._keep(cypher.Complement(test) if operator.negated else test)

    def _optional(self, operator: plan.Optional) -> None:
        inner = lower_block(self.context, operator.block, self.bound)
        items = tuple(cypher.Item(cypher.Var(binding)) for binding in operator.introduced)
        imports = self._imports(operator.block)
        self.clauses.append(cypher.Subquery(imports, ((*inner, cypher.Return(items)),), optional=True))

    def _union(self, operator: plan.Union) -> None:
        unit = self.context.helper("unit")
        branches = tuple(self._arm(arm, operator.columns, unit) for arm in operator.arms)
        imports = tuple(dict.fromkeys(b for arm in operator.arms for b in self._imports(arm.block)))
        self.clauses.append(cypher.Subquery(imports, branches))

    def _arm(self, arm: plan.Arm, columns: tuple[Binding, ...], unit: Binding) -> cypher.Clauses:
        inner = lower_block(self.context, arm.block, self.bound)
        items = tuple(
            cypher.Item(cypher.NULL if own is None else cypher.Var(own), column)
            for own, column in zip(arm.columns, columns, strict=True)
        )
        return (*inner, cypher.Return(items or (cypher.Item(cypher.TRUE, unit),)))

    def _imports(self, block: plan.Block) -> tuple[Binding, ...]:
        return tuple(dict.fromkeys(b for b in mentions.in_block(block) if b in self.bound))

    def _null(self, binding: Binding) -> None:
        star = (STAR,) if self.bound else ()
        if binding in self.bound:
            self._keep(cypher.FALSE)
        else:
            self.clauses.append(cypher.With((*star, cypher.Item(cypher.NULL, binding))))
