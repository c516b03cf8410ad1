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
from .spelling import has_digit, inflected, misspelled
from .texts import Token, tokens, unblanked

if TYPE_CHECKING:
    from .fillers import Fillers


@dataclass(frozen=True, slots=True)
class Pair:
    """What a question is held against: the texts of a context and of what it leads to, and their tokens."""

    left: str
    text: str
    tokens: frozenset[str]
    spoken: frozenset[str]

    @classmethod
    def of(cls, left: str, right: str) -> Pair:
        """The pair of these texts."""
        found = [*tokens(left), *tokens(right)]
        whole = canonical(f"{left}\n{right}")
        return cls(
            left,
            f"{whole}\n{_unblanked_filler().sub('', whole)}",
            frozenset(folded(token.text) for token in found),
            frozenset(map(_spoken, found)),
        )

    def holds(self, word: str) -> bool:
        """Whether the pair has `word`, accents apart."""
        return word in self.text if unblanked(word) else folded(word) in self.tokens

    def inflects(self, word: str) -> bool:
        """Whether the pair has another form of `word`."""
        return not unblanked(word) and any(inflected(word, token) for token in self.tokens)

    def spells(self, word: str, frame: frozenset[str]) -> bool:
        """Whether `word` is a misspelling of a word of the pair; `frame` are the fillers of its language."""
        return not unblanked(word) and any(misspelled(folded(word), token, frame) for token in self.tokens)


@dataclass(frozen=True, slots=True)
class Content:
    """The content tokens of a question, by what a pair makes of them: `known`, `misspelled` or `unknown`.

    A misspelled one is forgiven unless it is itself stored elsewhere.  `contrary` says that it isn't the
    question which the pair answers: it negates what that doesn't, or that does, or asks who instead of when.
    """

    known: tuple[str, ...]
    misspelled: tuple[str, ...]
    unknown: tuple[str, ...]
    contrary: bool

    @property
    def passes(self) -> bool:
        """Whether the pair may answer, if no misspelled word is stored; what names nothing isn't answered."""
        return not self.unknown and not self.contrary and bool(self.known or self.misspelled)


def content(question: str, pair: Pair) -> Content:
    """What `question` names, held against `pair`, which also helps to tell its language."""
    reading = _Reading.of(question, pair)
    named = dict.fromkeys(token.text for token in reading.content())
    names = {token.text for token in reading.found if reading.is_name(token)}
    known = [word for word in named if pair.holds(word) or (word not in names and pair.inflects(word))]
    rest = [word for word in named if word not in known]
    mistyped = [word for word in rest if pair.spells(word, _unless(word in names, reading.frame))]
    unknown = [word for word in rest if word not in mistyped]
    contrary = any(_are_contrary(reading.found, tokens(pair.left), words) for words in reading.lists)
    return Content(tuple(known), tuple(mistyped), tuple(unknown), contrary)


def frame_of(*texts: str) -> frozenset[str]:
    """The fillers of the language that `texts` are in."""
    spoken = (_spoken(token) for text in texts for token in tokens(text))
    return _frame(fillers.fillers_of(spoken))


@dataclass(frozen=True, slots=True)
class _Reading:
    """A question beside a pair: its tokens, and the fillers of the language they are in."""

    question: str
    found: list[Token]
    pair: Pair
    lists: tuple[Fillers, ...]
    spoken: frozenset[str]

    @classmethod
    def of(cls, question: str, pair: Pair) -> _Reading:
        found = tokens(question)
        spoken = pair.spoken.union(map(_spoken, found))
        return cls(question, found, pair, fillers.fillers_of(spoken), spoken)

    @property
    def frame(self) -> frozenset[str]:
        return _frame(self.lists)

    def content(self) -> Iterator[Token]:
        """The content tokens, in order; those of unblanked scripts first."""
        if any(unblanked(token.text) for token in self.found):
            yield from _unblanked_content(self.question)
        phrases = fillers.in_phrases([token.text for token in self.found], self.lists)
        for place, token in enumerate(self.found):
            if has_digit(token.text) or not (
                token.clitic or place in phrases or unblanked(token.text) or self.is_filler(token)
            ):
                yield token

    def is_filler(self, token: Token) -> bool:
        """Whether `token` says nothing in the language of the question, and isn't written as a name."""
        if not self.lists or not all(self._is_said(token.text, words) for words in self.lists):
            return False
        return not (all(words.capitals for words in self.lists) and self.is_name(token))

    def _is_said(self, word: str, words: Fillers) -> bool:
        if word in words.courtesies:
            return True
        if word in words.words:
            return len(self.spoken & words.words) > 1
        return any(ask <= self.pair.tokens and word in put for ask, put in words.asks)

    def is_name(self, token: Token) -> bool:
        """Whether `token` has a capital right after another word, in a text of mixed case."""
        data = self.question.encode()
        written = data[token.start : token.end].decode()
        before = data[: token.start].decode().rstrip()
        return len(written) > 1 and written[0].isupper() and _goes_on(before)


def _unless(is_name: bool, frame: frozenset[str]) -> frozenset[str]:
    return frozenset() if is_name else frame


def _goes_on(before: str) -> bool:
    return bool(before) and before[-1].isalnum() and any(map(str.islower, before))


def _unblanked_content(question: str) -> Iterator[Token]:
    """What is left of the unblanked runs of `question` without fillers, in pairs of characters."""
    for piece in _unblanked_filler().sub(" ", canonical(question)).split():
        yield from (token for token in tokens(piece) if unblanked(token.text))


@cache
def _unblanked_filler() -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, fillers.unblanked_fillers())))


def _are_contrary(asked: list[Token], taught: list[Token], words: Fillers) -> bool:
    """Whether one of two questions negates and the other doesn't, or they ask for different things."""
    one, other = (_without_phrases(found, words) for found in (asked, taught))
    kinds = [{kind for kind in words.kinds if kind & said} for said in (one, other)]
    negated = [bool(said & words.negations) for said in (one, other)]
    return negated[0] != negated[1] or (all(kinds) and kinds[0].isdisjoint(kinds[1]))


def _without_phrases(found: list[Token], words: Fillers) -> set[str]:
    said = fillers.in_phrases([token.text for token in found], [words])
    return {_spoken(token) for place, token in enumerate(found) if place not in said}


def _spoken(token: Token) -> str:
    return token.clitic or token.text


def _frame(lists: tuple[Fillers, ...]) -> frozenset[str]:
    return frozenset[str]().union(*(words.words for words in lists))
