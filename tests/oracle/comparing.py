"""Asks the engine what the oracle was asked, in one page and in many, and compares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kip_grammar import ast
from kip_grammar.errors import KipError
from kip_grammar.printer import print_statement

from .answers import MIXED, Answer, evaluate
from .evaluator import TooManyRows
from .graph import Graph
from .values import canonical, kind

Execute = Callable[[str, dict[str, Any]], Any]
MAX_PAGES = 60


def disagreement(execute: Execute, graph: Graph, find: ast.Find, limit: int | None = None) -> str | None:
    """What the engine answers differently from the oracle, in words; None if they agree.

    With `limit` the answer is read in pages, to the end.  A statement that refers to a field that the kind
    of a variable rules out is KIP_1001 and says nothing.
    """
    try:
        expected = evaluate(find, graph)
    except TooManyRows:
        return None
    try:
        if limit is None or expected.is_scalar:
            pages = [execute(print_statement(find), {}).result]
        else:
            limit = max(limit, len(expected.lines) // (MAX_PAGES // 2))
            pages = _pages(execute, replace(find, limit=ast.Literal(limit)))
    except KipError as error:
        return None if _is_refused_field(error) else f"{error.code}: {error.message}"
    if limit is not None and not expected.is_scalar:
        sizes = [len(_rows(page, expected)) for page in pages]
        if sizes[:-1] != [limit] * (len(sizes) - 1):
            return f"pages of {sizes} with LIMIT {limit}"
    return _difference(find, expected, [row for page in pages for row in _rows(page, expected)])


def _is_refused_field(error: KipError) -> bool:
    return error.code == "KIP_1001" and "has no field" in error.message


def _pages(execute: Execute, find: ast.Find) -> list[Any]:
    pages: list[Any] = []
    cursor: str | None = None
    while len(pages) < MAX_PAGES:
        page = replace(find, cursor=ast.Parameter("cursor") if cursor else None)
        response = execute(print_statement(page), {"cursor": cursor} if cursor else {})
        pages.append(response.result)
        cursor = response.next_cursor
        if cursor is None:
            return pages
    raise AssertionError("the pages don't end")


def _rows(result: Any, expected: Answer) -> list[tuple[Any, ...]]:
    if expected.columns == 1:
        result = [result]
    if expected.is_scalar:
        result = [[value] for value in result]
    assert len({len(column) for column in result}) == 1, "columns differ in length"
    return list(zip(*result, strict=True))


def _difference(find: ast.Find, expected: Answer, got: list[tuple[Any, ...]]) -> str | None:
    wanted = [line.values for line in expected.lines]
    open_columns = {i for row in wanted for i, value in enumerate(row) if value is MIXED}
    left, right = (
        [_row(find, row, open_columns) for row in rows]  # what KIP leaves open is left out on both sides
        for rows in (wanted, got)
    )
    if sorted(left) != sorted(right):
        missing, extra = Counter(left) - Counter(right), Counter(right) - Counter(left)
        return (
            f"rows differ ({len(left)} expected, {len(right)} got)\n"
            f" missing {_shown(list(missing.elements()))}\n extra   {_shown(list(extra.elements()))}"
        )
    if find.order and expected.is_ordered and left != right:
        return f"order differs\n expected {_shown(left)}\n got      {_shown(right)}"
    return None


def _row(find: ast.Find, row: tuple[Any, ...], left_out: set[int]) -> str:
    values = []
    for index, (expression, value) in enumerate(zip(find.expressions, row, strict=True)):
        if index in left_out:
            continue
        is_sum = isinstance(expression, ast.Aggregate) and expression.function in ("SUM", "AVG")
        values.append(f"{float(value):.10g}" if is_sum and kind(value) == "number" else value)
    return canonical(values)


def _shown(rows: list[str]) -> str:
    text = "; ".join(rows)
    return text if len(text) < 1500 else text[:1500] + "…"
