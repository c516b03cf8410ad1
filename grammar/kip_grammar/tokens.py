"""What the lexer hands to the parser."""

from __future__ import annotations

from typing import Protocol

from kip_grammar.ast import Span


class Token:
    """One token.  Far cheaper to make than Lark's own, which tracks lines and columns."""

    __slots__ = ("end_pos", "start_pos", "type", "value")

    # Lark copies these into its exceptions; positions are worked out from offsets when they are needed.
    line = column = end_line = end_column = 0

    def __init__(self, kind: str, value: str, start_pos: int, end_pos: int) -> None:
        self.type = kind
        self.value = value
        self.start_pos = start_pos
        self.end_pos = end_pos

    @property
    def span(self) -> Span:
        """Where the token stands."""
        return Span(self.start_pos, self.end_pos)


class Spanned(Protocol):
    """Whatever stands somewhere in the text."""

    @property
    def span(self) -> Span: ...


def covering(first: Spanned, last: Spanned) -> Span:
    """The span from the start of `first` to the end of `last`."""
    return Span(
        first.start_pos if type(first) is Token else first.span.start,
        last.end_pos if type(last) is Token else last.span.end,
    )
