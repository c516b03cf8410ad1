"""The class of a query: a short digest that all queries of the same words share, in whatever order."""

from __future__ import annotations

from hashlib import sha256

import regex

DIGITS = 16
# Unicode's Alphabetic has more than str.isalnum: the vowel signs of Indic scripts, for example.
_NO_WORD = regex.compile(r"[^\p{Alphabetic}\p{Number}]+")


def query_class(query: str) -> str:
    """16 hexadecimal digits: SHA-256 of the query's words in lower case, sorted, each once."""
    words = sorted(set(_NO_WORD.sub(" ", query.lower()).split(" ")) - {""})
    return sha256(" ".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]
