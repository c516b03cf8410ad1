"""Whether the rows of a block can repeat on given bindings: a closure over functional dependencies.

A proposition's node determines its ends and predicate; ends and one predicate determine the proposition; a
concept matched by identity is constant.
"""

from __future__ import annotations

from collections.abc import Iterator

from . import mentions, plan
from .bindings import Binding


def is_unique(block: plan.Block, given: frozenset[Binding]) -> bool:
    """Whether two rows of `block` that agree on `given` are one row.

    Nothing is said of OPTIONAL, whose nulls determine nothing, nor of UNION.
    """
    if any(isinstance(operator, (plan.Union, plan.Optional)) for operator in block):
        return False
    patterns = list(_patterns(block))
    known = set(given)
    while _extend(patterns, known):
        pass
    return all(binding in known for pattern in patterns for binding in mentions.in_pattern(pattern))


def _patterns(block: plan.Block) -> Iterator[plan.Pattern]:
    for operator in block:
        if isinstance(operator, plan.Match):
            yield from operator.patterns
        elif isinstance(operator, plan.Walk):
            yield operator.pattern


def _extend(patterns: list[plan.Pattern], known: set[Binding]) -> bool:
    before = len(known)
    for pattern in patterns:
        known.update(_determined(pattern, known))
    return len(known) > before


def _determined(pattern: plan.Pattern, known: set[Binding]) -> Iterator[Binding]:
    if isinstance(pattern, plan.ConceptPattern):
        if pattern.is_unique:
            yield pattern.concept
    elif isinstance(pattern, plan.LinkIdPattern):
        yield pattern.link
    elif isinstance(pattern, plan.LinkPattern):
        yield from _from_link(pattern, known)


def _from_link(pattern: plan.LinkPattern, known: set[Binding]) -> Iterator[Binding]:
    if pattern.link in known:
        yield from mentions.in_pattern(pattern)
    elif {pattern.subject, pattern.object} <= known and _has_one_predicate(pattern, known):
        yield pattern.link


def _has_one_predicate(pattern: plan.LinkPattern, known: set[Binding]) -> bool:
    return len(pattern.predicates) == 1 or pattern.predicate in known
