"""EXPLAIN: every stage between a command's text and the database's plan."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from typing import Any

from kip_cypher.bindings import Binding
from kip_cypher.compile import compile_stages
from kip_cypher.query import Query
from kip_cypher.sources import Environment
from kip_grammar import ast
from kip_grammar.printer import print_statement

from .arguments import limit_value
from .spaces import Space
from .statements import Prepared
from .storage.settings import Limits
from .storage.steps import Program


def explain(
    prepared: Prepared, parameters: Mapping[str, Any], space: Space, limits: Limits
) -> Program[dict[str, Any]]:
    """The stages of a command by name; `plan` and later ones only for FIND.

    `kip` is the canonical text, `ast`, `plan` and `rewritten` are trees as text, `cypher` is the Cypher text
    and `parameters` its values.  Nothing is executed.  Raises the errors of parsing and compiling.
    """
    yield from ()
    prepared.check_parameters(parameters)
    stages: dict[str, Any] = {
        "kip": print_statement(prepared.statement),
        "ast": tree(prepared.statement),
    }
    if isinstance(prepared.statement, ast.Find):
        stages.update(_find_stages(prepared.statement, prepared.text, parameters, space, limits))
    return stages


def _find_stages(
    find: ast.Find, text: str, parameters: Mapping[str, Any], space: Space, limits: Limits
) -> dict[str, Any]:
    compiled = compile_stages(find, space.schema, text=text, parameters=parameters)
    limit = limit_value(find.limit, parameters, text)
    extra: dict[str, Any] = {"cap": limits.rows + 1, "limit": (limit or 0) + 1}
    extra |= {probe.name: [] for probe in compiled.compiled.probes}
    query: Query = compiled.compiled.query(Environment(space.name, parameters, extra))
    return {
        "plan": tree(compiled.planned),
        "rewritten": tree(compiled.rewritten),
        "cypher": query.text,
        "parameters": query.parameters,
    }


def tree(value: Any) -> str:
    """A tree of dataclasses as indented text, without spans and empty fields."""
    return "\n".join(_lines(value, ""))


def _lines(value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, tuple) and value:
        for item in value:
            yield from _lines(item, indent)
    elif dataclasses.is_dataclass(value) and not isinstance(value, (Binding, type)):
        yield indent + _head(value)
        for name, inner in _fields(value):
            if _is_tree(inner):
                yield f"{indent}  {name}:"
                yield from _lines(inner, indent + "    ")
    elif value != ():
        yield indent + repr(value)


def _head(value: Any) -> str:
    plain = ", ".join(f"{name}={inner!r}" for name, inner in _fields(value) if not _is_tree(inner))
    return f"{type(value).__name__}({plain})"


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    for part in dataclasses.fields(value):
        inner = getattr(value, part.name)
        if part.name != "span" and part.compare and inner not in ((), None, False):
            yield part.name, inner


def _is_tree(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(_is_tree(item) for item in value)
    return dataclasses.is_dataclass(value) and not isinstance(value, (Binding, ast.Literal))
