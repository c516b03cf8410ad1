"""The texts that an element's vectors are made of.

A concept is its name, its aliases, then every string of its attributes, `description` and `content_summary`
first; a link its predicate and every string of its attributes.  Strings without a word in them (instants,
numbers, codes) say nothing.  What is longer than a passage is cut at blanks, each piece under the name, and
each gets a vector: one vector for a long text would be near to nothing in particular.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from typing import Any

from kip_engine.elements import fields_json
from kip_engine.search.text import ALIASES, strings

PASSAGE = 500
MAX_PASSAGES = 16
_MAX_HEAD = 200
_FIRST = (ALIASES, "description", "content_summary")
_WORD = re.compile(r"[^\W\d_]{2}|[^\W\d_a-zA-Z]")


def passages(stored: Mapping[str, Any]) -> list[str]:
    """The passages of the element with these stored properties; none for a link without text."""
    attributes, _ = fields_json(stored)
    body = " ".join(_sentences(attributes))
    if "predicate" not in stored:
        return list(_cut(stored["name"], body))
    return list(_cut(stored["predicate"].replace("_", " "), body)) if body else []


def digest(texts: list[str]) -> str:
    """What equal passages share."""
    joined = "\0".join(texts).encode("utf-8", "surrogatepass")
    return blake2b(joined, digest_size=12).hexdigest()


def _sentences(attributes: Mapping[str, Any]) -> Iterator[str]:
    first = [key for key in _FIRST if key in attributes]
    for key in [*first, *sorted(attributes.keys() - set(first))]:
        for text in strings(attributes[key]):
            if _WORD.search(text):
                yield text if text.endswith((".", "!", "?")) else text + "."


def _cut(head: str, body: str) -> Iterator[str]:
    head = head[:_MAX_HEAD]
    for _ in range(MAX_PASSAGES):
        piece, body = _split(body)
        yield f"{head}: {piece}" if piece else head
        if not body:
            return


def _split(text: str) -> tuple[str, str]:
    if len(text) <= PASSAGE:
        return text, ""
    at = text.rfind(" ", PASSAGE // 2, PASSAGE)
    at = PASSAGE if at < 0 else at
    return text[:at], text[at:].lstrip()
