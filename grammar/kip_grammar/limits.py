"""The bounds on one command's text (beyond them: KIP_4002), and the checks that need no parser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kip_grammar.faults import Fault
from kip_grammar.tokens import Token


@dataclass(frozen=True, slots=True)
class Limits:
    """What a command's text may hold at most.  Sizes are bytes of UTF-8."""

    command_bytes: int = 1024 * 1024
    nesting: int = 64
    value_bytes: int = 256 * 1024
    path_lower: int = 64


DEFAULT_LIMITS = Limits()


def utf8_length(text: str) -> int:
    """The length of `text` in UTF-8; a lone surrogate counts as three bytes."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def exceeds(text: str, most: int) -> bool:
    """Whether `text` is longer than `most` bytes, without encoding it where its length decides."""
    return len(text) > most or (4 * len(text) > most and utf8_length(text) > most)


def exceeded(offset: int, limit: str, most: int, what_to_do: str) -> Fault:
    """The KIP_4002 that names the limit, its value and the way round it."""
    return Fault(offset, f"{limit} exceeds the limit of {most}", what_to_do, code="KIP_4002")


def check_size(text: str, limits: Limits) -> None:
    """Refuse a command that is too long."""
    if exceeds(text, limits.command_bytes):
        raise exceeded(
            0,
            "the command's size in bytes (command_bytes)",
            limits.command_bytes,
            "Split it into several commands, pass large values as parameters, or import it as a capsule.",
        )


def check_lower_bound(digits: str, offset: int, limits: Limits) -> None:
    """Hold the number that opens a quantifier to `path_lower`: each step costs a round over the graph."""
    if digits.isdigit() and (len(digits) > 18 or int(digits) > limits.path_lower):
        raise exceeded(
            offset,
            "a path's lower bound (path_lower)",
            limits.path_lower,
            'Ask for fewer steps, or leave the upper bound open: "predicate"{1,}.',
        )


def measured(tokens: Iterator[Token], text: str, limits: Limits) -> Iterator[Token]:
    """The same tokens, with every value that follows a key's colon held to `value_bytes`."""
    opened: list[int] = []
    after_colon = False
    for token in tokens:
        kind = token.type
        if kind in ("LBRACE", "LSQB", "LPAR"):
            opened.append(token.start_pos if after_colon else -1)
        elif kind == "STRING":
            _check_value(text, token.start_pos, token.end_pos, limits)
        elif kind in ("RBRACE", "RSQB", "RPAR") and opened and (start := opened.pop()) >= 0:
            _check_value(text, start, token.end_pos, limits)
        after_colon = kind == "COLON"
        yield token


def _check_value(text: str, start: int, end: int, limits: Limits) -> None:
    if exceeds(text[start:end], limits.value_bytes):
        raise exceeded(
            start,
            "an inline value's size in bytes (value_bytes)",
            limits.value_bytes,
            "Pass the value as a parameter: write :name in its place.",
        )
