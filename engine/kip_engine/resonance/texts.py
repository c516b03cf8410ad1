"""Words, regions and tokens of a text, in any script.

- A *word* is a maximal run of letters and digits, with the marks that belong to them.
- A *region* is a word of a query, canonical; what is written without blanks (Han, Kana, Hangul, Thai …) is
  cut into disjoint pairs of characters.  Regions vote.
- A *token* is a word, canonical; unblanked runs give overlapping pairs.  Tokens are compared.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from typing import NamedTuple

from .forms import canonical

_ASCII_WORD = re.compile(r"[A-Za-z0-9]+")
_SCRIPTS = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
_UNBLANKED = re.compile(f"[{_SCRIPTS}]")
_RUNS = re.compile(f"[{_SCRIPTS}]+|[^{_SCRIPTS}]+")
_DIGITS = re.compile(r"\d+")
_APOSTROPHES = tuple("'’ʼ`´")
_ENCLITICS = frozenset(("s", "t", "d", "m", "ll", "re", "ve"))
_PROCLITICS = frozenset(("l", "d", "j", "c", "n", "s", "m", "t", "o", "qu"))


class Word(NamedTuple):
    """A piece of a text and where it begins and ends, in characters."""

    text: str
    start: int
    end: int


class Token(NamedTuple):
    """A canonical word, where it begins and ends in a text in bytes, and how it looks as a clitic (`'s`)."""

    text: str
    start: int
    end: int
    clitic: str = ""


def words(text: str) -> Iterator[Word]:
    """The words of `text`, in order."""
    if text.isascii():
        return (Word(found[0], found.start(), found.end()) for found in _ASCII_WORD.finditer(text))
    return _other_words(text)


def is_word_character(character: str) -> bool:
    """Whether `character` is a letter, a digit or a mark on one."""
    return unicodedata.category(character)[0] in "LNM"


def regions(text: str) -> list[Token]:
    """The regions of `text`, in order."""
    return _cut(text, 2)


def tokens(text: str) -> list[Token]:
    """The tokens of `text`, in order."""
    return _cut(text, 1)


def unblanked(text: str) -> bool:
    """Whether `text` is of a script that is written without blanks between words."""
    return _UNBLANKED.match(text) is not None


def digit_runs(text: str) -> list[str]:
    """The runs of decimal digits in `text`, whatever digits they are written with."""
    return ["".join(str(unicodedata.decimal(digit)) for digit in run) for run in _DIGITS.findall(text)]


def cuts_word(text: str, place: int) -> bool:
    """Whether character offset `place` lies inside a word of `text` that is written in one piece."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    return (
        is_word_character(before)
        and is_word_character(after)
        and not (_UNBLANKED.match(before) and _UNBLANKED.match(after))
    )


def byte_offsets(text: str) -> Sequence[int]:
    """For every character offset of `text`, its end included, the byte offset."""
    if text.isascii():
        return range(len(text) + 1)
    return [0, *accumulate(len(character.encode()) for character in text)]


def _other_words(text: str) -> Iterator[Word]:
    place = 0
    for inside, run in groupby(text, is_word_character):
        piece = "".join(run)
        if inside:
            yield Word(piece, place, place + len(piece))
        place += len(piece)


def _cut(text: str, step: int) -> list[Token]:
    offsets = byte_offsets(text)
    return [
        Token(canonical(piece.text), offsets[piece.start], offsets[piece.end], _as_clitic(text, piece))
        for word in words(text)
        for piece in _pieces(word, step)
    ]


def _pieces(word: Word, step: int) -> Iterator[Word]:
    """`word`, its unblanked runs cut into pairs of characters that begin every `step` characters."""
    if word.text.isascii():
        yield word
        return
    place = word.start
    for run in _RUNS.findall(word.text):
        if unblanked(run):
            yield from _pairs(run, place, step)
        else:
            yield Word(run, place, place + len(run))
        place += len(run)


def _pairs(run: str, place: int, step: int) -> Iterator[Word]:
    for begin in range(0, max(1, len(run) - 2 + step), step):
        pair = run[begin : begin + 2]
        yield Word(pair, place + begin, place + begin + len(pair))


def _as_clitic(text: str, piece: Word) -> str:
    """A few letters with the apostrophe that they hang on, or nothing."""
    word = canonical(piece.text)
    if word in _ENCLITICS and text[piece.start - 1 : piece.start] in _APOSTROPHES:
        return f"'{word}"
    return f"{word}'" if word in _PROCLITICS and text[piece.end : piece.end + 1] in _APOSTROPHES else ""
