"""The words of a search term, and what each of them counts.

A word that few elements of the space hold says more than one that many hold: a word's weight falls with the
number of elements that hold it, which is counted in the caller's space, up to `COUNT_CAP`.  English function
words count a tenth and propose nothing, unless there is nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from . import lucene, terms, tokens

MAX_WORDS = 64
MAX_PARTS = 64
MAX_TERMS = 256
COUNT_CAP = 128
NAME_BOOST, ALIAS_BOOST, HEAD_BOOST = 16, 8, 2

_FUNCTION_WORDS = """
a about am an and any are as at be been but by can could d did do does for from had has have he her him his
how i if in into is it its just ll m me my no not of on or our re s she should so some t than that the their
them then there these they this those to up us ve was we were what when where which who whom whose why will
with would you your
"""
STOP_WORDS = frozenset(_FUNCTION_WORDS.split())
_STOP_WEIGHT = 0.1
_PLAIN_WEIGHT = math.log1p(COUNT_CAP / 8)


@dataclass(frozen=True, slots=True)
class Question:
    """A search term as words of one space."""

    prefix: str
    exact: str
    words: tuple[tokens.Word, ...]
    content: tuple[str, ...]
    """The terms that propose elements: those that say something."""
    weights: dict[str, float] = field(default_factory=dict)

    def counted(self) -> list[str]:
        """Lucene queries whose numbers of matches the weights follow; none where one word stands alone."""
        if len(self.content) < 2:
            return []
        return [lucene.term(term) for term in terms.marked(self.prefix, terms.WORD, self.content)]

    def weighted(self, frequencies: Sequence[int]) -> Question:
        """This question, once it is known how many elements hold each of `counted()`."""
        weights = {
            term: math.log1p(COUNT_CAP / max(1, frequency))
            for term, frequency in zip(self.content, frequencies, strict=False)
        }
        return Question(self.prefix, self.exact, self.words, self.content, weights)

    def weight(self, term: str) -> float:
        """What `term` counts."""
        known = self.weights.get(term, _PLAIN_WEIGHT)
        return known if term in self.content else known * _STOP_WEIGHT

    def name_term(self) -> str:
        """The index term of an element whose name is this question."""
        return terms.whole(self.prefix, terms.NAME, self.exact)

    def alias_term(self) -> str:
        """The index term of an element one of whose aliases is this question."""
        return terms.whole(self.prefix, terms.ALIAS, self.exact)


def ask(space: str, term: str) -> Question:
    """The question that `term` puts to `space`."""
    found = list(dict.fromkeys(tokens.words(term)))[:MAX_WORDS]
    words = tuple(word._replace(parts=word.parts[:MAX_PARTS]) for word in found)
    asked = list(dict.fromkeys(part for word in words for part in (word.text, *word.parts)))[:MAX_TERMS]
    content = [part for part in asked if part not in STOP_WORDS] or asked
    return Question(terms.space_prefix(space), tokens.exact(term), words, tuple(content))


def proposals(question: Question, *, heads: bool, bodies: bool) -> str:
    """The Lucene query for elements with the name, or words of it (`heads`), or words anywhere (`bodies`)."""
    clauses = [
        lucene.term(question.name_term(), NAME_BOOST),
        lucene.term(question.alias_term(), ALIAS_BOOST),
    ]
    if heads:
        found = terms.marked(question.prefix, terms.HEAD, question.content)
        clauses += [lucene.term(term, HEAD_BOOST) for term in found]
    if bodies:
        found = terms.marked(question.prefix, terms.WORD, question.content)
        clauses += map(lucene.term, found)
    return lucene.any_of(clauses)
