"""What RETURN gives for each projection, and how the engine reads it back."""

from __future__ import annotations

import enum

from .. import cypher, plan
from .conditions import lower_field


class Column(enum.Enum):
    """How a column's raw values become JSON."""

    PLAIN = "plain"
    VALUE = "value"
    ELEMENT = "element"
    ATTRIBUTES = "attributes"
    METADATA = "metadata"


PLAIN_FIELDS = frozenset({"id", "type", "name", "subject", "predicate", "object"})


def project(projection: plan.Projection) -> cypher.Expr:
    """The expression that a projection returns."""
    assert not isinstance(projection, plan.Aggregation)
    binding = projection.binding
    if isinstance(projection, plan.Field) and not projection.is_whole:
        return lower_field(projection)
    if binding.is_string:
        return cypher.Var(binding)
    element = cypher.ElementMap(binding)
    if not binding.may_be_string:
        return element
    variable = cypher.Var(binding)
    return cypher.When(cypher.IsType(variable, "NODE NOT NULL"), element, variable)


def column_of(projection: plan.Projection) -> Column:
    """How to read the values of a projection."""
    if isinstance(projection, plan.Aggregation):
        return Column.VALUE
    if isinstance(projection, plan.Bound):
        return Column.PLAIN if projection.binding.is_string else Column.ELEMENT
    if projection.is_whole:
        return Column.ATTRIBUTES if projection.root == "attributes" else Column.METADATA
    return Column.PLAIN if projection.root in PLAIN_FIELDS else Column.VALUE
