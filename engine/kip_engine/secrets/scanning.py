"""Finds credentials in a text."""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import NamedTuple

from .shapes import SHAPES


class Finding(NamedTuple):
    """A credential in a text, from `start` to before `end`; `label` names its shape."""

    start: int
    end: int
    label: str


def find_secret(text: str) -> str | None:
    """The label of a credential in `text`, None if there is none."""
    for label, find in SHAPES:
        for _ in find(text):
            return label
    return None


def find_secrets(text: str) -> list[Finding]:
    """The credentials in `text`, in order, without overlaps."""
    found: list[Finding] = []
    for label, find in SHAPES:
        for start, end in find(text):
            if _is_free(found, start, end):
                insort(found, Finding(start, end, label))
    return found


def _is_free(found: list[Finding], start: int, end: int) -> bool:
    after = bisect_left(found, (start,))
    free_behind = after == len(found) or found[after].start >= end
    return free_behind and (after == 0 or found[after - 1].end <= start)
