"""What a KIP statement, or a recall, was to a memory: events, from what was asked and its answer.

A FIND that answers with one row is an access to the elements in it, every other FIND and each SEARCH a
search, an UPSERT an act of remembering what it wrote.  Whatever else succeeds teaches nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kip_grammar import ast

from .events import Event

MOST_TARGETS = 16


def events(statement: ast.Statement, result: Any, duration_us: int) -> list[Event]:
    """The events that a statement was, `MOST_TARGETS` at most."""
    if isinstance(statement, ast.Find):
        return _all("get", _elements(result), duration_us) or [_event("search", duration_us)]
    if isinstance(statement, ast.Search):
        return [_event("search", duration_us)]
    if isinstance(statement, ast.UpsertScript):
        return _all("remember", _written(result), duration_us) or [_event("remember", duration_us)]
    return [_event(type(statement).__name__.lower(), duration_us)]


def recalled(best: str | None, duration_us: int) -> Event:
    """What a recall was: a hit if it found something, the best of which has the id `best`."""
    event = _event("memory.recall", duration_us)
    return event if best is None else {**event, "target": best}


def _all(verb: str, targets: Iterator[str], duration_us: int) -> list[Event]:
    found = list(dict.fromkeys(targets))[:MOST_TARGETS]
    return [{**_event(verb, duration_us), "target": target} for target in found]


def _event(verb: str, duration_us: int) -> dict[str, Any]:
    return {"verb": verb, "duration_us": duration_us}


def _elements(result: Any) -> Iterator[str]:
    """The ids of the elements in an answer of one row: a list of one, or columns of one each."""
    if not isinstance(result, list) or not result:
        return
    columns = result if all(isinstance(column, list) for column in result) else [result]
    if all(len(column) == 1 for column in columns):
        for (value,) in columns:
            if isinstance(value, dict) and isinstance(value.get("id"), str):
                yield value["id"]


def _written(result: Any) -> Iterator[str]:
    if isinstance(result, dict):
        yield from result.get("upsert_concept_nodes", ())
        yield from result.get("upsert_proposition_links", ())
