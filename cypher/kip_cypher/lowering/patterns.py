"""Patterns: concepts, links as nodes, links as thin relationships.

Each pattern is a MATCH of its own: within one MATCH Cypher never uses a relationship twice, while two KIP
clauses may well match the same link.  The database plans consecutive MATCHes together all the same.
"""

from __future__ import annotations

from dataclasses import replace

from .. import cypher, names, plan
from ..sources import ConceptKey, Constant, NameKey
from .context import SPACE, Context


def lower_match(context: Context, match: plan.Match) -> cypher.Clauses:
    """The MATCH clauses of patterns that are planned together, anchors first."""
    concepts = [p for p in match.patterns if isinstance(p, (plan.ConceptPattern, plan.LinkIdPattern))]
    links = [p for p in match.patterns if isinstance(p, plan.LinkPattern)]
    return tuple(_lower(context, pattern) for pattern in (*concepts, *links))


def _lower(context: Context, pattern: plan.Pattern) -> cypher.Match:
    if isinstance(pattern, plan.ConceptPattern):
        return _concept(pattern)
    if isinstance(pattern, plan.LinkIdPattern):
        node = cypher.NodePattern(
            pattern.link, (names.PROPOSITION,), (("id", cypher.Param(pattern.id)), ("space", SPACE))
        )
        return cypher.Match(cypher.PathPattern((node,)))
    assert isinstance(pattern, plan.LinkPattern)
    if pattern.link in (pattern.subject, pattern.object):
        return _link_to_itself(context, pattern)
    return _thin_link(pattern) if pattern.thin else _link(pattern)


def _concept(pattern: plan.ConceptPattern) -> cypher.Match:
    if pattern.light and not pattern.is_unique and pattern.name is None and pattern.type is not None:
        node = cypher.NodePattern(pattern.concept, (names.label(pattern.type),))
    else:
        node = cypher.NodePattern(pattern.concept, (names.CONCEPT,), _identity(pattern))
    return cypher.Match(cypher.PathPattern((node,)))


def _identity(pattern: plan.ConceptPattern) -> tuple[tuple[str, cypher.Expr], ...]:
    if pattern.id is not None:
        return (("id", cypher.Param(pattern.id)), ("space", SPACE))
    if pattern.type is not None and pattern.name is not None:
        return (("key", cypher.Param(ConceptKey(pattern.type, pattern.name))),)
    if pattern.name is not None:
        return (("name_key", cypher.Param(NameKey(pattern.name))),)
    return (("space", SPACE), ("type", cypher.Param(Constant(pattern.type))))


def _thin_link(pattern: plan.LinkPattern) -> cypher.Match:
    hop = cypher.Hop(tuple(map(names.label, pattern.predicates)))
    ends = (cypher.NodePattern(pattern.subject), cypher.NodePattern(pattern.object))
    return cypher.Match(cypher.PathPattern(ends, (hop,)))


def _link(pattern: plan.LinkPattern) -> cypher.Match:
    link = cypher.NodePattern(pattern.link, _link_labels(pattern), _link_properties(pattern))
    if pattern.bare:
        return cypher.Match(cypher.PathPattern((link,)))
    ends = (cypher.NodePattern(pattern.subject), link, cypher.NodePattern(pattern.object))
    hops = (cypher.Hop((names.SUBJECT,), backward=True), cypher.Hop((names.OBJECT,)))
    return cypher.Match(cypher.PathPattern(ends, hops))


def _link_to_itself(context: Context, pattern: plan.LinkPattern) -> cypher.Match:
    """No link is its own end, but the question is allowed; Neo4j's planner can't take it in one pattern."""
    apart = replace(pattern, link=context.helper("link"))
    same = cypher.Infix("=", cypher.Var(apart.link), cypher.Var(pattern.link))
    return replace(_link(apart), where=(same,))


def _link_labels(pattern: plan.LinkPattern) -> tuple[str, ...]:
    if pattern.anchored or not pattern.predicates:
        return (names.PROPOSITION,)
    return tuple(map(names.label, pattern.predicates))


def _link_properties(pattern: plan.LinkPattern) -> tuple[tuple[str, cypher.Expr], ...]:
    if not pattern.anchored:
        return ()
    if len(pattern.predicates) == 1:
        return (("space", SPACE), ("predicate", cypher.Param(Constant(pattern.predicates[0]))))
    return (("space", SPACE),)


def lower_predicate(pattern: plan.LinkPattern) -> tuple[cypher.Expr, ...]:
    """What an anchored link's predicate is tested for, so that the index on (space, predicate) serves."""
    predicate = cypher.Property(cypher.Var(pattern.link), "predicate")
    if not pattern.anchored or len(pattern.predicates) == 1:
        return ()
    if not pattern.predicates:
        return (cypher.IsNull(predicate, negated=True),)
    return (cypher.Infix("IN", predicate, cypher.Param(Constant(list(pattern.predicates)))),)
