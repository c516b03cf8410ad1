"""From rows to answers: distinct solutions, grouping, order, page, projection.

The stages are WITHs in this order: solutions (distinct on the projected variables' bindings, sort keys of
unprojected variables reduced to their least or greatest value), groups (only with aggregates), the page
(after the cursor, sorted, limited), and RETURN with the projected values and then the sort keys, which become
the next cursor.  Where nothing else is asked, elements come in the order of their creation.
"""

from __future__ import annotations

from dataclasses import dataclass

from .. import cypher, mentions, plan
from ..bindings import Binding
from ..sources import Extra
from .aggregates import is_duplicate_proof, lower_aggregate
from .conditions import lower_field
from .context import Context
from .keyset import after
from .projections import PLAIN_FIELDS, Column, column_of, project


@dataclass(frozen=True, slots=True)
class Solutions:
    """The clauses of the stages and what the engine needs to read their rows."""

    clauses: cypher.Clauses
    columns: tuple[Column, ...]
    scalar: bool
    sort_keys: int


def lower_solutions(context: Context, find: plan.FindPlan) -> Solutions:
    """The stages after the block of `find`."""
    if any(isinstance(p, plan.Aggregation) for p in find.projections):
        return _Grouped(context, find).solutions()
    return _Plain(context, find).solutions()


class _Stages:
    """What plain and grouped answers share: unprojected sort keys, the page and the final RETURN."""

    def __init__(self, context: Context, find: plan.FindPlan) -> None:
        self.context = context
        self.find = find
        self.clauses: list[cypher.Clause] = []
        self.projected = tuple(dict.fromkeys(b for p in find.projections for b in mentions.in_operand(p)))
        self.reduced: dict[int, Binding] = {}

    def _reduce(self, keys: list[int]) -> tuple[cypher.Item, ...]:
        """Sort keys on unprojected variables: least value for ASC, greatest for DESC."""
        items = []
        for index in keys:
            key = self.find.order[index]
            self.reduced[index] = self.context.helper("key")
            name = "max" if key.descending else "min"
            assert not isinstance(key.expression, plan.Aggregation)
            value = _value(key.expression)
            items.append(cypher.Item(cypher.Function(name, (value,)), self.reduced[index]))
        return tuple(items)

    def _unprojected(self) -> list[int]:
        return [
            index
            for index, key in enumerate(self.find.order)
            if not isinstance(key.expression, plan.Aggregation)
            and key.expression.binding not in self.projected
        ]

    def _page(self, sorts: tuple[cypher.Sort, ...]) -> None:
        """After the cursor, sorted, limited."""
        page = self.find.page
        if page.cursor is not None:
            values = tuple(cypher.Param(Extra(f"cursor_{i}")) for i in range(len(sorts)))
            condition = after(sorts, page.cursor, values)
            last = self.clauses[-1] if self.clauses else None
            if isinstance(last, cypher.With) and last.limit is None:
                self.clauses[-1] = cypher.With(last.items, last.distinct, where=(*last.where, condition))
            else:
                self.clauses.append(cypher.With(where=(condition,)))
        limit = cypher.Param(Extra("limit" if page.limit is not None else "cap"))
        self.clauses.append(cypher.With(order=_nulls_last(sorts), limit=limit))

    def _finish(self, items: list[cypher.Item], sorts: tuple[cypher.Sort, ...], scalar: bool) -> Solutions:
        keys = sorts if self.find.page.limit is not None else ()
        items += [cypher.Item(sort.expression, self.context.helper("sort")) for sort in keys]
        self.clauses.append(cypher.Return(tuple(items)))
        columns = tuple(column_of(projection) for projection in self.find.projections)
        return Solutions(tuple(self.clauses), columns, scalar, len(keys))


