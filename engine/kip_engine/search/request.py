"""What a SEARCH statement asks for, checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from kip_cypher.schema import Schema
from kip_engine.view import View
from kip_grammar import ast
from kip_grammar.errors import KipError

DEFAULT_LIMIT = 20
MAX_LIMIT = 10_000
MODES = ("keyword", "semantic", "hybrid")
DEFAULT_MODE = "hybrid"

Argument = ast.Literal | ast.Parameter
_PLACEHOLDER = re.compile(r":([A-Za-z_][A-Za-z0-9_]*)")


class SearchedSpace(Protocol):
    """What a search needs of a space."""

    @property
    def name(self) -> str:
        """The space's name."""

    @property
    def schema(self) -> Schema:
        """What the space defines."""


@dataclass(frozen=True, slots=True)
class Request:
    """A checked SEARCH: `kind` is the concept type or predicate of WITH TYPE, if any.

    With a `view` nothing else is found, counted or ranked than what it shows, and no definition is.
    """

    term: str
    kind: str | None
    threshold: float
    limit: int
    mode: str = DEFAULT_MODE
    view: View | None = None


@dataclass(frozen=True, slots=True)
class Arguments:
    """The parameters of a call, and the text whose places errors point to."""

    parameters: Mapping[str, Any]
    text: str

    def value(self, node: Argument) -> Any:
        """What `node` stands for.  Raises KIP_1001 for a placeholder without a value, or missed."""
        if isinstance(node, ast.Parameter):
            if node.name not in self.parameters:
                raise self.wrong(node, f"The placeholder :{node.name} has no value.", _send(node.name))
            return self.parameters[node.name]
        self._refuse_missed_placeholder(node)
        return node.value

    def wrong(self, node: Argument, message: str, hint: str, code: str = "KIP_1001") -> KipError:
        """An error at `node`."""
        return KipError(code, message, hint=hint).located(self.text, node.span.start)

    def _refuse_missed_placeholder(self, node: ast.Literal) -> None:
        for name in _PLACEHOLDER.findall(node.value) if isinstance(node.value, str) else ():
            if name in self.parameters:
                message = f"The placeholder :{name} stands inside a string, where it isn't filled in."
                raise self.wrong(node, message, f"Pass the whole string as a parameter: SEARCH … :{name}.")


def check(
    statement: ast.Search,
    parameters: Mapping[str, Any],
    space: SearchedSpace,
    text: str,
    view: View | None = None,
) -> Request:
    """`statement` with its parameters filled in.  Raises KIP_1001, KIP_1002, KIP_2001 or KIP_4002."""
    arguments = Arguments(parameters, text)
    term = _text(arguments, statement.term, "search term")
    kind = _kind(arguments, statement, space.schema)
    mode = _mode(arguments, statement.mode)
    threshold = _threshold(arguments, statement.threshold)
    return Request(term, kind, threshold, _limit(arguments, statement.limit), mode, view)


def _text(arguments: Arguments, node: Argument, what: str) -> str:
    value = arguments.value(node)
    if isinstance(value, str) and value.strip():
        return value
    shown = "blank" if isinstance(value, str) else _shown(value)
    raise arguments.wrong(node, f"The {what} is {shown}.", f"Give the {what} as a string with words in it.")


def _kind(arguments: Arguments, statement: ast.Search, schema: Schema) -> str | None:
    node = statement.type
    if node is None:
        return None
    of_concepts = statement.kind == "concept"
    name = _text(arguments, node, "concept type" if of_concepts else "predicate")
    try:
        return schema.check_type(name) if of_concepts else schema.check_predicate(name)
    except KipError as error:
        raise error.located(arguments.text, node.span.start) from None


def _mode(arguments: Arguments, node: Argument | None) -> str:
    mode = DEFAULT_MODE if node is None else arguments.value(node)
    if node is not None and mode not in MODES:
        raise arguments.wrong(node, f"{_shown(mode)} is no search mode.", f"Use one of {', '.join(MODES)}.")
    return str(mode)


def _threshold(arguments: Arguments, node: Argument | None) -> float:
    value = 0.0 if node is None else arguments.value(node)
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if node is not None and not (number and 0 <= value <= 1):
        raise arguments.wrong(
            node, f"THRESHOLD is {_shown(value)}.", "Give a number from 0 (any match) to 1 (exact name)."
        )
    return float(value)


def _limit(arguments: Arguments, node: Argument | None) -> int:
    value = DEFAULT_LIMIT if node is None else arguments.value(node)
    if node is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
        raise arguments.wrong(node, f"LIMIT is {_shown(value)}.", "Give a whole number of 1 or more.")
    if node is not None and value > MAX_LIMIT:
        hint = f"Ask for fewer, or narrow the search by WITH TYPE or THRESHOLD; LIMIT goes up to {MAX_LIMIT}."
        raise arguments.wrong(node, f"LIMIT {value} is more than a search returns.", hint, "KIP_4002")
    return int(value)


def _send(name: str) -> str:
    return f'Send it with the command: "parameters": {{"{name}": …}}.'


def _shown(value: Any) -> str:
    if value is None:
        return "null"
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."
