"""From a place where the grammar stopped to an error that says what to do."""

from __future__ import annotations

import re

from kip_grammar.brackets import CLOSERS, unclosed
from kip_grammar.errors import KipError, Position, printable
from kip_grammar.faults import Fault
from kip_grammar.hints import find_hint
from kip_grammar.tokens import Token
from kip_grammar.words import expectation, found, meant

_FILTER = re.compile(r"\bFILTER\s*\Z")
_SOUND = re.compile(r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\x00-\x1f]*+)*+')


def explain(text: str, token: Token, accepted: frozenset[str]) -> KipError:
    """The error for `token`, which stands where only the terminals `accepted` may."""
    fault = _broken_string(text, token) or _open_bracket(text, token) or _unexpected(text, token, accepted)
    return fault.located(text)


def _unexpected(text: str, token: Token, accepted: frozenset[str]) -> Fault:
    what = "the text ends" if token.type == "$END" else f"unexpected {found(token)}"
    message = f"{what}, expected {expectation(accepted, in_filter=_in_filter(text, token.start_pos))}"
    hit = find_hint(text, token.start_pos, meant(accepted))
    if hit is None:
        return Fault(token.start_pos, message)
    hint, words = hit
    return Fault(token.start_pos, message, words, hint.code)


def _in_filter(text: str, offset: int) -> bool:
    """Whether a place is inside the parentheses of a FILTER."""
    return any(_FILTER.search(text, 0, at) for at in unclosed(text, offset) if text[at] == "(")


def _broken_string(text: str, token: Token) -> Fault | None:
    if token.value != '"':
        return None
    match = _SOUND.match(text, token.start_pos)
    end = match.end() if match else len(text)
    if text[end : end + 1] == "\\" and end + 1 < len(text):
        return Fault(
            end,
            f'"{printable(text[end : end + 2])}" is no escape sequence',
            r"JSON's escapes are \" \\ \/ \b \f \n \r \t and \u0041; a backslash itself is written \\.",
        )
    if text[end : end + 1] not in ("", "\r", "\n", "\\"):
        return Fault(
            end,
            f"a raw control character, U+{ord(text[end]):04X}, stands in a string",
            rf"Write it as \u{ord(text[end]):04x} (a tab as \t).",
        )
    return Fault(
        token.start_pos,
        "the string that begins here is not closed on its line",
        r"Close it with a double quote; write a line break inside a string as \n, a quote as \".",
    )


def _open_bracket(text: str, token: Token) -> Fault | None:
    if token.type not in ("$END", "RPAR", "RSQB", "RBRACE"):
        return None
    stack = unclosed(text, token.start_pos)
    if token.type == "$END":
        return _never_closed(text, stack[-1]) if stack else None
    if not stack:
        return Fault(token.start_pos, f"there is nothing for this {found(token)} to close", "Leave it out.")
    bracket, closer = text[stack[-1]], CLOSERS[text[stack[-1]]]
    if closer == token.value:
        return None
    return Fault(
        token.start_pos,
        f'unexpected {found(token)}: the "{bracket}" of {_place(text, stack[-1])} is still open',
        f'Close it with "{closer}" first.',
    )


def _never_closed(text: str, opened: int) -> Fault:
    bracket = text[opened]
    return Fault(
        opened,
        f'the text ends, but the "{bracket}" opened at {_place(text, opened)} is not closed',
        f'Add "{CLOSERS[bracket]}" where it ends.',
    )


def _place(text: str, offset: int) -> str:
    position = Position.at(text, offset)
    return f"line {position.line}, column {position.column}"
