"""Lucene's query syntax: the one place where a search becomes its text."""

from __future__ import annotations

from collections.abc import Iterable


def term(text: str, boost: int = 1) -> str:
    """The clause that finds exactly `text`, which holds no blanks; nothing in it is syntax."""
    quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return quoted if boost == 1 else f"{quoted}^{boost}"


def any_of(clauses: Iterable[str]) -> str:
    """What matches any clause; the more of them, the higher it ranks."""
    return " ".join(clauses)


def within(kind: str, query: str) -> str:
    """`query` among what has the term `kind`, which takes no part in the ranking."""
    return f"+{term(kind)}^0 +({query})"


def beginning(text: str) -> str:
    """The clause that finds terms that begin with `text`, which holds no blanks; nothing in it is syntax."""
    return "".join(char if char.isalnum() or char == "_" else f"\\{char}" for char in text) + "*"
