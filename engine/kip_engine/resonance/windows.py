"""Windows: every run of W bytes of a form, in hex, and those inside the words of its canonical key.

The former find forms by their bytes, the latter contexts by their words.  Of a very long form the beginning
is indexed; it is still found by all of its bytes.
"""

from __future__ import annotations

from collections.abc import Iterator

from .forms import canonical
from .scale import W
from .texts import words

INDEXED = 16_384
_HEX = 2 * W


def windows(data: bytes) -> dict[str, int]:
    """The windows of `data`, each with the offset where it first occurs."""
    found: dict[str, int] = {}
    for offset, window in _windows(data[:INDEXED]):
        found.setdefault(window, offset)
    return found


def word_windows(text: str) -> set[str]:
    """The windows inside the words of the canonical key of `text`."""
    key = canonical(text).encode()[:INDEXED].decode(errors="ignore")
    return {window for word in words(key) for _, window in _windows(word.text.encode())}


def _windows(data: bytes) -> Iterator[tuple[int, str]]:
    digits = data.hex()
    return ((place // 2, digits[place : place + _HEX]) for place in range(0, len(digits) - _HEX + 1, 2))
