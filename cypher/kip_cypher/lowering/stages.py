"""What plain and grouped answers share: the stages between a block's rows and the answer."""

from __future__ import annotations

from dataclasses import dataclass

from .. import cypher, mentions, plan
from ..bindings import Binding
from ..sources import Extra
from .context import Context
from .keyset import after
from .projections import Column, column_of
from .sorting import nulls_last, sort_value


@dataclass(frozen=True, slots=True)
class Solutions:
    """The clauses of the stages and what the engine needs to read their rows."""

    clauses: cypher.Clauses
    columns: tuple[Column, ...]
    scalar: bool
    sort_keys: int


class Stages:
    """What plain and grouped answers share: unprojected sort keys, the page and the final RETURN."""

    def __init__(self, context: Context, find: plan.FindPlan) -> None:
        self.context = context
        self.find = find
        self.clauses: list[cypher.Clause] = []
        self.projected = tuple(dict.fromkeys(b for p in find.projections for b in mentions.in_operand(p)))
        self.reduced: dict[int, Binding] = {}

    def distinct_rows(self) -> None:
        """One row per solution, with its sort keys where those are on unprojected variables."""
        kept = tuple(cypher.Item(cypher.Var(binding)) for binding in self.projected)
        unprojected = self.unprojected()
        if unprojected:
            self.clauses.append(cypher.With((*kept, *self.reduce(unprojected))))
        elif self.find.distinct:
            self.clauses.append(cypher.With(kept, distinct=True))

    def reduce(self, keys: list[int]) -> tuple[cypher.Item, ...]:
        """Sort keys on unprojected variables: least value for ASC, greatest for DESC."""
        items = []
        for index in keys:
            key = self.find.order[index]
            self.reduced[index] = self.context.helper("key")
            name = "max" if key.descending else "min"
            assert not isinstance(key.expression, plan.Aggregation)
            value = sort_value(key.expression)
            items.append(cypher.Item(cypher.Function(name, (value,)), self.reduced[index]))
        return tuple(items)

    def unprojected(self) -> list[int]:
        return [
            index
            for index, key in enumerate(self.find.order)
            if not isinstance(key.expression, plan.Aggregation)
            and key.expression.binding not in self.projected
        ]

    def page(self, sorts: tuple[cypher.Sort, ...]) -> None:
        """After the cursor, sorted, limited."""
        page = self.find.page
        if self.find.single and page == plan.Page():
            return
        if page.cursor is not None:
            values = tuple(cypher.Param(Extra(f"cursor_{i}")) for i in range(len(sorts)))
            condition = after(sorts, page.cursor, values)
            last = self.clauses[-1] if self.clauses else None
            if isinstance(last, cypher.With) and last.limit is None:
                self.clauses[-1] = cypher.With(last.items, last.distinct, where=(*last.where, condition))
            else:
                self.clauses.append(cypher.With(where=(condition,)))
        limit = cypher.Param(Extra("limit" if page.limit is not None else "cap"))
        self.clauses.append(cypher.With(order=nulls_last(sorts), limit=limit))

    def finish(self, items: list[cypher.Item], sorts: tuple[cypher.Sort, ...], scalar: bool) -> Solutions:
        keys = sorts if self.find.page.limit is not None else ()
        items += [cypher.Item(sort.expression, self.context.helper("sort")) for sort in keys]
        self.clauses.append(cypher.Return(tuple(items)))
        columns = tuple(column_of(projection) for projection in self.find.projections)
        return Solutions(tuple(self.clauses), columns, scalar, len(keys))
