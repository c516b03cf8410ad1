"""How much one statement may ask: beyond it, planning takes longer than any answer is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kip_grammar import ast
from kip_grammar.errors import KipError

MAX_CLAUSES = 128
MAX_CONDITIONS = 512
MAX_EXPRESSIONS = 256


def check_where(clauses: Sequence[ast.Clause], text: str) -> None:
    """Raises KIP_4002 for a WHERE of more than `MAX_CLAUSES` clauses or `MAX_CONDITIONS` conditions."""
    count = _Count(text)
    waiting: list[ast.Node] = list(clauses)
    while waiting:
        waiting.extend(count.take(waiting.pop()))


def check_expressions(find: ast.Find, text: str) -> None:
    """Raises KIP_4002 for a FIND of more than `MAX_EXPRESSIONS` expressions."""
    if len(find.expressions) > MAX_EXPRESSIONS:
        raise _beyond("expressions in FIND", MAX_EXPRESSIONS, find.expressions[MAX_EXPRESSIONS], text)


@dataclass(slots=True)
class _Count:
    text: str
    clauses: int = 0
    conditions: int = 0

    def take(self, node: ast.Node) -> Sequence[ast.Node]:
        """Count `node`; returns the nodes inside it."""
        if isinstance(node, (ast.And, ast.Or)):
            return node.conditions
        if isinstance(node, ast.Not):
            return (node.condition,)
        if isinstance(node, (ast.Comparison, ast.Call)):
            self.conditions += 1
            self._check("conditions", self.conditions, MAX_CONDITIONS, node)
            return ()
        self.clauses += 1
        self._check("clauses in WHERE", self.clauses, MAX_CLAUSES, node)
        if isinstance(node, ast.FilterClause):
            return (node.condition,)
        if isinstance(node, (ast.NotClause, ast.OptionalClause, ast.UnionClause)):
            return node.clauses
        return ()

    def _check(self, what: str, count: int, limit: int, node: ast.Node) -> None:
        if count > limit:
            raise _beyond(what, limit, node, self.text)


def _beyond(what: str, limit: int, node: ast.Node, text: str) -> KipError:
    return KipError(
        "KIP_4002",
        f"A statement has at most {limit} {what}.",
        hint="Use IN with a list instead of many comparisons, or split the question into several statements.",
    ).located(text, node.span.start)
