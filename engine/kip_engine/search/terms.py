"""How words look in the full-text index: every term begins with a digest of its space.

So each space has postings of its own inside the shared index.  A search reads, counts and is ranked by
nothing of another space, and costs what its own space costs.

A term's third part says what the word is to the element: any word of its text, a word of its name or
aliases (`HEAD`), its whole name or one whole alias, or its type or predicate.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

WORD = "."
HEAD = "^"
NAME = "="
ALIAS = "~"
KIND = ":"

_LONGEST_PLAIN = 48


@lru_cache(maxsize=1024)
def space_prefix(space: str) -> str:
    """What the terms of `space` begin with: eight letters and digits."""
    digest = blake2b(space.encode("utf-8", "surrogatepass"), digest_size=5).digest()
    return base64.b32encode(digest).decode("ascii").lower()


def marked(prefix: str, mark: str, words: Iterable[str]) -> list[str]:
    """The terms that stand for `words` as `mark`."""
    start = prefix + mark
    return [start + word for word in words]


def whole(prefix: str, mark: str, name: str) -> str:
    """The one term that stands for a whole name, already folded; long ones as a digest."""
    plain = name.replace(" ", "_")
    if len(plain) > _LONGEST_PLAIN:
        plain = blake2b(plain.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return prefix + mark + plain
