"""Function words and courtesies, by language: what a question may add without asking for something else.

A file of this folder is one language's list, of words and of seven kinds of lines:

- `# comment`
- `! who whom | when | where`: question words that ask for different things;
- `- not never`: negations;
- `~ please thanks`: courtesies, which say nothing even alone;
- `> good morning | by the way`: phrases, which say nothing as a whole;
- `how much: price cost`: what may be put for a question word, if that is what was taught;
- `= buy bought`: a word and its forms, where endings don't tell.

Words that tell one thing from another (first, next, before, without) are in no list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from kip_engine.resonance.forms import canonical, folded
from kip_engine.resonance.texts import unblanked

Phrase = tuple[str, ...]


@dataclass(slots=True)
class Fillers:
    """The fillers of one language, canonical.

    Of the `words`, those that are no `courtesies` may be words of content in another language: they are
    fillers beside others.  `asks` are question words with what may be put for them, `forms` words with their
    bases; `kinds` are question words by what they ask for.
    """

    language: str
    words: set[str] = field(default_factory=set)
    courtesies: set[str] = field(default_factory=set)
    phrases: set[Phrase] = field(default_factory=set)
    asks: list[tuple[frozenset[str], frozenset[str]]] = field(default_factory=list)
    forms: dict[str, str] = field(default_factory=dict)
    kinds: list[frozenset[str]] = field(default_factory=list)
    negations: set[str] = field(default_factory=set)

    @property
    def capitals(self) -> bool:
        """Whether a capital inside a sentence makes a word a name.  In German every noun has one."""
        return self.language != "de"

    def read(self, line: str) -> None:
        """Take in one line of the list."""
        kind, rest = line[0], canonical(line[1:])
        if kind == "~":
            self.courtesies.update(rest.split())
            self.words |= self.courtesies
        elif kind == ">":
            self.phrases.update(tuple(phrase.split()) for phrase in rest.split("|"))
        elif kind == "!":
            self.kinds += [frozenset(words.split()) for words in rest.split("|")]
        elif kind == "-":
            self.negations.update(rest.split())
        elif kind == "=":
            base, *others = rest.split()
            self.forms.update((other, base) for other in others)
        else:
            self._read_words(canonical(line))

    def _read_words(self, line: str) -> None:
        head, colon, tail = line.partition(":")
        if colon:
            self.asks.append((frozenset(folded(head).split()), frozenset(tail.split())))
        else:
            self.words.update(head.split())


@cache
def all_fillers() -> tuple[Fillers, ...]:
    """Every shipped list, read once."""
    found = sorted((file for file in files(__name__).iterdir() if file.name.endswith(".txt")), key=str)
    return tuple(_read(file.name[:-4], file.read_text(encoding="utf-8")) for file in found)


def fillers_of(tokens: Iterable[str]) -> tuple[Fillers, ...]:
    """The list of the language that most of `tokens` speak for; several if it can't be told, or none."""
    heard = set(tokens)
    counts = [(len(heard & fillers.words), fillers) for fillers in all_fillers()]
    most = max(count for count, _ in counts)
    return tuple(fillers for count, fillers in counts if count == most) if most else ()


def bases(word: str) -> set[str]:
    """What `word` is a form of, by the lists."""
    return {base for fillers in all_fillers() if (base := fillers.forms.get(word))}


def in_phrases(words: Sequence[str], lists: Iterable[Fillers]) -> set[int]:
    """The places of `words` that belong to a phrase of one of the `lists`."""
    phrases = set[Phrase]().union(*(fillers.phrases for fillers in lists))
    longest = max(map(len, phrases), default=0)
    return {
        place
        for start in range(len(words))
        for size in range(1, longest + 1)
        if tuple(words[start : start + size]) in phrases
        for place in range(start, start + size)
    }


@cache
def unblanked_fillers() -> tuple[str, ...]:
    """The fillers of scripts without blanks, longest first."""
    words = (word for fillers in all_fillers() for word in fillers.words if unblanked(word))
    return tuple(sorted(set(words), key=len, reverse=True))


def _read(language: str, text: str) -> Fillers:
    fillers = Fillers(language)
    for line in text.splitlines():
        if line and not line.startswith("#"):
            fillers.read(line)
    return fillers
