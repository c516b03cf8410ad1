"""Keyset pagination: the rows after a cursor's row in the statement's own order.

Cypher orders values of different types (lists, strings, booleans, numbers, then null), but its comparison
operators answer null across types; so the condition tests types where it has to.
"""

from __future__ import annotations

from .. import cypher

TYPE_ORDER: tuple[tuple[str, str], ...] = (
    ("list", "LIST<ANY> NOT NULL"),
    ("string", "STRING NOT NULL"),
    ("boolean", "BOOLEAN NOT NULL"),
    ("number", "INTEGER NOT NULL | FLOAT NOT NULL"),
)
KINDS = tuple(name for name, _ in TYPE_ORDER)


def after(
    sorts: tuple[cypher.Sort, ...], kinds: tuple[str, ...], values: tuple[cypher.Expr, ...]
) -> cypher.Expr:
    """True for rows that sort after the row whose sort keys have these values (of these kinds)."""
    branches: list[cypher.Expr] = []
    equal: list[cypher.Expr] = []
    for sort, kind, value in zip(sorts, kinds, values, strict=True):
        later = _later(sort, kind, value)
        if later is not None:
            branches.append(cypher.All((*equal, later)))
        equal.append(_same(sort.expression, kind, value))
    return cypher.Any(tuple(branches))


def _same(expression: cypher.Expr, kind: str, value: cypher.Expr) -> cypher.Expr:
    return cypher.IsNull(expression) if kind == "null" else cypher.Infix("=", expression, value)


def _later(sort: cypher.Sort, kind: str, value: cypher.Expr) -> cypher.Expr | None:
    """What sorts strictly after `value`; None if nothing can (nulls come last)."""
    if kind == "null":
        return None
    place = KINDS.index(kind)
    later_types = TYPE_ORDER[:place] if sort.descending else TYPE_ORDER[place + 1 :]
    within = cypher.Infix("<" if sort.descending else ">", sort.expression, value)
    others = tuple(cypher.IsType(sort.expression, type_name) for _, type_name in later_types)
    return cypher.Any((within, *others, cypher.IsNull(sort.expression)))
