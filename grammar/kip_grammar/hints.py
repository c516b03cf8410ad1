"""Hints: what to do about mistakes that are common.  The rows are data, in hints.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Set
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

MARK = "▸"
_REACH = 300


@dataclass(frozen=True, slots=True)
class Hint:
    """One row: where it applies, what it says, and a pair of texts that show it."""

    id: str
    pattern: re.Pattern[str]
    hint: str
    wrong: str
    right: str
    expects: str = ""
    code: str = "KIP_1001"


@cache
def all_hints() -> tuple[Hint, ...]:
    """Every row, in the order in which they are tried."""
    rows = tomllib.loads(files("kip_grammar").joinpath("hints.toml").read_text(encoding="utf-8"))["hint"]
    return tuple(Hint(**{**row, "pattern": re.compile(row["pattern"], re.DOTALL)}) for row in rows)


def find_hint(text: str, offset: int, accepted: Set[str]) -> tuple[Hint, str] | None:
    """The row for a fault at `offset`, where the grammar accepts the terminals `accepted`, and its words."""
    around = text[max(0, offset - _REACH) : offset] + MARK + text[offset : offset + _REACH]
    for hint in all_hints():
        if not hint.expects or hint.expects in accepted:
            match = hint.pattern.search(around)
            if match:
                return hint, _filled(hint.hint, match)
    return None


def _filled(template: str, match: re.Match[str]) -> str:
    if "word" not in match.re.groupindex:
        return template
    word = match["word"]
    return template.format(word=word, WORD=word.upper())
