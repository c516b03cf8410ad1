"""`parse`: KIP text to a statement."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from types import ModuleType, SimpleNamespace
from typing import cast

from lark import Lark
from lark.exceptions import UnexpectedToken

from kip_grammar import (
    build_conditions,
    build_kml,
    build_kql,
    build_meta,
    build_patterns,
    build_upsert,
    build_values,
    lists,
)
from kip_grammar.ast import Statement
from kip_grammar.diagnostics import explain
from kip_grammar.faults import Fault
from kip_grammar.lexer import Lexer
from kip_grammar.limits import DEFAULT_LIMITS, Limits, check_size, measured
from kip_grammar.tokens import Token

_BUILDERS = (
    lists,
    build_values,
    build_patterns,
    build_conditions,
    build_kql,
    build_upsert,
    build_kml,
    build_meta,
)


def parse(text: str, *, limits: Limits = DEFAULT_LIMITS) -> Statement:
    """The statement that `text` holds: one, or several UPSERTs as one `UpsertScript`.

    Raises KipError with the position and an excerpt of the text set: KIP_1001 for what isn't KIP, KIP_1002
    for a malformed identifier, KIP_4002 beyond `limits`.
    """
    try:
        check_size(text, limits)
        return _read(text, limits, longest_fast=limits.value_bytes // 4)
    except (Fault, UnexpectedToken):
        return _read_slowly(text, limits)


def _read_slowly(text: str, limits: Limits) -> Statement:
    """Read `text` again without the lexer's short cuts, so that an error points at the very token."""
    try:
        check_size(text, limits)
        return _read(text, limits, longest_fast=0)
    except Fault as fault:
        raise fault.located(text) from None
    except UnexpectedToken as unexpected:
        raise explain(text, unexpected) from None


def _read(text: str, limits: Limits, longest_fast: int) -> Statement:
    lark, lexer = _machinery()
    tokens = lexer.tokens(text, limits, longest_fast)
    if len(text) * 4 > limits.value_bytes:
        tokens = measured(tokens, text, limits)
    parser = lark.parse_interactive()
    feed = parser.feed_token
    for token in tokens:
        feed(token)  # type: ignore[arg-type]
    return cast(Statement, feed(Token("$END", "", len(text), len(text))))  # type: ignore[arg-type]


@cache
def _machinery() -> tuple[Lark, Lexer]:
    """The parser's tables and the lexer, built by the first parse of a process."""
    grammar = files("kip_grammar").joinpath("kip.lark").read_text(encoding="utf-8")
    callbacks: dict[str, object] = {}
    for module in _BUILDERS:
        callbacks |= _functions(module)
    lark = Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        transformer=SimpleNamespace(**callbacks),  # type: ignore[arg-type]
        keep_all_tokens=True,
        maybe_placeholders=False,
    )
    return lark, Lexer(lark.terminals)


def _functions(module: ModuleType) -> dict[str, object]:
    return {name: value for name, value in vars(module).items() if callable(value) and name[0] != "_"}
