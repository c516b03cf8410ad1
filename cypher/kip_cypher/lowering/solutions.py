"""From rows to answers: distinct solutions, grouping, order, page, projection.

The stages are WITHs in this order: solutions (distinct on the projected variables' bindings, sort keys of
unprojected variables reduced to their least or greatest value), groups (only with aggregates), the page
(after the cursor, sorted, limited), and RETURN with the projected values and then the sort keys, which become
the next cursor.  Where nothing else is asked, elements come in the order of their creation.
"""

from __future__ import annotations

from .. import cypher, plan
from .context import Context
from .groups import Grouped
from .projections import project
from .sorting import sort_value, tie, without_repeats
from .stages import Solutions, Stages


def lower_solutions(context: Context, find: plan.FindPlan) -> Solutions:
    """The stages after the block of `find`."""
    if any(isinstance(p, plan.Aggregation) for p in find.projections):
        return Grouped(context, find).solutions()
    return _Plain(context, find).solutions()


class _Plain(Stages):
    """Answers without aggregates."""

    def solutions(self) -> Solutions:
        self.distinct_rows()
        sorts = self._sorts()
        self.page(sorts)
        items = [cypher.Item(project(p), self.context.helper("column")) for p in self.find.projections]
        return self.finish(items, sorts, scalar=False)

    def _sorts(self) -> tuple[cypher.Sort, ...]:
        chosen = [
            cypher.Sort(self._sort_value(index, key), key.descending)
            for index, key in enumerate(self.find.order)
        ]
        ties = [cypher.Sort(tie(binding)) for binding in self.projected]
        return without_repeats(chosen + ties)

    def _sort_value(self, index: int, key: plan.SortKey) -> cypher.Expr:
        if index in self.reduced:
            return cypher.Var(self.reduced[index])
        assert not isinstance(key.expression, plan.Aggregation)
        return sort_value(key.expression)
