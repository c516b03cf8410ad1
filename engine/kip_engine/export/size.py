"""How much goes on a page, so that each page is a command that can be run as it is."""

from __future__ import annotations

from collections.abc import Sequence

from kip_cypher.values import canonical_json
from kip_engine.elements import Element
from kip_grammar.limits import utf8_length

PAGE_BYTES = 768 * 1024
"""About what a page's text may take; the limit for a command is 1 MiB."""
FRAME_BYTES = 160
"""About what the clauses around an element's attributes and metadata take."""


def as_many_as_fit(elements: Sequence[Element]) -> int:
    """How many of the first `elements` fit on a page: all, or those within its size, but at least one."""
    total = 0
    for count, element in enumerate(elements):
        total += _bytes(element)
        if total > PAGE_BYTES and count:
            return count
    return len(elements)


def _bytes(element: Element) -> int:
    fields = canonical_json([element["attributes"], element["metadata"]])
    return utf8_length(fields) + utf8_length(element.get("name", "")) + FRAME_BYTES
