"""Which columns of an answer can't be null.

The database reads what is committed at the moment: of an element that is deleted between its being matched
and its being projected it answers null.  Where null is impossible otherwise, it tells that this has happened.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import plan
from .bindings import Binding

CONCEPT_FIELDS = frozenset({"id", "type", "name"})
LINK_FIELDS = frozenset({"id", "subject", "predicate", "object"})


def present_columns(find: plan.FindPlan) -> tuple[int, ...]:
    """The columns of fields that every concept, or every link, has, of what a pattern outside OPTIONAL binds.

    A UNION pads the rows of the others with nulls, so with one there are no such columns.
    """
    if any(isinstance(operator, plan.Union) for operator in find.block):
        return ()
    fields = dict(_fields(find.block))
    return tuple(
        index
        for index, projection in enumerate(find.projections)
        if isinstance(projection, plan.Field) and projection.root in fields.get(projection.binding, ())
    )


def _fields(block: plan.Block) -> Iterator[tuple[Binding, frozenset[str]]]:
    matches = (operator for operator in block if isinstance(operator, plan.Match))
    for pattern in (pattern for match in matches for pattern in match.patterns):
        if isinstance(pattern, plan.ConceptPattern):
            yield pattern.concept, CONCEPT_FIELDS
        elif isinstance(pattern, (plan.LinkPattern, plan.LinkIdPattern)):
            yield pattern.link, LINK_FIELDS
