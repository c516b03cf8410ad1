"""Rows of values as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from .values import value_text


def make_table(titles: Sequence[str], rows: Iterable[Sequence[Any]]) -> Table:
    """A table of any values; columns that hold only numbers stand to the right."""
    kept = list(rows)
    cells = [[value_text(value) for value in row] for row in kept]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, leading=int(_any_tall(cells)))
    for index, name in enumerate(titles):
        numeric = bool(kept) and all(_is_number(row[index]) for row in kept)
        table.add_column(_heading(name), justify="right" if numeric else "left", overflow="fold")
    for row in cells:
        table.add_row(*row)
    return table


def _heading(title: str) -> Text:
    """A column's title; where it is a path, its last step stands on a line of its own."""
    path, dot, last = title.rpartition(".")
    if "." not in path or not last.isidentifier():
        return Text(title, "bold")
    return Text.assemble((f"{path}{dot}\n", "dim"), (last, "bold"))


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, (int, float)) and not isinstance(value, bool))


def _any_tall(cells: list[list[Text]]) -> bool:
    return any("\n" in cell.plain for row in cells for cell in row)
