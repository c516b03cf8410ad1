"""How well an element answers a question, from 0 to 1, by its own text and its own space alone.

Lucene's score depends on everything in its index, all spaces included, and has no upper bound, so it only
proposes elements.  The score of one is

    1                               the question is its whole name, spelling apart (a link's: its predicate)
    0.97                            the question is one of its aliases
    sum(w * s) / sum(w)             otherwise, over the words of the question

with w a word's weight (`question`) and s how strongly the element holds it:

    0.80 + 0.15 * share             a word of its name or aliases; share of its name words that were asked
    0.70 * (0.3 + 0.7 * bm25)       a word of any other text; bm25 is tf / (tf + K * (1 - B + B * words / 40))
    0                               not at all

A compound word (`dark_mode`) is held as a whole, or as well as its parts are.  So a score above
`BODY_CEILING` needs a word of the name, one above `HEAD_CEILING` the whole name or an alias.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from . import terms
from .question import Question

NAME, ALIAS = 1.0, 0.97
HEAD_FLOOR, HEAD_CEILING = 0.80, 0.95
BODY_CEILING = 0.70
_PRESENT = 0.3
_K, _B, _USUAL_WORDS = 0.6, 0.75, 40

Scorer = Callable[[str], float]


class _Asked(NamedTuple):
    """A term of the question as it stands in a `search_text`, and what it counts."""

    head: str
    body: str
    weight: float


class _Word(NamedTuple):
    whole: _Asked
    parts: tuple[_Asked, ...]
    weight: float


def scorer(question: Question) -> Scorer:
    """The function from an element's `search_text` to its score."""
    words = [_asked(question, word.text, word.parts) for word in question.words]
    total = sum(word.weight for word in words) or 1.0
    name, alias = f" {question.name_term()} ", f" {question.alias_term()} "
    heads, bodies = f" {question.prefix}{terms.HEAD}", f" {question.prefix}{terms.WORD}"

    def score(search_text: str) -> float:
        text = f" {search_text} "
        if name in text:
            return NAME
        if alias in text:
            return ALIAS
        held = _Held(text, heads, bodies, words)
        return round(sum(word.weight * held.word(word) for word in words) / total, 4)

    return score


def _asked(question: Question, whole: str, parts: tuple[str, ...]) -> _Word:
    def asked(term: str) -> _Asked:
        head, body = (f" {question.prefix}{mark}{term} " for mark in (terms.HEAD, terms.WORD))
        return _Asked(head, body, question.weight(term))

    smaller = tuple(map(asked, parts))
    return _Word(asked(whole), smaller, sum(part.weight for part in smaller) or question.weight(whole))


class _Held:
    """How strongly one element holds words."""

    __slots__ = ("_bodies", "_head", "_length", "_text")

    def __init__(self, text: str, heads: str, bodies: str, words: list[_Word]) -> None:
        self._text = text
        self._bodies = bodies
        self._length = 0.0
        asked = sum(term.head in text for word in words for term in (word.whole, *word.parts))
        share = asked / text.count(heads) if asked else 0.0
        self._head = HEAD_FLOOR + (HEAD_CEILING - HEAD_FLOOR) * min(1.0, share)

    def word(self, word: _Word) -> float:
        whole = self._term(word.whole)
        if not word.parts:
            return whole
        return max(whole, sum(part.weight * self._term(part) for part in word.parts) / word.weight)

    def _term(self, term: _Asked) -> float:
        if term.head in self._text:
            return self._head
        times = self._text.count(term.body)
        return BODY_CEILING * (_PRESENT + (1 - _PRESENT) * self._bm25(times)) if times else 0.0

    def _bm25(self, times: int) -> float:
        if not self._length:
            self._length = self._text.count(self._bodies) / _USUAL_WORDS
        return times / (times + _K * (1 - _B + _B * self._length))
