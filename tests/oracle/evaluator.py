"""KQL's WHERE, row by row: nested loops over the rules of section 3.4, and nothing clever.

A row maps the visible variables to what they hold.  Clauses of a block run in the order written; FILTERs run
at the end of their part (the clauses between two UNIONs), since they commute within it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kip_grammar import ast

from .graph import Binding, Concept, Graph, Link
from .matching import Matcher, Parameters, Row, value
from .values import call, compare

Rows = list[Row]
MAX_ROWS = 3_000


class TooManyRows(Exception):
    """The slow way has its limits: the statement makes more rows than are worth waiting for."""


class Evaluator:
    """Evaluates the WHERE of one statement on one graph."""

    def __init__(self, graph: Graph, parameters: Parameters) -> None:
        self.matcher = Matcher(graph, parameters)
        self.parameters = parameters

    def where(self, clauses: Sequence[ast.Clause]) -> Rows:
        """All solutions of a whole WHERE, each binding every variable that is visible after it."""
        return self.block(clauses, {})

    def block(self, clauses: Sequence[ast.Clause], outer: Row) -> Rows:
        """The rows of a block that sees `outer`, each an extension of it."""
        rows: Rows | None = None
        parts, unions = _parts(clauses)
        names: dict[str, Binding] = {}
        for part, union in zip(parts, unions, strict=True):
            rows = self._part(part, rows, outer)
            names |= dict.fromkeys(bound_by(part))
            if union is not None:
                names |= dict.fromkeys(bound_by(union.clauses))
                rows = _distinct({**names, **row} for row in self._union(rows, union, outer))
        return [outer] if rows is None else rows

    def _part(self, clauses: Sequence[ast.Clause], rows: Rows | None, outer: Row) -> Rows | None:
        """Run the clauses between two UNIONs.  None as rows says that nothing has been asked for yet."""
        filters = [clause for clause in clauses if isinstance(clause, ast.FilterClause)]
        for clause in clauses:
            if isinstance(clause, ast.NotClause):
                if rows is not None or outer:
                    rows = [row for row in _started(rows, outer) if not self.block(clause.clauses, row)]
            elif isinstance(clause, ast.OptionalClause):
                rows = self._optional(clause, _started(rows, outer))
            elif isinstance(clause, (ast.ConceptClause, ast.LinkClause)):
                found = (r for row in _started(rows, outer) for r in self.matcher.clause(clause, row))
                rows = _distinct(found)
        for clause in filters:
            rows = [row for row in _started(rows, outer) if self.condition(clause.condition, row)]
        return rows

    def _optional(self, clause: ast.OptionalClause, rows: Rows) -> Rows:
        missing = dict.fromkeys(bound_by(clause.clauses))
        out: list[Row] = []
        for row in rows:
            out.extend(self.block(clause.clauses, row) or [{**missing, **row}])
        return _distinct(out)

    def _union(self, left: Rows | None, union: ast.UnionClause, outer: Row) -> Rows:
        """Row-wise with what stands before; the branch sees nothing and then joins the outer row."""
        branch = [joined for row in self.block(union.clauses, {}) for joined in _join(row, outer)]
        return [*(left or []), *branch]

    def condition(self, node: ast.Condition, row: Row) -> bool:
        """A FILTER's condition on a row: true or false, never anything else."""
        if isinstance(node, ast.And):
            return all(self.condition(part, row) for part in node.conditions)
        if isinstance(node, ast.Or):
            return any(self.condition(part, row) for part in node.conditions)
        if isinstance(node, ast.Not):
            return not self.condition(node.condition, row)
        if isinstance(node, ast.Comparison):
            return compare(node.operator, self.operand(node.left, row), self.operand(node.right, row))
        return call(node.function, [self.operand(argument, row) for argument in node.arguments])

    def operand(self, node: ast.Operand, row: Row) -> Any:
        """The value of a variable, path or literal in a row."""
        if isinstance(node, ast.Variable):
            return row[node.name]
        if isinstance(node, ast.Path):
            return path_value(node, row)
        return value(node, self.parameters)


def path_value(path: ast.Path, row: Row) -> Any:
    """`?x.root` or `?x.attributes.key`; null where the variable holds nothing that has it."""
    element = row[path.variable.name]
    if not isinstance(element, (Concept, Link)):
        return None
    found = getattr(element, path.root, None)
    return found if path.key is None or found is None else found.get(path.key)


def bound_by(clauses: Sequence[ast.Clause]) -> Iterator[str]:
    """The variables that a block leaves bound: all that it names outside of NOT and FILTER."""
    for clause in clauses:
        if isinstance(clause, (ast.OptionalClause, ast.UnionClause)):
            yield from bound_by(clause.clauses)
        elif isinstance(clause, (ast.ConceptClause, ast.LinkClause)):
            if clause.variable is not None:
                yield clause.variable.name
            yield from _in_matcher(clause.matcher)


def _in_matcher(node: ast.Endpoint | ast.Predicate) -> Iterator[str]:
    if isinstance(node, ast.Variable):
        yield node.name
    elif isinstance(node, ast.LinkMatcher):
        for part in (node.subject, node.predicate, node.object):
            yield from _in_matcher(part)


def _parts(
    clauses: Sequence[ast.Clause],
) -> tuple[list[list[ast.Clause]], list[ast.UnionClause | None]]:
    parts: list[list[ast.Clause]] = [[]]
    unions: list[ast.UnionClause | None] = []
    for clause in clauses:
        if isinstance(clause, ast.UnionClause):
            unions.append(clause)
            parts.append([])
        else:
            parts[-1].append(clause)
    return parts, [*unions, None]


def _started(rows: Rows | None, outer: Row) -> Rows:
    return [outer] if rows is None else rows


def _join(row: Row, outer: Row) -> Iterator[Row]:
    """A branch's row with the outer row, if they agree on what both hold; null agrees with nothing."""
    shared = [name for name in row if name in outer]
    if all(row[name] is not None and row[name] == outer[name] for name in shared):
        yield {**outer, **row}


def _key(row: Row) -> frozenset[tuple[str, Binding]]:
    return frozenset(row.items())


def _distinct(rows: Any) -> Rows:
    unique: dict[frozenset[tuple[str, Binding]], Row] = {}
    for row in rows:
        unique.setdefault(_key(row), row)
        if len(unique) > MAX_ROWS:
            raise TooManyRows
    return list(unique.values())
