"""How much goes on a page, so that each page is a command that can be run as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kip_cypher.values import canonical_json
from kip_engine.elements import Element
from kip_grammar.limits import utf8_length

PAGE_BYTES = 768 * 1024
"""About what a page's text may take; the limit for a command is 1 MiB."""
FRAME_BYTES = 160
"""About what the clauses around an element's attributes and metadata take."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """How many places fit, and the room that is left: none where the next one didn't fit."""

    places: int
    room: int


def as_many_as_fit(identities: Sequence[str], found: Mapping[str, Element], room: int) -> Fitting:
    """The first of `identities` whose elements fit into `room`; on an empty page at least one."""
    for place, identity in enumerate(identities):
        size = _bytes(found[identity]) if identity in found else 0
        if size > room and (place or room < PAGE_BYTES):
            return Fitting(place, 0)
        room -= size
    return Fitting(len(identities), room)


def _bytes(element: Element) -> int:
    fields = canonical_json([element["attributes"], element["metadata"]])
    return utf8_length(fields) + utf8_length(element.get("name", "")) + FRAME_BYTES
