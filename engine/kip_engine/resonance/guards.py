"""What no tier may do: say the question again, quote a piece of it, or take one thing for another."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from .forms import canonical
from .spelling import FIRST_EDIT, edit_distance
from .texts import cuts_word, digit_runs, tokens


def restates(query: str, answer: str) -> bool:
    """Whether `answer` is `query`, but for spelling."""
    return answer == query or canonical(answer) == canonical(query)


def is_fragment(query: str, answer: str) -> bool:
    """Whether `answer` is shorter than `query` and spelled out in it, between the ends of words."""
    question, part = canonical(query), canonical(answer).strip()
    if len(answer.encode()) >= len(query.encode()) or not part:
        return not part
    place = question.find(part)
    while place >= 0:
        if not (cuts_word(question, place) or cuts_word(question, place + len(part))):
            return True
        place = question.find(part, place + 1)
    return False


def says_nothing(query: str, answer: str) -> bool:
    """Whether `answer` tells who asked `query` nothing: it restates it, or is a piece of it."""
    return restates(query, answer) or is_fragment(query, answer)


def same_digits(query: str, form: str) -> bool:
    """Whether both have the same runs of digits, in order: 1990 is not 1991."""
    return digit_runs(query) == digit_runs(form)


def completes_digits(query: str, form: str) -> bool:
    """Whether the runs of digits in `form` begin with those in `query`."""
    runs = digit_runs(query)
    return digit_runs(form)[: len(runs)] == runs


@dataclass(frozen=True, slots=True)
class Replaced:
    """Words of a query (`asked`) and those that a form has in their place (`stored`), canonical."""

    asked: tuple[str, ...]
    stored: tuple[str, ...]


def replaced_words(query: str, form: str) -> list[Replaced]:
    """Where the words of `query` and `form` differ, in order; spelling and punctuation make no difference."""
    from rapidfuzz.distance import Levenshtein

    asked, stored = ([token.text for token in tokens(text)] for text in (query, form))
    changes: list[Replaced] = []
    for equal, steps in groupby(Levenshtein.opcodes(asked, stored), lambda step: step.tag == "equal"):
        if not equal:
            run = list(steps)
            here = asked[run[0].src_start : run[-1].src_end]
            changes.append(Replaced(tuple(here), tuple(stored[run[0].dest_start : run[-1].dest_end])))
    return changes


def are_slips(changes: list[Replaced], frame: frozenset[str]) -> bool:
    """Whether `changes` can be slips of the pen: no word of content is more or less, or begins otherwise.

    A first character may be mistyped in words of 5 and more: here the rest of the question is the same.
    `frame` are the fillers of the language.
    """
    return all(_is_slip(change, frame) for change in changes)


def differing_spans(query: bytes, form: bytes) -> tuple[tuple[int, int], ...]:
    """The spans of `query` in which it isn't `form`: empty ones where it only lacks something."""
    from rapidfuzz.distance import Levenshtein

    steps = Levenshtein.opcodes(query, form)
    return tuple((step.src_start, step.src_end) for step in steps if step.tag != "equal")


def _is_slip(change: Replaced, frame: frozenset[str]) -> bool:
    if not (change.asked and change.stored):
        return frame.issuperset(change.asked + change.stored)
    meant = [word for word in change.stored if word not in frame]
    return all(any(_may_be(typed, word) for typed in change.asked) for word in meant)


def _may_be(typed: str, meant: str) -> bool:
    return typed[0] == meant[0] or (len(meant) >= FIRST_EDIT and edit_distance(typed, meant) == 1)
