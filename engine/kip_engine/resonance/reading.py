"""A question read beside a pair: in which language, what it names, and what it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import fillers
from .forms import canonical
from .sides import Pair, Side, unblanked_filler
from .spelling import has_digit
from .texts import Token, tokens, unblanked

if TYPE_CHECKING:
    from .fillers import Fillers


@dataclass(frozen=True, slots=True)
class Reading:
    """A text beside a pair, which helps to tell its language; `lists` are the fillers of that."""

    side: Side
    pair: Pair
    lists: tuple[Fillers, ...]
    spoken: frozenset[str]

    @classmethod
    def of(cls, text: str, pair: Pair) -> Reading:
        """`text`, read beside `pair`."""
        side = Side.of(text)
        spoken = side.spoken | pair.left.spoken | pair.right.spoken
        return cls(side, pair, fillers.fillers_of(spoken), spoken)

    @property
    def frame(self) -> frozenset[str]:
        """The fillers of the language."""
        return frame_of_lists(self.lists)

    @property
    def names(self) -> frozenset[str]:
        """The words that are written as names."""
        return frozenset(token.text for token in self.side.tokens if self._is_name(token))

    def content(self) -> list[str]:
        """The content tokens, each once, in order; those of unblanked scripts first."""
        return list(dict.fromkeys(token.text for token in self._content()))

    def _content(self) -> Iterator[Token]:
        found = self.side.tokens
        if any(unblanked(token.text) for token in found):
            yield from _unblanked_content(self.side.text)
        phrases = fillers.in_phrases([token.text for token in found], self.lists)
        for place, token in enumerate(found):
            if has_digit(token.text) or not (
                token.clitic or place in phrases or unblanked(token.text) or self._is_filler(token)
            ):
                yield token

    def _is_filler(self, token: Token) -> bool:
        """Whether `token` says nothing in the language of the question, and isn't written as a name."""
        if not self.lists or not all(self._is_said(token.text, words) for words in self.lists):
            return False
        return not (all(words.capitals for words in self.lists) and self._is_name(token))

    def _is_said(self, word: str, words: Fillers) -> bool:
        if word in words.courtesies:
            return True
        if word in words.words:
            return len(self.spoken & words.words) > 1
        asked = self.pair.left.words | self.pair.right.words
        return any(ask <= asked and word in put for ask, put in words.asks)

    def _is_name(self, token: Token) -> bool:
        """Whether `token` has a capital right after another word, in a text of mixed case."""
        data = self.side.text.encode()
        written = data[token.start : token.end].decode()
        before = data[: token.start].decode().rstrip()
        return len(written) > 1 and written[0].isupper() and _goes_on(before)


def frame_of(*texts: str) -> frozenset[str]:
    """The fillers of the language that `texts` are in."""
    spoken = (word for text in texts for word in Side.of(text).spoken)
    return frame_of_lists(fillers.fillers_of(spoken))


def frame_of_lists(lists: tuple[Fillers, ...]) -> frozenset[str]:
    """The words of all `lists`."""
    return frozenset[str]().union(*(words.words for words in lists))


def are_contrary(one: Side, other: Side, lists: tuple[Fillers, ...]) -> bool:
    """Whether one of two questions negates and the other doesn't, or they ask for different things."""
    return any(_are_contrary(_said(one, words), _said(other, words), words) for words in lists)


def _are_contrary(one: set[str], other: set[str], words: Fillers) -> bool:
    kinds = [{kind for kind in words.kinds if kind & said} for said in (one, other)]
    negated = [bool(said & words.negations) for said in (one, other)]
    return negated[0] != negated[1] or (all(kinds) and kinds[0].isdisjoint(kinds[1]))


def _said(side: Side, words: Fillers) -> set[str]:
    """What `side` says, phrases apart."""
    phrases = fillers.in_phrases([token.text for token in side.tokens], [words])
    return {token.clitic or token.text for place, token in enumerate(side.tokens) if place not in phrases}


def _goes_on(before: str) -> bool:
    return bool(before) and before[-1].isalnum() and any(map(str.islower, before))


def _unblanked_content(text: str) -> Iterator[Token]:
    """What is left of the unblanked runs of `text` without fillers, in pairs of characters."""
    for piece in unblanked_filler().sub(" ", canonical(text)).split():
        yield from (token for token in tokens(piece) if unblanked(token.text))
