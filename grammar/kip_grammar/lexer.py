"""From text to tokens, by one regular expression made of the grammar's terminals.

Lark's own lexers are written for every grammar; this one knows KIP's: which words are keywords, when a colon
opens a placeholder, how deep brackets may nest.  So it takes a quarter of a parse's time, not most of it.
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
_DEPTHS = {"LBRACE": 1, "LSQB": 1, "LPAR": 1, "RBRACE": -1, "RSQB": -1, "RPAR": -1}
_NAMES = {"STRING", "PARAMETER"}
_BEFORE_KEY = {"LBRACE", "COMMA", "LPAR"}


class Lexer:
    """The lexer for one Lark grammar's terminals."""

    def __init__(self, terminals: Iterable[TerminalDef]) -> None:
        fixed = {t.pattern.value: t.name for t in terminals if isinstance(t.pattern, PatternStr)}
        self._keywords = {text: name for text, name in fixed.items() if _WORD.fullmatch(text)}
        self._keyword_names = set(self._keywords.values())
        self._punctuation = {text: name for text, name in fixed.items() if text not in self._keywords}
        ordinary = {t.name: t.pattern.value for t in terminals if not isinstance(t.pattern, PatternStr)}
        ordinary = {name: value for name, value in ordinary.items() if value}
        self._thorough = _alternation(ordinary, self._punctuation)
        self._fast = _alternation(FAST_PATTERNS | ordinary, self._punctuation)

    def tokens(self, text: str, limits: Limits, longest_fast: int) -> Iterator[Token]:
        """The tokens of `text`.  A fast token longer than `longest_fast` is read by the ordinary rules.

        Characters that begin no token come as tokens of type OTHER, which no rule accepts.
        """
        keywords, punctuation = self._keywords, self._punctuation
        position, depth, negations, before, previous = 0, 0, 0, "", ""
        while True:
            longest = longest_fast if depth + FAST_DEPTH <= limits.nesting else 0
            kind, start, position = self._next(text, position, longest)
            if kind == "END":
                return
            value = text[start:position]
            if kind == "IDENT":
                kind = keywords.get(value, kind)
            elif kind == "PUNCTUATION":
                kind = punctuation[value]
                depth += _DEPTHS.get(kind, 0)
            elif kind == "PARAMETER" and before in _BEFORE_KEY and self._is_key(previous):
                kind, value, position = "COLON", ":", start + 1
            elif kind == "NUMBER" and previous == "LBRACE" and before in _NAMES:
                check_lower_bound(value, start, limits)
            negations = negations + 1 if kind == "BANG" else 0
            if depth > limits.nesting or negations > limits.nesting:
                raise _too_deep(start, limits)
            before, previous = previous, kind
            yield Token(kind, value, start, position)

    def _next(self, text: str, position: int, longest_fast: int) -> tuple[str, int, int]:
        """The kind, start and end of the token at or after `position`."""
        match = self._fast.match(text, position)
        assert match is not None  # the alternation ends in "any character" and "end of text"
        kind = match.lastgroup or ""
        start, end = match.span(kind)
        if kind in FAST_PATTERNS and end - start > longest_fast:
            match = self._thorough.match(text, start)
            assert match is not None
            kind = match.lastgroup or ""
            start, end = match.span(kind)
        return kind, start, end

    def _is_key(self, kind: str) -> bool:
        return kind in ("IDENT", "STRING") or kind in self._keyword_names


def _alternation(patterns: dict[str, str], punctuation: Iterable[str]) -> re.Pattern[str]:
    fixed = "|".join(re.escape(text) for text in sorted(punctuation, key=len, reverse=True))
    groups = {"END": r"\Z", **patterns, "PUNCTUATION": fixed, "OTHER": "."}
    named = "|".join(f"(?P<{name}>{pattern})" for name, pattern in groups.items())
    return re.compile(f"{_BLANK}(?:{named})", re.DOTALL)


def _too_deep(offset: int, limits: Limits) -> Exception:
    return exceeded(
        offset,
        "the depth of nested brackets (nesting)",
        limits.nesting,
        "Flatten the value or the pattern.",
    )
