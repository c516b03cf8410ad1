"""The aggregates: one row each (section 3.3)."""

from __future__ import annotations

from dataclasses import dataclass

from .. import cypher, plan
from .conditions import COMPARABLE, NUMBER, lower_field


@dataclass(frozen=True, slots=True)
class AggregateRow:
    """`function` in Cypher; `accepts` the types it takes into account (None: all but null)."""

    function: str
    accepts: str | None
    duplicate_proof: bool


AGGREGATES: dict[str, AggregateRow] = {
    "COUNT": AggregateRow("count", None, False),
    "SUM": AggregateRow("sum", NUMBER, False),
    "AVG": AggregateRow("avg", NUMBER, False),
    "MIN": AggregateRow("min", COMPARABLE, True),
    "MAX": AggregateRow("max", COMPARABLE, True),
}


def value_of_nothing(projection: plan.Projection) -> int | None:
    """What a projection is over no solutions at all: counts and sums are 0."""
    counts = isinstance(projection, plan.Aggregation) and projection.function in ("COUNT", "SUM")
    return 0 if counts else None


def is_duplicate_proof(aggregation: plan.Aggregation) -> bool:
    """Whether repeated rows leave it as it is."""
    return AGGREGATES[aggregation.function].duplicate_proof or _counts_distinct(aggregation)


def _counts_distinct(aggregation: plan.Aggregation) -> bool:
    """COUNT of a variable counts distinct bindings; COUNT of a path counts values."""
    return aggregation.function == "COUNT" and (
        aggregation.distinct or isinstance(aggregation.argument, plan.Bound)
    )


def lower_aggregate(aggregation: plan.Aggregation, repeats: bool = True) -> cypher.Expr:
    """The Cypher aggregate; `repeats` says whether its argument may come twice within a group."""
    row = AGGREGATES[aggregation.function]
    value = _argument(aggregation.argument)
    if row.accepts is not None:
        value = _accepted(aggregation.argument, value, row.accepts)
    distinct = _counts_distinct(aggregation) and (repeats or aggregation.distinct)
    return cypher.Function(row.function, (value,), distinct=distinct)


def _accepted(argument: plan.Bound | plan.Field, value: cypher.Expr, types: str) -> cypher.Expr:
    """The values of these types; of a variable itself, Cypher knows the type and refuses the test."""
    if isinstance(argument, plan.Field):
        return cypher.NULL if argument.is_whole else cypher.When(cypher.IsType(value, types), value)
    return value if argument.binding.is_string and types == COMPARABLE else cypher.NULL


def _argument(argument: plan.Bound | plan.Field) -> cypher.Expr:
    if isinstance(argument, plan.Bound):
        return cypher.Var(argument.binding)
    if argument.is_whole:
        return cypher.ObjectPairs(argument.binding, argument.root)
    return lower_field(argument)
