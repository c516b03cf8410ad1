"""From text to tokens, by one regular expression made of the grammar's terminals.

Lark's own lexers are written for every grammar; this one knows KIP's: which words are keywords, when a colon
opens a placeholder, how deep brackets may nest.  It is a third of the cost of a parse, where Lark's is two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lark.lexer import PatternStr, TerminalDef

from kip_grammar.fast import FAST_DEPTH, FAST_PATTERNS
from kip_grammar.limits import Limits, check_lower_bound, exceeded
from kip_grammar.tokens import Token

_BLANK = r"(?:[ \t\r\n]++|//[^\n]*+)*+"
_WORD = re.compile(r"[A-Za-z_]\w*")
_OPENING = {"LBRACE", "LSQB", "LPAR"}
_CLOSING = {"RBRACE", "RSQB", "RPAR"}
_NAMES = {"STRING", "PARAMETER"}
_BEFORE_KEY = {"LBRACE", "COMMA", "LPAR"}


class Lexer:
    """The lexer for one Lark grammar's terminals."""

    def __init__(self, terminals: Iterable[TerminalDef]) -> None:
        fixed = {t.pattern.value: t.name for t in terminals if isinstance(t.pattern, PatternStr)}
        self._keywords = {text: name for text, name in fixed.items() if _WORD.fullmatch(text)}
        self._punctuation = {text: name for text, name in fixed.items() if text not in self._keywords}
        ordinary = {t.name: t.pattern.value for t in terminals if not isinstance(t.pattern, PatternStr)}
        ordinary = {name: value for name, value in ordinary.items() if value}
        self._thorough = _alternation(ordinary, self._punctuation)
        self._fast = _alternation(FAST_PATTERNS | ordinary, self._punctuation)

    def tokens(self, text: str, limits: Limits, longest_fast: int) -> Iterator[Token]:
        """The tokens of `text`.  A fast token longer than `longest_fast` is read by the ordinary rules.

        Characters that begin no token come as tokens of type OTHER, which no rule accepts.
        """
        position, depth, negations = 0, 0, 0
        pattern, keywords, punctuation = self._fast, self._keywords, self._punctuation
        before = previous = ""
        while True:
            match = pattern.match(text, position)
            assert match is not None  # the alternation ends in "any character" and "end of text"
            kind = match.lastgroup or ""
            start, position = match.span(kind)
            if kind == "END":
                return
            if kind in FAST_PATTERNS and (
                position - start > longest_fast or depth + FAST_DEPTH > limits.nesting
            ):
                match = self._thorough.match(text, start)
                assert match is not None
                kind = match.lastgroup or ""
                start, position = match.span(kind)
            value = text[start:position]
            if kind == "IDENT":
                kind = keywords.get(value, kind)
            elif kind == "PUNCTUATION":
                kind = punctuation[value]
                if kind in _OPENING:
                    depth += 1
                elif kind in _CLOSING:
                    depth -= 1
            elif kind == "NUMBER" and previous == "LBRACE" and before in _NAMES:
                check_lower_bound(value, start, limits)
            elif kind == "PARAMETER" and before in _BEFORE_KEY and _is_key(previous, keywords):
                kind, value, position = "COLON", ":", start + 1
            negations = negations + 1 if kind == "BANG" else 0
            if depth > limits.nesting or negations > limits.nesting:
                raise _too_deep(start, limits)
            before, previous = previous, kind
            yield Token(kind, value, start, position)


def _alternation(patterns: dict[str, str], punctuation: Iterable[str]) -> re.Pattern[str]:
    fixed = "|".join(re.escape(text) for text in sorted(punctuation, key=len, reverse=True))
    groups = {"END": r"\Z", **patterns, "PUNCTUATION": fixed, "OTHER": "."}
    named = "|".join(f"(?P<{name}>{pattern})" for name, pattern in groups.items())
    return re.compile(f"{_BLANK}(?:{named})", re.DOTALL)


def _is_key(kind: str, keywords: dict[str, str]) -> bool:
    return kind in ("IDENT", "STRING") or kind in keywords.values()


def _too_deep(offset: int, limits: Limits) -> Exception:
    return exceeded(
        offset,
        "the depth of nested brackets (nesting)",
        limits.nesting,
        "Flatten the value or the pattern, or pass the value as a parameter.",
    )
