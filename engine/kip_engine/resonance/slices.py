"""The slices of a query that might be stored forms: they cut no word and are as long as some form is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from .forms import digest, is_silent, plain
from .scale import SMALLEST_CONSTITUENT
from .texts import byte_offsets, cuts_word

Span = tuple[int, int]
MOST = 100_000


def exact_slices(query: str, lengths: Collection[int]) -> Mapping[str, list[Span]]:
    """By digest, the spans in bytes of slices of one of `lengths`; more than `MOST` are cut off."""
    wanted = frozenset(lengths)
    return _by_digest((span, text) for span, text in _slices(query) if span[1] - span[0] in wanted)


def plain_slices(query: str, lengths: Collection[int]) -> Mapping[str, list[Span]]:
    """By digest of the plain key, the spans of slices whose key has one of `lengths` in bytes.

    They begin and end with what the key keeps, so that a form is found in one place only.
    """
    wanted = frozenset(lengths)
    longest = 2 * max(wanted, default=0) + SMALLEST_CONSTITUENT
    kept = (
        (span, plain(text))
        for span, text in _slices(query)
        if span[1] - span[0] <= longest and not (is_silent(text[0]) or is_silent(text[-1]))
    )
    return _by_digest((span, key) for span, key in kept if len(key.encode()) in wanted)


def _slices(query: str) -> Iterator[tuple[Span, str]]:
    offsets = byte_offsets(query)
    places = [place for place in range(len(query) + 1) if not cuts_word(query, place)]
    whole = offsets[len(query)]
    for number, start in enumerate(places):
        for end in places[number + 1 :]:
            size = offsets[end] - offsets[start]
            if SMALLEST_CONSTITUENT <= size < whole:
                yield (offsets[start], offsets[end]), query[start:end]


def _by_digest(found: Iterator[tuple[Span, str]]) -> Mapping[str, list[Span]]:
    by_digest: defaultdict[str, list[Span]] = defaultdict(list)
    for span, text in islice(found, MOST + 1):
        by_digest[digest(text)].append(span)
    return by_digest
