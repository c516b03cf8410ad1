"""What belongs to what was found: the turns around events, the ends of links, who holds concepts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .finds import Element, Finds
from .patterns import around
from .statements import Asking

CHUNK = 10
"""Ids in one statement: the database looks up so many, and may scan for more."""
CHUNKS = 2
TYPES = 3
_NOT_HELD = ("Person", "Domain")


def beside(finds: Finds, *, around_events: bool = True) -> list[Asking]:
    """What belongs to what was found: the turns around events, the ends of links, who holds concepts."""
    ranked = sorted(finds.candidates.values(), key=lambda c: (-(c.keyword + c.meaning), c.id))
    links = [c.id for c in ranked if c.is_link and not _ends_are_known(c.element, finds)]
    askings = [Asking(around(), "ends", {"ids": ids}) for ids in _chunks(links)]
    events = [c.id for c in ranked if c.is_event] if around_events else []
    for name in ("next", "previous"):
        askings += [Asking(around(), name, {"ids": ids}) for ids in _chunks(events)]
    return askings + _holders([c.element for c in ranked if not c.is_link and not c.is_event])


def _ends_are_known(link: Element, finds: Finds) -> bool:
    return link["subject"] in finds.elements and link["object"] in finds.elements


def _chunks(ids: list[str]) -> Iterator[list[str]]:
    for start in range(0, min(len(ids), CHUNK * CHUNKS), CHUNK):
        yield ids[start : start + CHUNK]


def _holders(concepts: Iterable[Element]) -> list[Asking]:
    by_type: dict[str, list[str]] = {}
    for concept in concepts:
        if concept["type"] not in _NOT_HELD:
            by_type.setdefault(concept["type"], []).append(concept["id"])
    return [
        Asking(around(), "holders", {"found_type": kind, "ids": ids[:CHUNK]})
        for kind, ids in list(by_type.items())[:TYPES]
    ]
