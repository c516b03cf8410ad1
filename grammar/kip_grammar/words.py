"""The grammar's terminals in human words."""

from __future__ import annotations

from collections.abc import Iterable, Set

from kip_grammar.errors import printable
from kip_grammar.fast import FAST_PATTERNS
from kip_grammar.tokens import Token

_PUNCTUATION = {
    "LPAR": "(",
    "RPAR": ")",
    "LBRACE": "{",
    "RBRACE": "}",
    "LSQB": "[",
    "RSQB": "]",
    "COMMA": ",",
    "COLON": ":",
    "VBAR": "|",
    "BANG": "!",
    "AND": "&&",
    "OR": "||",
}
_NAMES = {
    "VARIABLE": "a ?variable",
    "PATH": "a dot path",
    "PARAMETER": "a :placeholder",
    "STRING": "a string",
    "NUMBER": "a number",
    "IDENT": "a function",
    "COMPARISON": "a comparison operator",
    "TRUE": "true",
    "FALSE": "false",
    "NULL": "null",
    "$END": "the end of the text",
}
STATEMENTS = ("FIND", "SEARCH", "DESCRIBE", "EXPORT", "UPSERT", "UPDATE", "MERGE", "DELETE")
# Sets that have a name of their own, the larger ones first.
_GROUPS: tuple[tuple[str, frozenset[str]], ...] = (
    (
        "a statement",
        frozenset(["FIND", "SEARCH", "DESCRIBE", "EXPORT", "UPSERT", "UPDATE", "MERGE", "DELETE"]),
    ),
    ("a clause", frozenset({"VARIABLE", "LPAR", "FILTER", "NOT", "OPTIONAL", "UNION"})),
    ("a value", frozenset({"STRING", "NUMBER", "TRUE", "FALSE", "NULL", "PARAMETER", "LSQB", "LBRACE"})),
    ("a literal or :placeholder", frozenset({"STRING", "NUMBER", "TRUE", "FALSE", "NULL", "PARAMETER"})),
    ("a string or :placeholder", frozenset({"STRING", "PARAMETER"})),
    ("a ?variable or path", frozenset({"VARIABLE", "PATH"})),
    ("a pattern, {…} or (…)", frozenset({"LBRACE", "LPAR"})),
)
# A key may be any keyword, so where these stand together every word does.
_KEY = frozenset({"IDENT", "STRING", "FIND", "WHERE", "LIMIT"})
_NO_WORDS = frozenset({*_PUNCTUATION, "VARIABLE", "PATH", "PARAMETER", "NUMBER"})
_MOST = 5


def expectation(accepted: Set[str], *, in_filter: bool = False) -> str:
    """What could stand in a place, such as `a string or a :placeholder, or "}"`; at most five things."""
    terminals = set(accepted) - FAST_PATTERNS.keys()
    words: list[str] = []
    if terminals >= _KEY:
        words += _keys(terminals, in_filter)
        terminals &= _NO_WORDS
    words += _named(terminals)
    shown = words[:_MOST]
    if len(words) > _MOST:
        shown.append("others")
    return ", ".join(shown[:-1]) + ", or " + shown[-1] if len(shown) > 1 else "".join(shown)


def meant(accepted: Set[str]) -> Set[str]:
    """`accepted` without the keywords that may stand in a place only because any word can be a key."""
    return accepted & (_NO_WORDS | {"IDENT", "STRING"}) if accepted >= _KEY else accepted


def _keys(terminals: set[str], in_filter: bool) -> tuple[str, ...]:
    """The keys of a place: those of a matcher, that of a link, or any.

    Maps of values may end before a key, objects in a FILTER only at their beginning, matchers never.
    """
    if "LPAR" in terminals:
        return ("id",)
    return ("a key",) if in_filter or "RBRACE" in terminals else ("id", "type", "name")


def _named(terminals: set[str]) -> Iterable[str]:
    for words, group in _GROUPS:
        if group <= terminals:
            yield words
            terminals = terminals - group
    for terminal in sorted(terminals, key=_rank):
        yield name_of(terminal)


def _rank(terminal: str) -> tuple[int, str]:
    return (0 if terminal in _NAMES else 1 if terminal not in _PUNCTUATION else 2, terminal)


def name_of(terminal: str) -> str:
    """One terminal in words."""
    if terminal in _PUNCTUATION:
        return f'"{_PUNCTUATION[terminal]}"'
    return _NAMES.get(terminal, terminal)


def found(token: Token) -> str:
    """What stands in a place instead."""
    text = token.value if len(token.value) <= 40 else f"{token.value[:37]}…"
    if len(text) == 1 and not text.isprintable():
        return f"character U+{ord(text):04X}"
    if text.startswith('"'):
        return printable(text) if len(text) > 1 else "a double quote"
    return f'"{printable(text)}"'
