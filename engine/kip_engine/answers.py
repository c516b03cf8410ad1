"""Rows to answers: the columnar results of FIND (section 6.2.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kip_cypher.lowering.projections import Column
from kip_cypher.names import NULLS
from kip_cypher.values import decode

from .elements import element_json, fields_json
from .storage.steps import Rows


@dataclass(frozen=True, slots=True)
class Answer:
    """What a statement answers: its result and, if there is more, the cursor to go on from."""

    result: Any
    next_cursor: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The response of section 6.2.1."""
        response: dict[str, Any] = {"result": self.result}
        if self.next_cursor is not None:
            response["next_cursor"] = self.next_cursor
        return response


def columnar(rows: Rows, columns: tuple[Column, ...], scalar: bool) -> Any:
    """One column per expression; a single expression's column stands alone; lone aggregates are scalars."""
    if scalar:
        values = [_READERS[column](value) for column, value in zip(columns, rows[0], strict=False)]
    else:
        values = [_column(rows, index, column) for index, column in enumerate(columns)]
    return values[0] if len(columns) == 1 else values


def _column(rows: Rows, index: int, column: Column) -> list[Any]:
    if column is Column.PLAIN:
        return [row[index] for row in rows]
    read = _READERS[column]
    return [read(row[index]) for row in rows]


def _value(stored: Any) -> Any:
    return decode(stored) if isinstance(stored, list) else stored


def _element(stored: Any) -> Any:
    return element_json(stored) if isinstance(stored, dict) else stored


def _attributes(stored: Any) -> Any:
    return None if stored is None else fields_json(_properties(stored))[0]


def _metadata(stored: Any) -> Any:
    return None if stored is None else fields_json(_properties(stored))[1]


def _properties(stored: Any) -> dict[str, Any]:
    """An element's properties: a map or, where solutions were grouped by them, pairs."""
    if isinstance(stored, dict):
        return stored
    present = {key: value for key, value in stored if value is not None}
    return present | {NULLS: [key for key, value in stored if value is None]}


_READERS: dict[Column, Callable[[Any], Any]] = {
    Column.PLAIN: lambda stored: stored,
    Column.VALUE: _value,
    Column.ELEMENT: _element,
    Column.ATTRIBUTES: _attributes,
    Column.METADATA: _metadata,
}
