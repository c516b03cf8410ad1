"""The content guard: a question is answered only by a pair that knows everything it names.

*Content tokens* are the words with digits, and all others that aren't fillers of their language.  One that
the pair hasn't, not even misspelled, makes it the answer to another question, however alike they look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from . import fillers
from .forms import canonical, folded
from .texts import Token, tokens, unblanked

if TYPE_CHECKING:
    from .fillers import Fillers

FIRST_EDIT = 5
SECOND_EDIT = 9
_ENDINGS = {"s": 3, "es": 4, "d": 4, "ed": 4, "ing": 4}
"""Inflections, and how many characters must be left of a word without them."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What the tokens of a question are held against: the texts of a context and of what it leads to."""

    text: str
    tokens: frozenset[str]

    @classmethod
    def of(cls, *texts: str) -> Pair:
        """The pair of these texts."""
        found = frozenset(token.text for text in texts for token in tokens(text))
        whole = canonical("\n".join(texts))
        return cls(f"{whole}\n{_unblanked_filler().sub('', whole)}", found)

    def holds(self, word: str) -> bool:
        """Whether the pair has `word`, accents apart."""
        if unblanked(word):
            return word in self.text
        return word in self.tokens or folded(word) in map(folded, self.tokens)

    def spells(self, word: str, frame: frozenset[str] = frozenset()) -> bool:
        """Whether `word` is a misspelling or an inflection of a word of the pair; `frame` are its fillers."""
        return not unblanked(word) and any(misspelled(word, token, frame) for token in self.tokens)


@dataclass(frozen=True, slots=True)
class Content:
    """The content tokens of a question, by what a pair makes of them: `known`, `misspelled` or `unknown`.

    A misspelled one is forgiven unless it is itself stored elsewhere.
    """

    known: tuple[str, ...]
    misspelled: tuple[str, ...]
    unknown: tuple[str, ...]


def content(question: str, pair: Pair) -> Content:
    """What `question` names, held against `pair`, which also helps to tell its language."""
    found = tokens(question)
    lists = fillers.fillers_of([*(token.text for token in found), *pair.tokens])
    frame = _frame(lists)
    named = list(dict.fromkeys(_content(question, found, lists, pair)))
    known = [word for word in named if pair.holds(word)]
    mistyped = [word for word in named if word not in known and pair.spells(word, frame)]
    unknown = [word for word in named if word not in known and word not in mistyped]
    return Content(tuple(known), tuple(mistyped), tuple(unknown))


def frame_of(*texts: str) -> frozenset[str]:
    """The fillers of the language that `texts` are in."""
    return _frame(fillers.fillers_of(token.text for text in texts for token in tokens(text)))


def misspelled(word: str, meant: str, frame: frozenset[str] = frozenset()) -> bool:
    """Whether `word` is `meant`, mistyped: same first character, one edit from 5 characters on, two from 9.

    A word of the `frame` may be mistyped from 4 characters on, and with two neighbours swapped from 3: no
    name is meant there.
    """
    from rapidfuzz.distance import OSA

    if _has_digit(word) or _has_digit(meant):
        return False
    if meant in frame and len(meant) >= FIRST_EDIT - 2 and sorted(word) == sorted(meant):
        return OSA.distance(word, meant) <= 1
    first = FIRST_EDIT - (meant in frame)
    allowed = (len(meant) >= first) + (len(meant) >= SECOND_EDIT)
    return word[0] == meant[0] and (
        _inflected(word, meant) or OSA.distance(word, meant, score_cutoff=allowed) <= allowed > 0
    )


def _content(question: str, found: list[Token], lists: tuple[Fillers, ...], pair: Pair) -> Iterator[str]:
    if any(unblanked(token.text) for token in found):
        yield from _unblanked_content(question)
    for token in found:
        if not unblanked(token.text) and not _is_filler(question, token, lists, pair):
            yield token.text


def _is_filler(question: str, token: Token, lists: tuple[Fillers, ...], pair: Pair) -> bool:
    if _has_digit(token.text):
        return False
    if token.clitic:
        return True
    if not lists or not all(_is_said(token.text, words, pair) for words in lists):
        return False
    return not (all(words.capitals for words in lists) and _is_name(question, token))


def _is_said(word: str, words: Fillers, pair: Pair) -> bool:
    if word in words.words:
        return True
    return any(ask in pair.tokens and word in put for ask, put in words.asks.items())


def _is_name(question: str, token: Token) -> bool:
    """Whether `token` is written as a name: with a capital, right after another word of a mixed-case text."""
    data = question.encode()
    written = data[token.start : token.end].decode()
    before = data[: token.start].decode().rstrip()
    return len(written) > 1 and written[0].isupper() and question.lower() != question and _goes_on(before)


def _goes_on(before: str) -> bool:
    return bool(before) and before[-1].isalnum() and any(map(str.islower, before))


def _unblanked_content(question: str) -> Iterator[str]:
    """What is left of the unblanked runs of `question` without fillers, in pairs of characters."""
    for piece in _unblanked_filler().sub(" ", canonical(question)).split():
        for token in tokens(piece):
            if unblanked(token.text):
                yield token.text


@cache
def _unblanked_filler() -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, fillers.unblanked_fillers())))


def _frame(lists: tuple[Fillers, ...]) -> frozenset[str]:
    return frozenset[str]().union(*(words.words for words in lists))


def _inflected(word: str, meant: str) -> bool:
    return not _stems(word).isdisjoint(_stems(meant))


def _stems(word: str) -> set[str]:
    stems = ((word.removesuffix(ending), left) for ending, left in _ENDINGS.items() if word.endswith(ending))
    return {word, *(stem for stem, left in stems if len(stem) >= left)}


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))
