"""Answers with aggregates: every other expression is part of the group's key (section 3.3)."""

from __future__ import annotations

from .. import cypher, mentions, plan
from ..bindings import Binding
from .aggregates import is_duplicate_proof, lower_aggregate
from .projections import project
from .sorting import sort_value, sortable, tie, without_repeats
from .stages import Solutions, Stages


class Grouped(Stages):
    """The stages of an answer with aggregates."""

    def solutions(self) -> Solutions:
        if self.find.distinct and self._counts_rows():
            self.distinct_rows()
        self.names = {p: self.context.helper("group") for p in self._grouping() + self._aggregations()}
        items = [self._group_item(p, alias) for p, alias in self.names.items()]
        self.clauses.append(cypher.With((*items, *self._reduce_in_groups(), *self._tie_items())))
        scalar = not self._grouping()
        sorts = () if scalar else self._sorts()
        if not scalar:
            self.page(sorts)
        returned = [self._returned(projection) for projection in self.find.projections]
        return self.finish(returned, sorts, scalar)

    def _grouping(self) -> list[plan.Projection]:
        return [p for p in self.find.projections if not isinstance(p, plan.Aggregation)]

    def _aggregations(self) -> list[plan.Projection]:
        ordered = [key.expression for key in self.find.order]
        return [p for p in (*self.find.projections, *ordered) if isinstance(p, plan.Aggregation)]

    def _counts_rows(self) -> bool:
        """Whether an aggregate would count a repeated row twice."""
        return not all(
            isinstance(p, plan.Aggregation) and is_duplicate_proof(p) for p in self._aggregations()
        )

    def _reduce_in_groups(self) -> tuple[cypher.Item, ...]:
        """The sort keys that are neither group keys nor aggregates, reduced within each group."""
        items = []
        for index, key in enumerate(self.find.order):
            if isinstance(key.expression, plan.Aggregation) or key.expression in self.names:
                continue
            value = cypher.Var(self.reduced[index]) if index in self.reduced else sort_value(key.expression)
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
        return without_repeats(chosen + ties)

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
            cypher.Item(cypher.Function("min", (tie(p.binding),)), alias) for p, alias in self.ties.items()
        )

    def _group_tie(self, projection: plan.Projection) -> cypher.Expr:
        if isinstance(projection, plan.Bound):
            return tie(self.names[projection])
        return cypher.Var(self.ties[projection]) if projection in self.ties else self._group_value(projection)

    def _group_value(self, projection: plan.Projection) -> cypher.Expr:
        alias = self.names[projection]
        return tie(alias) if isinstance(projection, plan.Bound) else sortable(cypher.Var(alias))
