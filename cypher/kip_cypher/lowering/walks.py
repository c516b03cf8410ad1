"""Quantified paths: walks, from one end, deduplicated, so that cycles and hubs stay linear.

KIP's paths are walks while Cypher's variable-length patterns are trails.  With a lower bound of 0 or 1 both
reach the same ends; a higher bound is walked in single, deduplicated steps, and goes on from there.  Ending
in RETURN DISTINCT over the far end keeps Neo4j's pruning expansion.
"""

from __future__ import annotations

from .. import cypher, names, plan
from ..bindings import Binding
from ..sources import Constant
from .context import SPACE, Context


def lower_walk(context: Context, walk: plan.Walk) -> cypher.Clauses:
    """The clauses that bind the far end of a walk (and its start, if neither end is bound)."""
    pattern = walk.pattern
    near, far = pattern.subject, pattern.object
    if pattern.backward:
        near, far = far, near
    starts = () if near in walk.bound else _all_starts(context, pattern, near)
    if far not in walk.bound and far is not near:
        return (*starts, _expand(context, pattern, near, far))
    reached = context.helper("reached")
    same = cypher.Infix("=", cypher.Var(reached), cypher.Var(far))
    return (*starts, _expand(context, pattern, near, reached), cypher.With(where=(same,)))


def _expand(context: Context, pattern: plan.WalkPattern, near: Binding, far: Binding) -> cypher.Subquery:
    steps, place = _steps(context, pattern, near)
    lower, upper = pattern.lower, pattern.upper
    if lower > 1:
        lower, upper = 0, None if upper is None else upper - lower
    if upper == 0:
        present = cypher.IsNull(cypher.Var(place), negated=True)
        last: cypher.Clauses = (cypher.With((cypher.Item(cypher.Var(place)),), where=(present,)),)
        item = cypher.Item(cypher.Var(place), far)
    else:
        last = (_hop(pattern, place, far, lower, upper),)
        item = cypher.Item(cypher.Var(far))
    return cypher.Subquery((near,), ((*steps, *last, cypher.Return((item,), distinct=True)),))


def _steps(context: Context, pattern: plan.WalkPattern, near: Binding) -> tuple[cypher.Clauses, Binding]:
    clauses: list[cypher.Clause] = []
    place = near
    for _ in range(pattern.lower if pattern.lower > 1 else 0):
        step = context.helper("step")
        clauses.append(_hop(pattern, place, step, None, None))
        clauses.append(cypher.With((cypher.Item(cypher.Var(step)),), distinct=True))
        place = step
    return tuple(clauses), place


def _hop(
    pattern: plan.WalkPattern, near: Binding, far: Binding, lower: int | None, upper: int | None
) -> cypher.Match:
    hop = cypher.Hop((names.label(pattern.predicate),), pattern.backward, lower, upper)
    return cypher.Match(cypher.PathPattern((cypher.NodePattern(near), cypher.NodePattern(far)), (hop,)))


def _all_starts(context: Context, pattern: plan.WalkPattern, near: Binding) -> cypher.Clauses:
    item = cypher.Item(cypher.Var(near))
    if pattern.lower > 0:
        link = context.helper("link")
        properties = (("space", SPACE), ("predicate", cypher.Param(Constant(pattern.predicate))))
        nodes = (cypher.NodePattern(link, (names.PROPOSITION,), properties), cypher.NodePattern(near))
        match = cypher.Match(cypher.PathPattern(nodes, (cypher.Hop((names.SUBJECT,)),)))
        return (cypher.Subquery((), ((match, cypher.Return((item,), distinct=True)),)),)
    branches = tuple(
        (_every(near, label, key), cypher.Return((item,)))
        for label, key in ((names.CONCEPT, "type"), (names.PROPOSITION, "predicate"))
    )
    return (cypher.Subquery((), branches, union_all=True),)


def _every(near: Binding, label: str, key: str) -> cypher.Match:
    node = cypher.NodePattern(near, (label,), (("space", SPACE),))
    present = cypher.IsNull(cypher.Property(cypher.Var(near), key), negated=True)
    return cypher.Match(cypher.PathPattern((node,)), (present,))