class _Plain(_Stages):
    """Answers without aggregates."""

    def solutions(self) -> Solutions:
        unprojected = self._unprojected()
        kept = tuple(cypher.Item(cypher.Var(binding)) for binding in self.projected)
        if unprojected:
            self.clauses.append(cypher.With((*kept, *self._reduce(unprojected))))
        elif self.find.distinct:
            self.clauses.append(cypher.With(kept, distinct=True))
        sorts = self._sorts()
        self._page(sorts)
        items = [cypher.Item(project(p), self.context.helper("column")) for p in self.find.projections]
        return self._finish(items, sorts, scalar=False)

    def _sorts(self) -> tuple[cypher.Sort, ...]:
        chosen = [
            cypher.Sort(self._sort_value(index, key), key.descending)
            for index, key in enumerate(self.find.order)
        ]
        ties = [cypher.Sort(_tie(binding)) for binding in self.projected]
        return _without_repeats(chosen + ties)

    def _sort_value(self, index: int, key: plan.SortKey) -> cypher.Expr:
        if index in self.reduced:
            return cypher.Var(self.reduced[index])
        assert not isinstance(key.expression, plan.Aggregation)
        return _value(key.expression)


class _Grouped(_Stages):
    """Answers with aggregates: every other expression is part of the group's key."""

    def solutions(self) -> Solutions:
        self._distinct_solutions()
        self.names = {p: self.context.helper("group") for p in self._grouping() + self._aggregations()}
        items = [self._group_item(p, alias) for p, alias in self.names.items()]
        self.clauses.append(cypher.With((*items, *self._reduce_in_groups(), *self._tie_items())))
        scalar = not self._grouping()
        sorts = () if scalar else self._sorts()
        if not scalar:
            self._page(sorts)
        returned = [self._returned(projection) for projection in self.find.projections]
        return self._finish(returned, sorts, scalar)

    def _grouping(self) -> list[plan.Projection]:
        return [p for p in self.find.projections if not isinstance(p, plan.Aggregation)]

    def _aggregations(self) -> list[plan.Projection]:
        ordered = [key.expression for key in self.find.order]
        return [p for p in (*self.find.projections, *ordered) if isinstance(p, plan.Aggregation)]

    def _distinct_solutions(self) -> None:
        """One row per solution, where an aggregate would count a repeated row twice."""
        repeatable = all(
            isinstance(p, plan.Aggregation) and is_duplicate_proof(p) for p in self._aggregations()
        )
        if repeatable or not self.find.distinct:
            self.order_in_groups = self._unprojected()
            return
        kept = tuple(cypher.Item(cypher.Var(binding)) for binding in self.projected)
        unprojected = self._unprojected()
        self.order_in_groups = unprojected
        if unprojected:
            self.clauses.append(cypher.With((*kept, *self._reduce(unprojected))))
        else:
            self.clauses.append(cypher.With(kept, distinct=True))

    def _reduce_in_groups(self) -> tuple[cypher.Item, ...]:
        """The sort keys that are neither group keys nor aggregates, reduced within each group."""
        items = []
        for index, key in enumerate(self.find.order):
            if isinstance(key.expression, plan.Aggregation) or key.expression in self.names:
                continue
            value = cypher.Var(self.reduced[index]) if index in self.reduced else _value(key.expression)
            alias = self.context.helper("key")
            name = "max" if key.descending else "min"
            items.append(cypher.Item(cypher.Function(name, (value,)), alias))
            self.reduced[index] = alias
        return tuple(items)

    def _group_item(self, projection: plan.Projection, alias: Binding) -> cypher.Item:
        if isinstance(projection, plan.Aggregation):
            return cypher.Item(lower_aggregate(projection, self._repeats(projection)), alias)
        if isinstance(projection, plan.Bound):
            alias.kinds |= projection.binding.kinds
            return cypher.Item(cypher.Var(projection.binding), alias)
        if projection.is_whole:
            return cypher.Item(cypher.ObjectPairs(projection.binding, projection.root), alias)
        return cypher.Item(project(projection), alias)

    def _repeats(self, aggregation: plan.Aggregation) -> bool:
        """Whether the argument may repeat in a group: not if rows are unique and hold nothing else."""
        groups = self._grouping()
        others = {b for p in groups for b in mentions.in_operand(p)} | {aggregation.argument.binding}
        by_binding = all(isinstance(p, plan.Bound) for p in groups)
        return self.find.distinct or not by_binding or set(self.projected) != others

    def _returned(self, projection: plan.Projection) -> cypher.Item:
        alias = self.names[projection]
        value = project(plan.Bound(alias)) if isinstance(projection, plan.Bound) else cypher.Var(alias)
        return cypher.Item(value, self.context.helper("column"))

    def _sorts(self) -> tuple[cypher.Sort, ...]:
        chosen = [
            cypher.Sort(self._sort_value(index, key), key.descending)
            for index, key in enumerate(self.find.order)
        ]
        ties = [
            cypher.Sort(tie) for p in self._grouping() for tie in (self._group_value(p), self._group_tie(p))
        ]
        return _without_repeats(chosen + ties)

    def _sort_value(self, index: int, key: plan.SortKey) -> cypher.Expr:
        if index in self.reduced:
            return cypher.Var(self.reduced[index])
        return self._group_value(key.expression)

    def _tie_items(self) -> tuple[cypher.Item, ...]:
        """For pages: the least id of each group's elements, which no other group has."""
        fields = [p for p in self._grouping() if isinstance(p, plan.Field)]
        if self.find.page.limit is None:
            fields = []
        self.ties = {p: self.context.helper("tie") for p in fields}
        return tuple(
            cypher.Item(cypher.Function("min", (_tie(p.binding),)), alias) for p, alias in self.ties.items()
        )

    def _group_tie(self, projection: plan.Projection) -> cypher.Expr:
        if isinstance(projection, plan.Bound):
            return _tie(self.names[projection])
        return cypher.Var(self.ties[projection]) if projection in self.ties else self._group_value(projection)

    def _group_value(self, projection: plan.Projection) -> cypher.Expr:
        alias = self.names[projection]
        return _tie(alias) if isinstance(projection, plan.Bound) else _sortable(cypher.Var(alias))


