"""Hypothesis strategies for well-scoped FIND statements over the random graphs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from hypothesis import strategies as st

from kip_grammar import ast

from .graphs import KEYS, NAMES, NUMBERS, PREDICATES, STRINGS, TYPES, VALUES

T = TypeVar("T")

ELEMENTS = ("a", "b", "c", "l")
STRING_VARIABLES = ("p", "q")
NULLS = ("w",)
PATTERNS = (
    "a",
    "^a",
    "b$",
    "^.{2}$",
    "[0-9]+",
    "(a|b)",
    "(a|9)+$",
    "caf.",
    "^$",
    "\\d",
    "h(i)?",
    "x.y",
    "\n",
)
FUNCTIONS = ("CONTAINS", "STARTS_WITH", "ENDS_WITH", "REGEX", "IN", "IS_NULL", "IS_NOT_NULL")
PATHS = ((0, 0), (0, 1), (0, 2), (0, None), (1, 1), (1, 2), (1, None), (2, 2), (2, None), (2, 3), (3, 5))
MAX_DEPTH = 3


def _literal(value: Any) -> ast.Literal:
    return ast.Literal(value)


@dataclass
class Writer:
    """Draws the parts of one statement."""

    draw: st.DrawFn

    def pick(self, choices: Sequence[T]) -> T:
        return self.draw(st.sampled_from(choices))

    def chance(self, one_in: int) -> bool:
        return self.draw(st.integers(0, one_in - 1)) == one_in - 1

    def count(self, least: int, most: int) -> int:
        return self.draw(st.integers(least, most))

    # -- blocks

    def block(self, visible: frozenset[str], depth: int) -> tuple[tuple[ast.Clause, ...], frozenset[str]]:
        """A block that sees `visible`, and what is visible after it."""
        clauses, seen = self.part(visible, depth, least=1)
        for _ in range(self.count(0, 2) if depth < MAX_DEPTH and self.chance(3) else 0):
            branch, inner = self.block(frozenset(), depth + 1)
            more, seen = self.part(seen | inner, depth, least=0)
            clauses = [*clauses, ast.UnionClause(branch), *more]
        return tuple(clauses), seen

    def part(
        self, visible: frozenset[str], depth: int, least: int
    ) -> tuple[list[ast.Clause], frozenset[str]]:
        clauses: list[ast.Clause] = []
        seen = visible
        for index in range(self.count(least, 3)):
            grouped = depth < MAX_DEPTH and (index > 0 or bool(visible)) and self.chance(3)
            clause, seen = self.group(seen, depth) if grouped else self.pattern(seen)
            clauses.append(clause)
        for _ in range(self.count(0, 2) if seen and self.chance(2) else 0):
            place = self.count(0, len(clauses))
            clauses.insert(place, ast.FilterClause(self.condition(seen, 0)))
        return clauses, seen

    def group(self, visible: frozenset[str], depth: int) -> tuple[ast.Clause, frozenset[str]]:
        clauses, seen = self.block(visible, depth + 1)
        if seen == visible or self.chance(2):
            return ast.NotClause(clauses), visible
        return ast.OptionalClause(clauses), seen

    # -- patterns

    def pattern(self, visible: frozenset[str]) -> tuple[ast.Clause, frozenset[str]]:
        if self.chance(3):
            variable = self.pick(ELEMENTS)
            return ast.ConceptClause(ast.Variable(variable), self.concept()), visible | {variable}
        matcher, named = self.link(0)
        is_walk = isinstance(matcher.predicate, ast.PredicatePath)
        link = self.pick(NULLS if is_walk else ELEMENTS) if self.chance(3) else None
        names = named | ({link} if link else frozenset())
        return ast.LinkClause(ast.Variable(link) if link else None, matcher), visible | names

    def concept(self) -> ast.ConceptMatcher:
        shape = self.count(0, 3)
        kind = _literal(self.pick(TYPES)) if shape != 1 else None
        name = _literal(self.pick(NAMES)) if shape in (1, 2) else None
        return ast.ConceptMatcher(type=kind, name=name)

    def link(self, depth: int) -> tuple[ast.LinkMatcher, frozenset[str]]:
        subject, left = self.endpoint(depth)
        target, right = self.endpoint(depth)
        predicate: ast.Predicate
        names = left | right
        shape = self.count(0, 5)
        if shape == 0:
            predicate = ast.Variable(self.pick(STRING_VARIABLES))
            names |= {predicate.name}
        elif shape == 1:
            predicate = ast.Predicates((_literal(self.pick(PREDICATES)), _literal(self.pick(PREDICATES))))
        elif shape == 2 and depth == 0:
            lower, upper = self.pick(PATHS)
            predicate = ast.PredicatePath(_literal(self.pick(PREDICATES)), lower, upper)
        else:
            predicate = ast.Predicates((_literal(self.pick(PREDICATES)),))
        return ast.LinkMatcher(subject, predicate, target), names

    def endpoint(self, depth: int) -> tuple[ast.Endpoint, frozenset[str]]:
        if depth < 2 and self.chance(8):
            return self.link(depth + 1)
        if self.chance(6):
            return self.concept(), frozenset()
        name = self.pick(ELEMENTS)
        return ast.Variable(name), frozenset({name})

    # -- conditions and expressions

    def condition(self, visible: frozenset[str], depth: int) -> ast.Condition:
        if depth < 2 and self.chance(4):
            parts = tuple(self.condition(visible, depth + 1) for _ in range(2))
            return ast.And(parts) if self.chance(2) else ast.Or(parts)
        if self.chance(3):
            return ast.Not(self.condition(visible, depth + 1))
        return self.comparison(visible) if self.chance(2) else self.call(visible)

    def comparison(self, visible: frozenset[str]) -> ast.Condition:
        left = self.operand(visible)
        right = self.operand(visible) if self.chance(3) else _literal(self.pick(VALUES + NUMBERS))
        if self.chance(4):
            left, right = right, left
        return ast.Comparison(self.pick(("==", "!=", "<", ">", "<=", ">=")), left, right)

    def call(self, visible: frozenset[str]) -> ast.Condition:
        function = self.pick(FUNCTIONS)
        operand = self.operand(visible)
        if function.startswith("IS_"):
            return ast.Call(function, (operand,))
        if function == "IN":
            items = [self.pick(VALUES + PREDICATES) for _ in range(self.count(0, 4))]
            return ast.Call(function, (operand, _literal(items)))
        text = self.pick(PATTERNS if function == "REGEX" else (*STRINGS, "e", "1", "li"))
        return ast.Call(function, (operand, _literal(text)))

    def operand(self, visible: frozenset[str]) -> ast.Variable | ast.Path:
        name = self.pick(sorted(visible))
        if name in STRING_VARIABLES or self.chance(8):
            return ast.Variable(name)
        return self.path(name)

    def path(self, name: str) -> ast.Path:
        variable = ast.Variable(name)
        shape = self.count(0, 7)
        if shape == 0:
            return ast.Path(variable, "id")
        if shape == 1:
            return ast.Path(variable, "metadata", self.pick(("source", "nope", "_version")))
        if shape == 2:
            return ast.Path(variable, self.pick(("name", "type", "subject", "predicate", "object")))
        return ast.Path(variable, "attributes", self.pick(KEYS))

    def projection(self, visible: Sequence[str]) -> ast.Variable | ast.Path:
        name = self.pick(visible)
        if name in STRING_VARIABLES or self.chance(3):
            return ast.Variable(name)
        return ast.Path(ast.Variable(name), "attributes") if self.chance(8) else self.path(name)

    def expression(self, visible: Sequence[str]) -> ast.Expression:
        argument = self.projection(visible)
        if not self.chance(4):
            return argument
        function = self.pick(("COUNT", "COUNT", "SUM", "AVG", "MIN", "MAX"))
        return ast.Aggregate(function, argument, function == "COUNT" and self.chance(3))

    def order(self, expressions: Sequence[ast.Expression], visible: Sequence[str]) -> ast.OrderKey:
        chosen = self.pick(expressions) if self.chance(3) else None
        if chosen is None or (isinstance(chosen, ast.Path) and chosen.key is None):
            chosen = self.operand(frozenset(visible))
        return ast.OrderKey(chosen, self.chance(2))

    def find(self) -> ast.Find:
        where, seen = self.block(frozenset(), 0)
        visible = sorted(seen)
        if not visible:
            where, visible = (*where, ast.ConceptClause(ast.Variable("a"), self.concept())), ["a"]
        expressions = tuple(self.expression(visible) for _ in range(self.count(1, 3)))
        keys = self.count(0, 2) if self.chance(2) else 0
        return ast.Find(expressions, where, tuple(self.order(expressions, visible) for _ in range(keys)))


@st.composite
def finds(draw: st.DrawFn) -> ast.Find:
    """FIND statements whose variables are bound wherever they are used."""
    return Writer(draw).find()
