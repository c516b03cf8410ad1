"""Printing of patterns and conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kip_grammar.ast import (
    And,
    Call,
    Clause,
    Comparison,
    ConceptClause,
    ConceptMatcher,
    Condition,
    Endpoint,
    FilterClause,
    LinkById,
    LinkClause,
    LinkMatcher,
    Not,
    NotClause,
    OptionalClause,
    Or,
    Predicate,
    PredicatePath,
    Predicates,
    UnionClause,
    Variable,
)
from kip_grammar.printer_values import INDENT, WIDTH, inline

_GROUPS = {NotClause: "NOT", OptionalClause: "OPTIONAL", UnionClause: "UNION"}


def where(clauses: Iterable[Clause]) -> Iterator[str]:
    """The lines of a WHERE block."""
    yield from _block("WHERE", clauses, 0)


def _block(word: str, clauses: Iterable[Clause], depth: int) -> Iterator[str]:
    yield f"{INDENT * depth}{word} {{"
    for clause in clauses:
        yield from _clause(clause, depth + 1)
    yield f"{INDENT * depth}}}"


def _clause(clause: Clause, depth: int) -> Iterator[str]:
    if isinstance(clause, (NotClause, OptionalClause, UnionClause)):
        yield from _block(_GROUPS[type(clause)], clause.clauses, depth)
    elif isinstance(clause, FilterClause):
        yield INDENT * depth + _filter(clause.condition, depth)
    elif isinstance(clause, ConceptClause):
        yield f"{INDENT * depth}?{clause.variable.name} {matcher(clause.matcher)}"
    else:
        yield INDENT * depth + _link_clause(clause)


def _link_clause(clause: LinkClause) -> str:
    return (f"?{clause.variable.name} " if clause.variable else "") + link(clause.matcher)


def endpoint(node: Endpoint) -> str:
    """A subject, an object or a target."""
    if isinstance(node, Variable):
        return f"?{node.name}"
    return matcher(node) if isinstance(node, ConceptMatcher) else link(node)


def matcher(node: ConceptMatcher) -> str:
    """`{type: …, name: …}`."""
    pairs = (("id", node.id), ("type", node.type), ("name", node.name))
    return f"{{{', '.join(f'{key}: {inline(value)}' for key, value in pairs if value is not None)}}}"


def link(node: LinkMatcher | LinkById) -> str:
    """`(subject, predicate, object)` or `(id: …)`."""
    if isinstance(node, LinkById):
        return f"(id: {inline(node.id)})"
    return f"({endpoint(node.subject)}, {_predicate(node.predicate)}, {endpoint(node.object)})"


def _predicate(node: Predicate) -> str:
    if isinstance(node, Variable):
        return f"?{node.name}"
    if isinstance(node, Predicates):
        return " | ".join(map(inline, node.names))
    return inline(node.name) + _quantifier(node)


def _quantifier(node: PredicatePath) -> str:
    if node.upper is None:
        return f"{{{node.lower},}}"
    return f"{{{node.lower}}}" if node.upper == node.lower else f"{{{node.lower},{node.upper}}}"


def _filter(node: Condition, depth: int) -> str:
    text = f"FILTER({condition(node)})"
    if len(INDENT * depth + text) <= WIDTH or not isinstance(node, (And, Or)):
        return text
    joint = f" {_operator(node)}\n{INDENT * (depth + 1)}"
    inner = joint.join(_operand(child, node) for child in node.conditions)
    return f"FILTER(\n{INDENT * (depth + 1)}{inner}\n{INDENT * depth})"


def condition(node: Condition) -> str:
    """A condition on one line, with the parentheses that precedence asks for."""
    match node:
        case Comparison(operator, left, right):
            return f"{inline(left)} {operator} {inline(right)}"
        case Call(function, arguments):
            return f"{function}({', '.join(map(inline, arguments))})"
        case Not(inner):
            bare = isinstance(inner, (Call, Not))
            return f"!{condition(inner)}" if bare else f"!({condition(inner)})"
        case And(conditions) | Or(conditions):
            return f" {_operator(node)} ".join(_operand(child, node) for child in conditions)


def _operator(node: And | Or) -> str:
    return "&&" if isinstance(node, And) else "||"


def _operand(child: Condition, parent: And | Or) -> str:
    grouped = isinstance(child, Or) and isinstance(parent, And)
    return f"({condition(child)})" if grouped else condition(child)
