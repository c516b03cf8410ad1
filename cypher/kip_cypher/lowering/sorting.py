"""What solutions are sorted by, so that every order is total and pages never repeat or skip rows."""

from __future__ import annotations

from .. import cypher, plan
from ..bindings import Binding
from .conditions import lower_field
from .projections import PLAIN_FIELDS


def sort_value(expression: plan.Bound | plan.Field) -> cypher.Expr:
    if isinstance(expression, plan.Bound):
        return tie(expression.binding)
    if expression.is_whole:
        return cypher.Property(cypher.Var(expression.binding), "id")
    value = lower_field(expression)
    return value if expression.root in PLAIN_FIELDS else sortable(value)


def sortable(value: cypher.Expr) -> cypher.Expr:
    """Lists and encoded values don't order: they stand as one group, before strings."""
    return cypher.When(cypher.IsType(value, "LIST<ANY> NOT NULL"), cypher.Raw("[]"), value)


def tie(binding: Binding) -> cypher.Expr:
    """What orders a binding: a predicate name itself, an element by its id, which grows with creation."""
    variable = cypher.Var(binding)
    if binding.is_string:
        return variable
    identity = cypher.Property(variable, "id")
    if not binding.may_be_string:
        return identity
    return cypher.When(cypher.IsType(variable, "NODE NOT NULL"), identity, variable)


def without_repeats(sorts: list[cypher.Sort]) -> tuple[cypher.Sort, ...]:
    unique: dict[cypher.Expr, cypher.Sort] = {}
    for sort in sorts:
        unique.setdefault(sort.expression, sort)
    return tuple(unique.values())


def nulls_last(sorts: tuple[cypher.Sort, ...]) -> tuple[cypher.Sort, ...]:
    """Ascending order puts nulls last by itself, descending order would put them first."""
    keys: list[cypher.Sort] = []
    for sort in sorts:
        if sort.descending:
            keys.append(cypher.Sort(cypher.IsNull(sort.expression)))
        keys.append(sort)
    return tuple(keys)
