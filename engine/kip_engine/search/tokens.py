"""Words of a text, in any script, the same when text is stored and when it is asked for.

No analyzer that ships with Neo4j finds `東`, `서울`, `cafe` for `café` and `snake` in `snake_case` alike, so
the engine cuts words itself and lets Lucene only split at blanks.

- Text is compared NFKC-normalised and casefolded.  Marks fall away on Latin letters only: they are spelling
  there (`café`), but vowels in Arabic or Devanagari and letters in Cyrillic (`й`).
- Scripts written without blanks (Han, Kana, Thai ...) and Hangul are cut into single characters and pairs.
- `snake_case`, `kebab-case`, `camelCase` and dotted words are kept whole, without their joints, and in parts.
- `C++`, `C#` keep their sign; emoji are words; other punctuation separates.

Work and output are bounded: `MAX_CHARACTERS` of a text are read, a term has at most `MAX_TERM` characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

MAX_CHARACTERS = 131_072
MAX_TERM = 64

_UNSPACED = (
    "\u0e01-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17d3\u3005-\u3007\u3041-\u30ff\u3130-\u318f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
_EMOJI = "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff"
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}"
_JOINTS = "-_.'\u2019\u2010"
_SIGN = r"(?:\+\+|\#(?!\w))?"

_ASCII_PIECE = re.compile(rf"[A-Za-z0-9]+(?:[{_JOINTS}][A-Za-z0-9]+)*{_SIGN}", re.ASCII)
_JOINT = re.compile(f"[{_JOINTS}]")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")
_LATIN_MARKS = re.compile("(?<=[a-z])[\u0300-\u036f]+")
_LATIN_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe"}
)


class Word(NamedTuple):
    """A word of a text: `text` is the whole, `parts` what it is made of (empty: nothing smaller).

    `terms` is what an index holds for it.  A search is satisfied by the whole, or else by the parts.
    """

    text: str
    parts: tuple[str, ...]
    terms: tuple[str, ...]


def words(text: str) -> Iterator[Word]:
    """The words of `text`, in order.  Never raises; linear in the length of the text."""
    text = text[:MAX_CHARACTERS]
    if text.isascii():
        return map(_joined, _ASCII_PIECE.findall(text))
    return _unicode_words(unicodedata.normalize("NFKC", text))


def terms(text: str) -> Iterator[str]:
    """All index terms of `text`, in order, repeated as often as they occur."""
    for word in words(text):
        yield from word.terms


def exact(text: str) -> str:
    """What texts that count as the same name share: their smallest words, in order."""
    return " ".join(" ".join(word.parts or (word.text,)) for word in words(text))


def fold(text: str) -> str:
    """`text` as it is compared: casefolded, without the marks of Latin letters."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", text).casefold()).casefold()
    bare = _LATIN_MARKS.sub("", unicodedata.normalize("NFD", folded)).translate(_LATIN_LETTERS)
    return unicodedata.normalize("NFKC", bare)


def _unicode_words(text: str) -> Iterator[Word]:
    for match in _unicode_piece().finditer(text):
        piece = match.group()
        if match.lastgroup == "run":
            yield _run(fold(piece))
        elif match.lastgroup == "emoji":
            yield Word(piece, (), (piece,))
        else:
            yield _joined(piece)


@cache
def _unicode_piece() -> re.Pattern[str]:
    # Python's \w leaves out combining marks, without which Indic words fall apart.
    letter = rf"(?:(?![{_UNSPACED}])(?:[^\W_]|[{_marks()}]))"
    word = rf"{letter}+(?:[{_JOINTS}]{letter}+)*{_SIGN}"
    return re.compile(rf"(?P<run>[{_UNSPACED}]+)|(?P<word>{word})|(?P<emoji>{_FLAG}|[{_EMOJI}])")


def _marks() -> str:
    codes = (code for code in range(0x300, 0x20000) if not 0xFE00 <= code <= 0xFE0F)
    return "".join(chr(code) for code in codes if unicodedata.category(chr(code))[0] == "M")


def _joined(piece: str) -> Word:
    sign = "++" if piece.endswith("++") else "#" if piece.endswith("#") else ""
    parts = [fold(part) for part in _split(piece.removesuffix(sign)) if part]
    if len(parts) == 1:
        whole = parts[0][:MAX_TERM] + sign
        return Word(whole, (), (whole,))
    # Digits keep their joints: 3.14 is not 314, but e-mail is email.
    whole = fold(piece) if all(part.isdecimal() for part in parts) else "".join(parts) + sign
    cut = tuple(part[:MAX_TERM] for part in parts)
    return Word(whole[:MAX_TERM], cut, (whole[:MAX_TERM], *cut))


def _split(piece: str) -> list[str]:
    return [hump for part in _JOINT.split(piece) for hump in _HUMP.split(part)]


def _run(run: str) -> Word:
    if len(run) == 1:
        return Word(run, (), (run,))
    pairs = tuple(map("".join, pairwise(run)))
    parts = pairs if len(pairs) > 1 else ()
    return Word(run[:MAX_TERM], parts, (*run, *pairs))
