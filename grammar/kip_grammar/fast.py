"""Short cuts of the lexer: whole maps of literals, and other frequent shapes, as single tokens.

Bulk import reads little else.  A text that fits none of these patterns takes the ordinary rules; a text that
fits gives the same tree either way (tests/grammar/test_fast.py compares both).  Every quantifier is
possessive and the branches of every alternation differ in their first character, so that a text which fails
to match fails in linear time.
"""

from __future__ import annotations

import json
import re
from typing import Any

from kip_grammar.tokens import Token

_S = r"[ \t\r\n]*+"
_KEYNAME = r"[A-Za-z_][A-Za-z0-9_]*+"
_STRING = r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\x00-\x1f]*+)*+"'
# Numbers that surely fit 64 bits, and floats that surely don't overflow.
_NUMBER = r"-?(?:0|[1-9][0-9]{0,17}+)(?:\.[0-9]++)?+(?:[eE][+-]?[0-9]{1,2}+)?+(?![A-Za-z0-9_.])"
_SCALAR = rf"(?>{_STRING}|{_NUMBER}|(?:true|false|null)(?![A-Za-z0-9_]))"
_KEY = rf"(?>{_KEYNAME}|{_STRING}){_S}:{_S}"


def _list(item: str) -> str:
    return rf"\[{_S}(?:{item}{_S}(?:,{_S}|(?=\])))*+\]"


def _map(value: str) -> str:
    return rf"\{{{_S}(?:{_KEY}{value}{_S}(?:,{_S}|(?=\}})))*+\}}"


def _value(levels: int) -> str:
    if levels == 0:
        return _SCALAR
    inner = _value(levels - 1)
    return rf"(?>{_SCALAR}|{_list(inner)}|{_map(inner)})"


_MAP = _map(_value(2))
FAST_DEPTH = 3
"""How deep the brackets of a fast token nest at most."""

FAST_PATTERNS = {
    "SET_ATTRIBUTES_MAP": rf"SET[ \t\r\n]++ATTRIBUTES{_S}{_MAP}",
    "WITH_METADATA_MAP": rf"WITH[ \t\r\n]++METADATA{_S}{_MAP}",
    "MATCHER_OF_STRINGS": (rf"\{{{_S}type{_S}:{_S}{_STRING}{_S}(?:,{_S}name{_S}:{_S}{_STRING}{_S})?+\}}"),
    "ENTRY_TO_HANDLE": rf"\({_S}{_STRING}{_S},{_S}\?{_KEYNAME}{_S}\)",
}

_INNER = re.compile(rf"{_STRING}|\?{_KEYNAME}")
_KEY_EDGE = re.compile(rf"\b(?=[A-Za-z_][A-Za-z0-9_]*+{_S}:)|(?<=[A-Za-z0-9_])(?={_S}:)")
_TRAILING_COMMA = re.compile(rf",(?={_S}[}}\]])")
_PIECE = re.compile(rf"({_STRING})|({_KEYNAME})(?={_S}:)|(,)(?={_S}[}}\]])")
_QUOTE = "\x01"  # stands for the quotes to add; control characters never occur in these texts


class DuplicateKey(ValueError):
    """An object literal names a key twice."""


def decode_map(text: str) -> dict[str, Any]:
    """The map of literals `text`, which one of the fast patterns has matched."""
    result: dict[str, Any] = _DECODER.decode(_as_json(text))
    return result


def strings_in(token: Token) -> list[Token]:
    """The strings and variables of a MATCHER_OF_STRINGS or an ENTRY_TO_HANDLE, each with its own place."""
    start = token.start_pos
    return [
        Token("", match[0], start + match.start(), start + match.end())
        for match in _INNER.finditer(token.value)
    ]


def _as_json(text: str) -> str:
    if "\\" in text:
        return _PIECE.sub(_json_piece, text)
    parts = text.split('"')
    outside = _KEY_EDGE.sub(_QUOTE, '"'.join(parts[::2]))
    parts[::2] = _TRAILING_COMMA.sub("", outside).split('"')
    return '"'.join(parts).replace(_QUOTE, '"')


def _json_piece(match: re.Match[str]) -> str:
    string, key, _comma = match.groups()
    return string or (f'"{key}"' if key else "")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        raise DuplicateKey
    return result


_DECODER = json.JSONDecoder(object_pairs_hook=_unique)
