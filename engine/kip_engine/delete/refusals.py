"""What a DELETE is refused for before anything is looked up."""

from __future__ import annotations

from kip_engine.update.kinds import binding_of, is_link
from kip_grammar import ast
from kip_grammar.errors import KipError


def check_bounded(delete: ast.DeletePropositions | ast.DeleteConcept) -> None:
    """Raises KIP_4002 for a WHERE that is nothing but links of any kind between anything: the whole graph."""
    if all(isinstance(clause, ast.LinkClause) and _is_open(clause.matcher) for clause in delete.where):
        raise KipError(
            "KIP_4002",
            "This DELETE would scan, and delete, the whole graph: its WHERE bounds nothing.",
            hint='Shard it: one predicate at a time, (?s, "treats", ?o), one type at an end, or a FILTER. '
            "`kip space drop` deletes a whole memory.",
        )


def check_concept_target(delete: ast.DeleteConcept) -> None:
    """Raises KIP_1001 for a target that is a link by its clause."""
    if is_link(binding_of(delete.where, delete.target)):
        raise KipError(
            "KIP_1001",
            f"?{delete.target.name} binds links, but DELETE CONCEPT deletes concepts.",
            hint=f"Write DELETE PROPOSITIONS ?{delete.target.name} to delete the links.",
        )


def _is_open(matcher: ast.LinkMatcher | ast.LinkById) -> bool:
    return isinstance(matcher, ast.LinkMatcher) and all(
        isinstance(part, ast.Variable) for part in (matcher.subject, matcher.predicate, matcher.object)
    )