def _value(expression: plan.Bound | plan.Field) -> cypher.Expr:
    if isinstance(expression, plan.Bound):
        return _tie(expression.binding)
    if expression.is_whole:
        return cypher.Property(cypher.Var(expression.binding), "id")
    value = lower_field(expression)
    return value if expression.root in PLAIN_FIELDS else _sortable(value)


def _sortable(value: cypher.Expr) -> cypher.Expr:
    """Lists and encoded values don't order: they stand as one group, before strings."""
    return cypher.When(cypher.IsType(value, "LIST<ANY> NOT NULL"), cypher.Raw("[]"), value)


def _tie(binding: Binding) -> cypher.Expr:
    """What orders a binding: a predicate name itself, an element by its id, which grows with creation."""
    variable = cypher.Var(binding)
    if binding.is_string:
        return variable
    identity = cypher.Property(variable, "id")
    if not binding.may_be_string:
        return identity
    return cypher.When(cypher.IsType(variable, "NODE NOT NULL"), identity, variable)


def _without_repeats(sorts: list[cypher.Sort]) -> tuple[cypher.Sort, ...]:
    unique: dict[cypher.Expr, cypher.Sort] = {}
    for sort in sorts:
        unique.setdefault(sort.expression, sort)
    return tuple(unique.values())


def _nulls_last(sorts: tuple[cypher.Sort, ...]) -> tuple[cypher.Sort, ...]:
    """Ascending order puts nulls last by itself, descending order would put them first."""
    keys: list[cypher.Sort] = []
    for sort in sorts:
        if sort.descending:
            keys.append(cypher.Sort(cypher.IsNull(sort.expression)))
        keys.append(sort)
    return tuple(keys)
