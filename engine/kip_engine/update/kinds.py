"""What the clauses of a WHERE say a variable binds, and whether they test values that may change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kip_cypher.bindings import Binding, Kind
from kip_grammar import ast

Clauses = Sequence[ast.Clause]
_BLOCKS = (ast.NotClause, ast.OptionalClause, ast.UnionClause)


def binding_of(where: Clauses, variable: ast.Variable) -> Binding:
    """A binding that knows what `where` says of `variable`; NOT binds nothing."""
    return Binding(variable.name, 0, kinds={kind for name, kind in _said(where) if name == variable.name})


def is_link(binding: Binding) -> bool:
    """Whether nothing but links can be bound."""
    return binding.kinds - {Kind.ELEMENT} == {Kind.LINK}


def tests_values(where: Clauses) -> bool:
    """Whether a FILTER stands anywhere in `where`."""
    return any(
        isinstance(clause, ast.FilterClause) or (isinstance(clause, _BLOCKS) and tests_values(clause.clauses))
        for clause in where
    )


def _said(where: Clauses) -> Iterator[tuple[str, Kind]]:
    for clause in where:
        if isinstance(clause, ast.ConceptClause):
            yield clause.variable.name, Kind.CONCEPT
        elif isinstance(clause, ast.LinkClause):
            yield from _of_link(clause)
        elif isinstance(clause, (ast.OptionalClause, ast.UnionClause)):
            yield from _said(clause.clauses)


def _of_link(clause: ast.LinkClause) -> Iterator[tuple[str, Kind]]:
    matcher = clause.matcher
    if clause.variable is not None:
        path = isinstance(matcher, ast.LinkMatcher) and isinstance(matcher.predicate, ast.PredicatePath)
        yield clause.variable.name, Kind.NOTHING if path else Kind.LINK
    yield from _of_ends(matcher)


def _of_ends(matcher: ast.Endpoint) -> Iterator[tuple[str, Kind]]:
    if not isinstance(matcher, ast.LinkMatcher):
        return
    if isinstance(matcher.predicate, ast.Variable):
        yield matcher.predicate.name, Kind.PREDICATE
    for end in (matcher.subject, matcher.object):
        if isinstance(end, ast.Variable):
            yield end.name, Kind.ELEMENT
        yield from _of_ends(end)
