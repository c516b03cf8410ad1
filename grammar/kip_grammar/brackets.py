"""Which brackets are open at a place of a text."""

from __future__ import annotations

import re

CLOSERS = {"(": ")", "[": "]", "{": "}"}
_SCAN = re.compile(r'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?|//[^\n]*+|([()\[\]{}])')


def unclosed(text: str, end: int) -> list[int]:
    """The offsets of the brackets opened and not closed before `end`, the innermost last."""
    stack: list[int] = []
    for match in _SCAN.finditer(text, 0, end):
        bracket = match[1]
        if bracket in CLOSERS:
            stack.append(match.start())
        elif bracket and stack:
            stack.pop()
    return stack
