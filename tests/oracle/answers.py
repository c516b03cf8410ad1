"""From solutions to the columnar result of section 6.2.2: set semantics, groups, aggregates and order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kip_grammar import ast

from .evaluator import Evaluator, path_value
from .graph import Concept, Graph, Link, element_json
from .matching import Parameters, Row
from .values import canonical, kind, sort_rank


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the answer: its values, the values it sorts by, and those that break ties."""

    values: tuple[Any, ...]
    keys: tuple[Any, ...]
    ties: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """The whole answer to a FIND, without LIMIT and CURSOR."""

    lines: tuple[Line, ...]
    columns: int
    is_scalar: bool
    is_ordered: bool

    @property
    def result(self) -> Any:
        """The result as section 6.2.2 shapes it."""
        rows = [line.values for line in self.lines]
        shaped = [rows[0][i] if self.is_scalar else [row[i] for row in rows] for i in range(self.columns)]
        return shaped[0] if self.columns == 1 else shaped


def evaluate(find: ast.Find, graph: Graph, parameters: Parameters | None = None) -> Answer:
    """The answer to `find`.

    Lines are in the order of ORDER BY, ties by id, where KIP orders the values; else `is_ordered` is False.
    """
    rows = Evaluator(graph, parameters or {}).where(find.where)
    names = list(dict.fromkeys(_variable(expression) for expression in find.expressions))
    solutions: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        solutions.setdefault(tuple(canonical(row[name]) for name in names), []).append(row)
    groups = list(solutions.values())
    if any(isinstance(expression, ast.Aggregate) for expression in find.expressions):
        return _grouped(find, groups)
    lines = [_line(find, group, [group[0][name] for name in names]) for group in groups]
    return _answer(find, lines, is_scalar=False)


def _variable(expression: ast.Expression) -> str:
    if isinstance(expression, ast.Aggregate):
        return _variable(expression.argument)
    return expression.name if isinstance(expression, ast.Variable) else expression.variable.name


def _value(expression: ast.Variable | ast.Path, row: Row) -> Any:
    return row[expression.name] if isinstance(expression, ast.Variable) else path_value(expression, row)


def _shown(value: Any) -> Any:
    return element_json(value) if isinstance(value, (Concept, Link)) else value


def _line(find: ast.Find, group: Sequence[Row], ties: Sequence[Any]) -> Line:
    values = tuple(_shown(_value(expression, group[0])) for expression in find.expressions)  # type: ignore[arg-type]
    keys = tuple(_reduced(key, group) for key in find.order)
    return Line(values, keys, tuple(ties))


def _reduced(key: ast.OrderKey, group: Sequence[Row]) -> Any:
    """The least of a key's values for ASC, the greatest for DESC; null only if there is nothing else."""
    assert not isinstance(key.expression, ast.Aggregate)
    values = [_value(key.expression, row) for row in group]
    present = [value for value in values if value is not None]
    if any(kind(value) in ("list", "object") for value in present):
        return present[0]
    if not present:
        return None
    return max(present, key=sort_rank) if key.descending else min(present, key=sort_rank)


def _grouped(find: ast.Find, solutions: Sequence[list[Row]]) -> Answer:
    """One line per distinct combination of the non-aggregated expressions; one in all without any."""
    grouping = [e for e in find.expressions if not isinstance(e, ast.Aggregate)]
    groups: dict[tuple[str, ...], list[list[Row]]] = {} if grouping else {(): []}
    for solution in solutions:
        key = tuple(canonical(_value(expression, solution[0])) for expression in grouping)
        groups.setdefault(key, []).append(solution)
    lines = [_group_line(find, grouping, group) for group in groups.values()]
    return _answer(find, lines, is_scalar=not grouping)


def _group_line(find: ast.Find, grouping: Sequence[Any], group: Sequence[list[Row]]) -> Line:
    rows = [solution[0] for solution in group]
    everything = [row for solution in group for row in solution]
    values = tuple(
        aggregate(e, rows) if isinstance(e, ast.Aggregate) else _shown(_value(e, rows[0]))
        for e in find.expressions
    )
    keys = tuple(
        aggregate(key.expression, rows)
        if isinstance(key.expression, ast.Aggregate)
        else _reduced(key, everything)
        for key in find.order
    )
    return Line(values, keys, tuple(_value(e, rows[0]) for e in grouping))


def aggregate(expression: ast.Aggregate, rows: Sequence[Row]) -> Any:
    """An aggregate over a group's solutions; nulls are left out (row 4 of the decisions)."""
    values = [_value(expression.argument, row) for row in rows]
    present = [value for value in values if value is not None]
    if expression.function == "COUNT":
        by_binding = expression.distinct or isinstance(expression.argument, ast.Variable)
        return len({canonical(value) for value in present}) if by_binding else len(present)
    if expression.distinct:
        present = list({canonical(value): value for value in present}.values())
    numbers = [value for value in present if kind(value) == "number"]
    if expression.function == "SUM":
        return sum(numbers)
    if expression.function == "AVG":
        return sum(numbers) / len(numbers) if numbers else None
    return _extreme(expression.function, present)


def _extreme(function: str, present: Sequence[Any]) -> Any:
    comparable = [value for value in present if kind(value) in ("number", "string")]
    if len({kind(value) for value in comparable}) > 1:
        return MIXED
    if not comparable:
        return None
    return min(comparable) if function == "MIN" else max(comparable)


class _Mixed:
    """MIN or MAX over numbers and strings together, which KIP leaves open."""

    def __repr__(self) -> str:
        return "MIXED"


MIXED = _Mixed()


def _answer(find: ast.Find, lines: list[Line], *, is_scalar: bool) -> Answer:
    ordered = all(_is_sortable(value) for line in lines for value in (*line.keys, *line.ties))
    if ordered:
        for index in reversed(range(len(lines[0].ties) if lines else 0)):
            lines.sort(key=lambda line: sort_rank(line.ties[index]))
        for index in reversed(range(len(find.order))):
            _sort(lines, index, find.order[index].descending)
    return Answer(tuple(lines), len(find.expressions), is_scalar, ordered)


def _is_sortable(value: Any) -> bool:
    return value is not MIXED and kind(value) not in ("list", "object")


def _sort(lines: list[Line], index: int, descending: bool) -> None:
    """Sort stably by one key, nulls last in both directions."""
    lines.sort(key=lambda line: sort_rank(line.keys[index]), reverse=descending)
    lines.sort(key=lambda line: line.keys[index] is None)
