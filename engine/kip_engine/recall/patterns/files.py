"""Reads the pattern files."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kip_cypher.signature import Placeholders
from kip_grammar import ast, parse
from kip_grammar.errors import KipError

from .uses import Uses, uses

LETTERS = "ABCDEFGHIJKL"
AROUND = "around"
SLOT = "{predicates}"
EVERYWHERE: dict[str, Any] = {"limit": 20, "most": 100}
"""What every pattern may use: how many rows a statement gives, few or many."""

_TITLE = re.compile(r"// \w+: (.+)")
_STATEMENT = re.compile(r"^// ([a-z_]+): (.+)$", re.MULTILINE)
_PARAMETER = re.compile(r"^// :(\w+)\s+(.*?)(?:\s+= (.+))?$", re.MULTILINE)
_ALTERNATIVES = re.compile(r"^// \{predicates\}\s+(.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a pattern: its text, the parameters it needs, the types and predicates it names.

    `columns` are the variables that it finds, `hit` for a SEARCH, `domain` for DESCRIBE DOMAINS.
    """

    name: str
    purpose: str
    text: str
    parameters: frozenset[str]
    uses: Uses
    columns: tuple[str, ...]

    @property
    def has_slot(self) -> bool:
        """Whether predicates are to be filled in."""
        return SLOT in self.text


@dataclass(frozen=True, slots=True)
class Pattern:
    """A file of statements; `text` is the whole file, `defaults` what parameters are if they aren't given."""

    letter: str
    title: str
    text: str
    defaults: dict[str, Any]
    alternatives: tuple[str, ...]
    statements: tuple[Statement, ...]

    def statement(self, name: str) -> Statement:
        """The statement `name`, which is there."""
        return next(one for one in self.statements if one.name == name)


def patterns() -> list[Pattern]:
    """All twelve, A to L."""
    return [_read(letter) for letter in LETTERS]


def pattern(letter: str) -> Pattern:
    """The pattern with that letter, in either case.  Raises KIP_3002 if there is none."""
    if isinstance(letter, str) and len(letter) == 1 and letter.upper() in LETTERS:
        return _read(letter.upper())
    raise KipError(
        "KIP_3002",
        f"There is no pattern {letter!r:.40}.",
        hint="They are A to L; `kip recall --patterns` shows them.",
    )


def around() -> Pattern:
    """What recall asks besides."""
    return _read(AROUND)


@cache
def _read(letter: str) -> Pattern:
    text = files(__package__).joinpath(f"{letter}.kip").read_text(encoding="utf-8")
    found = list(_STATEMENT.finditer(text, text.index("\n")))
    header = text[: found[0].start()]
    title = _TITLE.match(text)
    alternatives = _ALTERNATIVES.search(header)
    assert title is not None
    return Pattern(
        letter,
        title[1],
        text,
        EVERYWHERE | {name: json.loads(value) for name, _, value in _PARAMETER.findall(header) if value},
        tuple(alternatives[1].split(" | ")) if alternatives else (),
        tuple(
            _statement(one[1], one[2], text[one.end() : after])
            for one, after in zip(found, [*(next_.start() for next_ in found[1:]), len(text)], strict=True)
        ),
    )


def _statement(name: str, purpose: str, text: str) -> Statement:
    text = text.strip()
    parsed = parse(text.replace(SLOT, '"a"'))
    parameters = frozenset(name for name, _ in Placeholders.of(parsed).offsets)
    used = uses(parsed, {"a"} if SLOT in text else set())
    return Statement(name, purpose, text, parameters, used, _columns(parsed))


def _columns(statement: ast.Statement) -> tuple[str, ...]:
    if not isinstance(statement, ast.Find):
        return ("hit",) if isinstance(statement, ast.Search) else ("domain",)
    return tuple(each.name for each in statement.expressions if isinstance(each, ast.Variable))
