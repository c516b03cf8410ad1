"""How well a record fits a query by its words (specification of beliefs, section 8).

Exact for the small scopes that it is used in: no statistics, so a score depends on nothing but the record.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

LEXICAL_LIMIT: Final = 8
"""From this many records with text in a scope on, SEARCH ranks them instead."""

_STOP_TEXT = """
a an and are as at be by do does for from how in is it its my of on or that the this to was what when where
which who will with you your
"""
STOP_WORDS: Final = frozenset(_STOP_TEXT.split())
"""Words too common to tell anything; 35 of them."""

STEM_LENGTH: Final = 4
"""Words of at least this many characters also fit words that they begin, or that begin them."""


def lexical_relevance(query: str, surface: str) -> float:
    """The fraction (0 to 1) of the words of `query` that fit a word of `surface`; 0 if it has none."""
    wanted, given = words(query), words(surface)
    if not wanted:
        return 0.0
    return sum(_fits(word, given) for word in wanted) / len(wanted)


def searched_surface(text: str, payload: str, tags: Iterable[str]) -> str:
    """What of a record is searched: its text, its payload as JSON text, and its tags."""
    return " ".join([text, payload, " ".join(tags)])


def words(text: str) -> set[str]:
    """The words of `text` in lower case, cut at white space, without stop words; punctuation stays on."""
    return set(text.lower().split()) - STOP_WORDS


def _fits(word: str, given: set[str]) -> bool:
    if word in given:
        return True
    return len(word) >= STEM_LENGTH and any(_share_stem(word, other) for other in given)


def _share_stem(word: str, other: str) -> bool:
    return other.startswith(word) or (len(other) >= STEM_LENGTH and word.startswith(other))
