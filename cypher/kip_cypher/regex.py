"""REGEX: RE2's syntax, run by Java inside Neo4j only where that is safe.

Java's engine backtracks and can't be interrupted, so only simple patterns go there: a row of single atoms, at
most one of them repeated without bound, counting the search for an unanchored start.  All others are run by
RE2 itself, in the engine, over the distinct values of the tested path.
"""

from __future__ import annotations

import functools
import re
from typing import Any

import re2

from kip_grammar.errors import KipError

_CLASS = r"\[\^?(?:[^\[\]\\&]|\\[dwDW]|\\[^A-Za-z0-9])+\]"
_ATOM = re.compile(
    rf"(?P<atom>\\[dwDW]|\\[^A-Za-z0-9]|{_CLASS}|[^\\\[\](){{}}^$|*+?.]|\.)"
    r"(?P<repeat>[*+?](?![*+?{])|\{\d{1,2}(?:,\d{1,2})?\}(?![*+?{]))?"
)
_UNBOUNDED = ("*", "+")


def check_pattern(pattern: str) -> None:
    """Raises KIP_1001, naming the part, for a pattern that RE2 refuses."""
    _compiled(pattern)


def search(pattern: str, text: str) -> bool:
    """Whether `text` holds a match of `pattern` anywhere."""
    return _compiled(pattern).search(text) is not None


@functools.lru_cache(maxsize=256)
def _compiled(pattern: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        raise _refused(pattern, error) from None


def _refused(pattern: str, error: Exception) -> KipError:
    reason = error.args[0] if error.args else error
    shown = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
    return KipError(
        "KIP_1001",
        f"The REGEX pattern {pattern[:80]!r} is not valid: {shown}.",
        hint="Patterns have RE2's syntax: no look-around such as (?=…) and no back-references such as \\1.",
    )


def java_pattern(pattern: str) -> str | None:
    """`pattern` for Cypher's `=~` (which matches whole strings), or None if Java should not run it."""
    anchored, body, ended = _anchors(pattern)
    atoms = _atoms(body)
    if atoms is None:
        return None
    unbounded = sum(repeat in _UNBOUNDED for _, repeat in atoms) + (not anchored)
    if unbounded > 1:
        return None
    translated = "".join(_java_atom(atom) + repeat for atom, repeat in atoms)
    return ("" if anchored else "(?s:.*)") + translated + ("" if ended else "(?s:.*)")


def _anchors(pattern: str) -> tuple[bool, str, bool]:
    anchored = pattern.startswith("^")
    body = pattern[1:] if anchored else pattern
    ended = body.endswith("$") and not body.endswith("\\$")
    return anchored, body[:-1] if ended else body, ended


def _atoms(body: str) -> list[tuple[str, str]] | None:
    atoms, place = [], 0
    while place < len(body):
        match = _ATOM.match(body, place)
        if match is None:
            return None
        atoms.append((match["atom"], match["repeat"] or ""))
        place = match.end()
    return atoms


def _java_atom(atom: str) -> str:
    return "[^\\n]" if atom == "." else atom
