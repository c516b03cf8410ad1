"""The two texts that a question is held against: a context and what it leads to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from . import fillers
from .forms import canonical, folded
from .spelling import inflected, misspelled
from .texts import Token, tokens, unblanked


@dataclass(frozen=True, slots=True)
class Side:
    """One text, by its words: `whole` is its canonical key, with and without unblanked fillers."""

    text: str
    whole: str
    tokens: tuple[Token, ...]
    words: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Side:
        """The side that `text` is."""
        key, found = canonical(text), tokens(text)
        whole = f"{key}\n{unblanked_filler().sub('', key)}"
        return cls(text, whole, tuple(found), frozenset(folded(token.text) for token in found))

    @property
    def spoken(self) -> frozenset[str]:
        """Its tokens as they are written, clitics with their apostrophes."""
        return frozenset(token.clitic or token.text for token in self.tokens)

    def has(self, word: str, *, is_name: bool = False) -> bool:
        """Whether the text has `word`, accents apart, or unless that is a name another form of it."""
        if unblanked(word):
            return word in self.whole
        return folded(word) in self.words or (not is_name and any(inflected(word, own) for own in self.words))

    def spells(self, word: str, frame: frozenset[str]) -> bool:
        """Whether `word` is a misspelling of a word of the text; `frame` are the fillers of its language."""
        return not unblanked(word) and any(misspelled(folded(word), own, frame) for own in self.words)


@dataclass(frozen=True, slots=True)
class Pair:
    """A context and what it leads to."""

    left: Side
    right: Side

    @classmethod
    def of(cls, left: str, right: str) -> Pair:
        """The pair of these texts."""
        return cls(Side.of(left), Side.of(right))

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both texts."""
        return self.left, self.right

    def has(self, word: str, *, is_name: bool = False) -> bool:
        """Whether either text has `word`."""
        return any(side.has(word, is_name=is_name) for side in self.sides)


@cache
def unblanked_filler() -> re.Pattern[str]:
    """What is left out of texts in scripts without blanks."""
    return re.compile("|".join(map(re.escape, fillers.unblanked_fillers())))
