"""Function words and courtesies, by language: what a question may add without asking for something else.

A file of this folder is one language's list.  A line `when: time day` names what a question word may be put
as.  Negations, and words that tell one thing from another (first, next, before, without), are in no list.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kip_engine.resonance.forms import canonical
from kip_engine.resonance.texts import unblanked


@dataclass(frozen=True, slots=True)
class Fillers:
    """The fillers of one language, canonical: `words`, and for a question word what it may be put as."""

    language: str
    words: frozenset[str]
    asks: dict[str, frozenset[str]]
    capitals: bool = True
    """Whether a capital inside a sentence makes a word a name."""


@cache
def all_fillers() -> tuple[Fillers, ...]:
    """Every shipped list, read once."""
    found = sorted(files(__name__).iterdir(), key=lambda file: file.name)
    return tuple(
        _read(file.name[:-4], file.read_text(encoding="utf-8"))
        for file in found
        if file.name.endswith(".txt")
    )


def fillers_of(tokens: Iterable[str]) -> tuple[Fillers, ...]:
    """The list of the language that most of `tokens` speak for; several if it can't be told, or none."""
    heard = set(tokens)
    counts = [(len(heard & fillers.words), fillers) for fillers in all_fillers()]
    most = max(count for count, _ in counts)
    return tuple(fillers for count, fillers in counts if count == most) if most else ()


@cache
def unblanked_fillers() -> tuple[str, ...]:
    """The fillers of scripts without blanks, longest first."""
    words = (word for fillers in all_fillers() for word in fillers.words if unblanked(word))
    return tuple(sorted(set(words), key=len, reverse=True))


def _read(language: str, text: str) -> Fillers:
    words: set[str] = set()
    asks: dict[str, frozenset[str]] = {}
    for line in text.splitlines():
        head, colon, tail = line.partition(":")
        if colon and not line.startswith("#"):
            asks[canonical(head)] = frozenset(canonical(tail).split())
        elif not line.startswith("#"):
            words.update(canonical(line).split())
    return Fillers(language, frozenset(words), asks, capitals=language != "de")
