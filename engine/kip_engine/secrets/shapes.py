"""The shapes of credentials.  Each is found in time linear in the text, whatever the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]
Finder: TypeAlias = Callable[[str], Iterator[Span]]


def like(pattern: str) -> Finder:
    """Finds what matches `pattern`, which must not be able to fail slowly from many starts."""
    compiled = re.compile(pattern, re.VERBOSE)
    return lambda text: (match.span() for match in compiled.finditer(text))


def between(begin: str, end: str) -> Finder:
    """Finds from each `begin` to the next `end`.  Stops at the first `begin` without one."""
    opening, closing = re.compile(begin), re.compile(end)

    def find(text: str) -> Iterator[Span]:
        position = 0
        while (first := opening.search(text, position)) and (last := closing.search(text, first.end())):
            yield first.start(), last.end()
            position = last.end()

    return find


def inside(run: str, head: str, tail: str) -> Finder:
    """Finds `head` and the rest of the longest run of `run` around it, if `tail` follows at once.

    The run is looked at as a whole: from each possible head anew it would take quadratic time.
    """
    runs = re.compile(rf"(?<!{run}){run}+(?=({tail}))")
    heads = re.compile(head)

    def find(text: str) -> Iterator[Span]:
        position = 0
        for match in runs.finditer(text):
            if first := heads.search(text, max(position, match.start()), match.end()):
                position = match.end(1)
                yield first.start(), position

    return find


_BASE64URL = "[A-Za-z0-9_-]"
_NAMES = r"(?:api[_-]?key | secret | token | passw(?:or)?d | (?:access|private)[_-]?key)"

SHAPES: tuple[tuple[str, Finder], ...] = (
    (
        "private_key_block",
        between("-----BEGIN [A-Z ]*PRIVATE KEY-----", "-----END [A-Z ]*PRIVATE KEY-----"),
    ),
    ("aws_access_key", like(r"\b A(?:KI|SI)A [0-9A-Z]{16} \b")),
    ("openai_key", like(r"\b sk- [A-Za-z0-9]{20,} \b")),
    ("github_token", like(r"\b gh[oprsu]_ [A-Za-z0-9]{20,} \b")),
    ("slack_token", like(r"\b xox[abprs]- [A-Za-z0-9-]{10,} \b")),
    (
        "jwt",
        inside(_BASE64URL, rf"\beyJ{_BASE64URL}{{10,}}", rf"(?:\.{_BASE64URL}{{10,}}){{2}}\b"),
    ),
    ("url_credentials", inside("[a-z0-9+.-]", r"\b[a-z]", r"://[^\s:/@]+:[^\s:/@]+@")),
    ("bearer_token", like(r"\b Bearer \s+ [A-Za-z0-9._-]{16,} \b")),
    ("sensitive_assignment", like(rf"(?i: \b {_NAMES} \b \s* [:=] \s* ['\"]? [^\s'\"]{{6,}} )")),
)
"""Label and finder of each shape, the most specific first: where two overlap, the first has it."""
