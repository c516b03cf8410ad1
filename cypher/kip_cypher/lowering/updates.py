"""Update expressions (section 4.3): a table of functions, lowered to Cypher over an element's old state.

The clauses take rows with `old`, a list of an element's property values, and add the expressions' results as
`value_1`, `value_2` and so on.  An expression is null where an operand is null or no number, and where its
result fits neither a 64-bit integer nor a finite float; COALESCE alone reads a null.  Operands that are
numbers stand in the parameter `$numbers`.  A new function is a new row of `FUNCTIONS` and a line in
docs/KIP.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from kip_grammar import ast

from .. import cypher, plan
from ..bindings import Binding
from ..render import render
from .context import stored_property

Number: TypeAlias = ast.Literal | ast.Parameter
Read: TypeAlias = Callable[[ast.Path], plan.Field]

STAR = cypher.Item(cypher.Raw("*"))
INTEGER = "INTEGER NOT NULL"
NUMERIC = "INTEGER NOT NULL | FLOAT NOT NULL"
ZERO = cypher.Raw("0")
GREATEST_INTEGER = cypher.Raw("9223372036854775807")
LEAST_INTEGER = cypher.Raw("-9223372036854775808")
GREATEST_FLOAT = cypher.Raw("1.7976931348623157e308")
# Below it a product of integers fits for certain: the error of its float approximation at 2^63 is under 2048.
SAFE_PRODUCT = cypher.Raw("9.22337203685477e18")


@dataclass(frozen=True, slots=True)
class Expressions:
    """Lowered expressions: the clauses, the properties that `old` must hold, the operands in `$numbers`."""

    text: str
    reads: tuple[str, ...]
    numbers: tuple[Number, ...]


def lower_expressions(
    expressions: Sequence[ast.UpdateExpression], read: Read, held: Sequence[str]
) -> Expressions:
    """Lower `expressions`.  `read` resolves paths (KIP_1001); `held` are in `old` anyway, first."""
    steps = Steps(read)
    for name in held:
        steps.old(name)
    results = (steps.operand(expression).number for expression in expressions)
    items = (cypher.Item(result, Binding("value", place)) for place, result in enumerate(results, 1))
    last = (STAR, *items)
    text, _ = render((*steps.clauses(), cypher.With(last)))
    return Expressions(text, tuple(steps.reads), tuple(steps.numbers))


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand: `raw` as it is (COALESCE asks whether that is null), `number` null unless it is a number.

    `level` counts the steps below it.
    """

    raw: cypher.Expr
    number: cypher.Expr
    level: int


@dataclass(slots=True)
class Steps:
    """Subexpressions by level, each computed once into a variable of its own."""

    read: Read
    reads: dict[str, cypher.Expr] = field(default_factory=dict)
    numbers: list[Number] = field(default_factory=list)
    levels: list[list[cypher.Item]] = field(default_factory=list)
    count: int = 0

    def clauses(self) -> cypher.Clauses:
        """One WITH for each level."""
        return tuple(cypher.With((STAR, *items)) for items in self.levels)

    def old(self, name: str) -> cypher.Expr:
        """The old value of property `name`."""
        if name not in self.reads:
            self.reads[name] = cypher.Raw(f"old[{len(self.reads)}]")
        return self.reads[name]

    def step(self, expr: cypher.Expr, level: int) -> cypher.Expr:
        """A variable for `expr`, which uses steps below `level` only."""
        self.count += 1
        while len(self.levels) <= level:
            self.levels.append([])
        binding = Binding("step", self.count)
        self.levels[level].append(cypher.Item(expr, binding))
        return cypher.Var(binding)

    def operand(self, node: ast.UpdateOperand) -> Operand:
        """`node` lowered."""
        if isinstance(node, ast.UpdateExpression):
            operands = tuple(self.operand(operand) for operand in node.operands)
            level = max(operand.level for operand in operands)
            return FUNCTIONS[node.function](self, operands, level)
        if isinstance(node, ast.Path):
            return self._path(self.read(node))
        self.numbers.append(node)
        number = cypher.Raw(f"$numbers[{len(self.numbers) - 1}]")
        return Operand(number, number, 0)

    def _path(self, path: plan.Field) -> Operand:
        if path.is_whole:
            return Operand(cypher.TRUE, cypher.NULL, 0)
        raw = self.old(stored_property(path))
        return Operand(raw, self.step(cypher.When(cypher.IsType(raw, NUMERIC), raw), 0), 1)

    def result(self, expr: cypher.Expr, level: int) -> Operand:
        """An operand out of a number or null."""
        value = self.step(expr, level)
        return Operand(value, value, level + 1)


Lower: TypeAlias = Callable[[Steps, tuple[Operand, ...], int], Operand]


Fits: TypeAlias = Callable[[cypher.Expr, cypher.Expr, cypher.Expr], cypher.Expr]


def _arithmetic(operator: str, fits: Fits) -> Lower:
    """`fits` says of two integers, and of the size of their result as a float, whether it is an integer."""

    def lower(steps: Steps, operands: tuple[Operand, ...], level: int) -> Operand:
        left, right = (operand.number for operand in operands)
        size = steps.step(_size(cypher.Infix(operator, _float(left), _float(right))), level)
        integers = cypher.All((cypher.IsType(left, INTEGER), cypher.IsType(right, INTEGER)))
        floats_fit = cypher.Infix("<=", size, GREATEST_FLOAT)
        held = cypher.When(integers, fits(left, right, size), floats_fit)
        return steps.result(cypher.When(held, cypher.Infix(operator, left, right)), level + 1)

    return lower


def _sum_fits(left: cypher.Expr, right: cypher.Expr, size: cypher.Expr) -> cypher.Expr:
    below = cypher.Infix("<=", left, cypher.Infix("-", GREATEST_INTEGER, right))
    above = cypher.Infix(">=", left, cypher.Infix("-", LEAST_INTEGER, right))
    return cypher.When(cypher.Infix(">", right, ZERO), below, above)


def _product_fits(left: cypher.Expr, right: cypher.Expr, size: cypher.Expr) -> cypher.Expr:
    return cypher.Infix("<", size, SAFE_PRODUCT)


def _float(number: cypher.Expr) -> cypher.Expr:
    return cypher.Function("toFloat", (number,))


def _size(number: cypher.Expr) -> cypher.Expr:
    return cypher.Function("abs", (number,))


def _clamp(steps: Steps, operands: tuple[Operand, ...], level: int) -> Operand:
    """Null for an empty range."""
    value, low, high = (operand.number for operand in operands)
    upper = cypher.When(cypher.Infix(">", value, high), high, value)
    clamped = cypher.When(cypher.Infix("<", value, low), low, upper)
    return steps.result(cypher.When(cypher.Infix("<=", low, high), clamped), level)


def _coalesce(steps: Steps, operands: tuple[Operand, ...], level: int) -> Operand:
    """The default only for a null: a value that is there but no number stays out of the arithmetic."""
    value, default = operands
    return steps.result(cypher.When(cypher.IsNull(value.raw), default.number, value.number), level)


FUNCTIONS: dict[str, Lower] = {
    "ADD": _arithmetic("+", _sum_fits),
    "MUL": _arithmetic("*", _product_fits),
    "CLAMP": _clamp,
    "COALESCE": _coalesce,
}
