"""What one batch of lessons changes, worked out in memory: new forms and edges, and rows of the index."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kip_engine.search import terms

from .forms import canonical, digest, plain
from .texts import tokens
from .windows import INDEXED, windows, word_windows

LONGEST_TOKEN = 64


class Lesson(NamedTuple):
    """A pair to learn, or with `right` None a form to deposit."""

    left: str
    right: str | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """The forms of the lesson."""
        return (self.left,) if self.right is None else (self.left, self.right)


@dataclass(slots=True)
class Place:
    """Where a form stands in the space: its element (KIP id, Neo4j id), number and degrees; `mass` to add."""

    seq: int
    id: str = ""
    node: str = ""
    ins: int = 0
    outs: int = 0
    mass: int = 0
    is_new: bool = True
    was_context: bool = False


def masses(lessons: Iterable[Lesson]) -> Counter[str]:
    """How often each form is taught, in the order in which they first are."""
    return Counter(text for lesson in lessons for text in lesson.texts)


def pairs(lessons: Iterable[Lesson]) -> list[tuple[str, str]]:
    """The different pairs, in the order in which they first are taught."""
    return list(dict.fromkeys((one.left, one.right) for one in lessons if one.right is not None))


def hidden(text: str, place: Place) -> dict[str, Any]:
    """The hidden properties of a new form."""
    return {**keys_of(text), "_seq": place.seq, "_in": place.ins, "_out": place.outs}


def keys_of(text: str) -> dict[str, Any]:
    """What a form is found by: its length, its digests, and the number of its windows."""
    key = plain(text)
    return {
        "_bytes": len(text.encode()),
        "_digest": digest(text),
        "_canonical": digest(canonical(text)),
        "_plain": digest(key) if key else None,
        "_windows": len(windows(text.encode())),
    }


@dataclass(slots=True)
class _Gram:
    forms: list[int] = field(default_factory=list)
    fresh: list[int] = field(default_factory=list)
    late: list[int] = field(default_factory=list)


def gram_rows(places: Mapping[str, Place], edges: Iterable[tuple[str, str]]) -> list[list[Any]]:
    """Rows of the window index: window, forms that hold it, contexts new to it, contexts perhaps known to it.

    A context that leads on for the first time is new to every window; one that did before may be known to the
    windows of what it now leads to as well.
    """
    grams: defaultdict[str, _Gram] = defaultdict(_Gram)
    for text, place in places.items():
        if place.is_new:
            for window in windows(text.encode()):
                grams[window].forms.append(place.seq)
    for left, reached in _reached(places, edges).items():
        place = places[left]
        for window in reached:
            (grams[window].late if place.was_context else grams[window].fresh).append(place.seq)
    return [[window, gram.forms, gram.fresh, gram.late] for window, gram in sorted(grams.items())]


def _reached(places: Mapping[str, Place], edges: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """For each context of the new `edges`, the windows through which they make it reachable."""
    reached: dict[str, set[str]] = {}
    words: dict[str, set[str]] = {}
    for left, right in edges:
        for text in (left, right):
            if text not in words:
                words[text] = word_windows(text)
        if left not in reached:
            reached[left] = set() if places[left].was_context else set(words[left])
        reached[left] |= words[right]
    return {
        left: found - words[left] if places[left].was_context else found for left, found in reached.items()
    }


def token_rows(space: str, places: Mapping[str, Place]) -> list[list[Any]]:
    """Rows of the token index: token, new forms that have it, bytes of the shortest of them, and its term."""
    sizes: defaultdict[str, list[int]] = defaultdict(list)
    for text, place in places.items():
        if place.is_new:
            size = len(text.encode())
            for token in {token_key(token.text) for token in tokens(text[:INDEXED])}:
                sizes[token].append(size)
    return [[token, len(found), min(found), term(space, token)] for token, found in sorted(sizes.items())]


def token_key(token: str) -> str:
    """`token` as it is stored: very long ones by their digest."""
    return token if len(token) <= LONGEST_TOKEN else digest(token)


def term(space: str, token: str) -> str:
    """How a stored token looks in the index of similar words, in the postings of its space."""
    return terms.marked(terms.space_prefix(space), terms.WORD, [token])[0]


def lengths(places: Mapping[str, Place]) -> tuple[set[int], set[int]]:
    """The lengths in bytes of the new forms, and of their plain keys."""
    new = [text for text, place in places.items() if place.is_new]
    return {len(text.encode()) for text in new}, {len(plain(text).encode()) for text in new}
