"""Why the WHERE of a MERGE matches nothing: which concept is missing, and whether it was merged before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from kip_engine.spaces import Space
from kip_engine.statements import Prepared
from kip_engine.storage.steps import Program
from kip_engine.targets import Selection, select
from kip_grammar import ast
from kip_grammar.errors import KipError

from . import complaints
from .candidates import Candidate, candidates


def why_nothing(
    merge: ast.Merge, parameters: Mapping[str, Any], space: Space, text: str
) -> Program[KipError]:
    """The KIP_3002 that says most: each variable is tried with the clauses that are about it alone."""
    sources = yield from _alone(merge, merge.source, parameters, space, text)
    targets = yield from _alone(merge, merge.target, parameters, space, text)
    if sources and targets:
        error = complaints.unmatched(merge.source.name, merge.target.name)
        return error.located(text, merge.source.span.start)
    if sources:
        return complaints.missing(merge.target.name).located(text, merge.target.span.start)
    error = complaints.missing(merge.source.name)
    for name in _names(merge, parameters):
        for target in targets:
            if (entry := f"{target.kind}:{name}") in target.merged_from:
                error = complaints.already_merged(merge.source.name, entry, target)
    return error.located(text, merge.source.span.start)


def _alone(
    merge: ast.Merge, variable: ast.Variable, parameters: Mapping[str, Any], space: Space, text: str
) -> Program[list[Candidate]]:
    alone = Prepared(text, replace(merge, where=own_clauses(merge.where, variable)))
    selection: Selection = yield from select(alone, variable, parameters, space, checked=True)
    return (yield from candidates(selection))


def own_clauses(where: tuple[ast.Clause, ...], variable: ast.Variable) -> tuple[ast.Clause, ...]:
    """The clauses of `where` that speak of `variable` only; all of them if these don't bind it."""
    own = tuple(clause for clause in where if set(_variables(clause)) == {variable.name})
    return own if any(isinstance(clause, ast.ConceptClause) for clause in own) else where


def _variables(node: Any) -> Iterator[str]:
    if isinstance(node, ast.Variable):
        yield node.name
    elif isinstance(node, tuple):
        for item in node:
            yield from _variables(item)
    elif is_dataclass(node) and not isinstance(node, (ast.Literal, ast.Span)):
        for part in fields(node):
            yield from _variables(getattr(node, part.name))


def _names(merge: ast.Merge, parameters: Mapping[str, Any]) -> Iterator[Any]:
    """The names that the WHERE gives for the source."""
    for clause in merge.where:
        if isinstance(clause, ast.ConceptClause) and clause.variable == merge.source:
            name = clause.matcher.name
            if isinstance(name, ast.Literal):
                yield name.value
            elif isinstance(name, ast.Parameter):
                yield parameters[name.name]
