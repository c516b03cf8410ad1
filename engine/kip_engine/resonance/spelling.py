"""When one word stands for another: mistyped, or in another form."""

from __future__ import annotations

import re

from . import fillers

FIRST_EDIT = 5
"""From how many characters on a word may have one edit."""

SECOND_EDIT = 9
"""From how many characters on it may have two."""

SHORTEST_FILLER = 3
"""From how many characters on a filler may have one edit."""

_ENDINGS: tuple[tuple[str, str, int], ...] = (
    ("s", "", 3),
    ("es", "", 4),
    ("d", "", 4),
    ("ed", "", 4),
    ("ing", "", 4),
    ("ing", "e", 3),
    ("ies", "y", 3),
    ("ied", "y", 3),
)
"""Inflections: an ending, what stands in its place without it, and how many characters must be left."""

_DOUBLED = re.compile(r"(\w)\1\Z")


def misspelled(word: str, meant: str, frame: frozenset[str] = frozenset()) -> bool:
    """Whether `word` may be `meant`, mistyped: same first character, one edit or for long words two.

    From 4 characters on two neighbours may be swapped or one doubled.  A word of the `frame` names nothing:
    it may have that at any length, and any edit that doesn't lengthen it from 3 characters on.
    """
    if has_digit(word) or has_digit(meant):
        return False
    distance = edit_distance(word, meant)
    slipped = distance == 1 and (sorted(word) == sorted(meant) or _is_doubled(word, meant))
    if meant in frame:
        short = distance == 1 and SHORTEST_FILLER <= len(meant) >= len(word)
        return slipped or short or _is_edited(word, meant, distance)
    return (slipped and len(meant) >= FIRST_EDIT - 1) or _is_edited(word, meant, distance)


def _is_edited(word: str, meant: str, distance: int) -> bool:
    allowed = (len(meant) >= FIRST_EDIT) + (len(meant) >= SECOND_EDIT)
    return word[0] == meant[0] and distance <= allowed


def edit_distance(word: str, meant: str) -> int:
    """How many edits make `word` of `meant`, a swap of neighbours being one; 3 if it is more than two."""
    from rapidfuzz.distance import OSA

    return OSA.distance(word, meant, score_cutoff=2)


def _is_doubled(word: str, meant: str) -> bool:
    """Whether `word` is `meant` with one character typed twice."""
    return any(
        word[:place] + word[place + 1 :] == meant
        for place in range(1, len(word))
        if word[place] == word[place - 1]
    )


def inflected(word: str, meant: str) -> bool:
    """Whether `word` and `meant` are forms of one word: `keys` and `key`, `bought` and `buy`."""
    return not has_digit(word) and not _stems(word).isdisjoint(_stems(meant))


def has_digit(word: str) -> bool:
    """Whether any character of `word` is a digit."""
    return any(map(str.isdigit, word))


def _stems(word: str) -> set[str]:
    """`word`, and what it may be a form of."""
    cut = ((word.removesuffix(end), put, left) for end, put, left in _ENDINGS if word.endswith(end))
    stems = {stem + put for stem, put, left in cut if len(stem) >= left}
    return {word, *stems, *(_DOUBLED.sub(r"\1", stem) for stem in stems), *fillers.bases(word)}
