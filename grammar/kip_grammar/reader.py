"""Reading: tokens into Lark's parser, whose callbacks build the tree."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from types import FunctionType, ModuleType, SimpleNamespace
from typing import cast

from lark import Lark
from lark.exceptions import UnexpectedToken
from lark.parsers.lalr_interactive_parser import InteractiveParser

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
from kip_grammar.errors import KipError
from kip_grammar.fast import FAST_PATTERNS
from kip_grammar.faults import CoarseFault, Fault
from kip_grammar.lexer import Lexer
from kip_grammar.limits import Limits, check_size, measured
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


def read(text: str, limits: Limits) -> Statement:
    """The statement that `text` holds."""
    try:
        check_size(text, limits)
        return _read_quickly(text, limits)
    except Fault as fault:
        raise fault.located(text) from None
    except Stuck as stuck:
        raise _explained(text, limits, stuck) from None


def _read_quickly(text: str, limits: Limits) -> Statement:
    """Read `text` with the lexer's short cuts; without them if an error would have to point into one."""
    longest_fast = limits.value_bytes if text.isascii() else limits.value_bytes // 4
    try:
        return read_once(text, limits, longest_fast)
    except CoarseFault:
        return read_once(text, limits, longest_fast=0)


def read_once(text: str, limits: Limits, longest_fast: int) -> Statement:
    """One reading of `text`, with short cuts of the lexer up to `longest_fast` characters."""
    lark, lexer = _machinery()
    tokens = lexer.tokens(text, limits, longest_fast)
    if len(text) * 4 > limits.value_bytes:
        tokens = measured(tokens, text, limits)
    parser = lark.parse_interactive()
    feed = _feeder(parser)
    previous = token = Token("", "", 0, 0)
    try:
        for token in tokens:
            feed(token)
            previous = token
        token = Token("$END", "", len(text), len(text))
        return feed(token)
    except UnexpectedToken:
        if token.type in FAST_PATTERNS:
            raise CoarseFault(token.start_pos, "a short cut where none fits") from None
        raise Stuck(token, previous, parser) from None


class Stuck(Exception):
    """The parser can't go on with `token`, which follows `previous`."""

    def __init__(self, token: Token, previous: Token, parser: InteractiveParser) -> None:
        super().__init__(token.type)
        self.token = token
        self.previous = previous
        self.accepted = _accepted(parser)


def _feeder(parser: InteractiveParser) -> Callable[[Token], Statement]:
    """The parser's `feed_token`: Lark asks of a token only what ours has too."""
    return cast(Callable[[Token], Statement], parser.feed_token)


def _accepted(parser: InteractiveParser) -> frozenset[str]:
    accepts: Callable[[], set[str]] = parser.accepts
    return frozenset(accepts())


def _explained(text: str, limits: Limits, stuck: Stuck) -> KipError:
    """The error for where the parser got stuck.

    A word was taken for a function's name if only a parenthesis could follow.  Unless it looks like one,
    the word itself is to blame.
    """
    word = stuck.previous
    if word.type == "IDENT" and stuck.accepted == {"LPAR"} and not _like_function(word.value):
        return explain(text, word, _accepted_at(text, limits, word.start_pos) - {"IDENT"})
    return explain(text, stuck.token, stuck.accepted)


def _like_function(word: str) -> bool:
    return word.isupper() and word not in ("NULL", "TRUE", "FALSE")


def _accepted_at(text: str, limits: Limits, offset: int) -> frozenset[str]:
    """The terminals that the grammar accepts at `offset`, up to which the text has been read once."""
    lark, lexer = _machinery()
    parser = lark.parse_interactive()
    feed = _feeder(parser)
    for token in lexer.tokens(text, limits, longest_fast=0):
        if token.start_pos >= offset:
            break
        feed(token)
    return _accepted(parser)


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
        transformer=SimpleNamespace(**callbacks),
        keep_all_tokens=True,
        maybe_placeholders=False,
    )
    return lark, Lexer(lark.terminals)


def _functions(module: ModuleType) -> dict[str, object]:
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, FunctionType) and name[0] != "_"
    }
