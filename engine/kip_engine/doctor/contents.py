"""What must hold inside every element and needs our own code to check: keys, search text, nulls, values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kip_cypher.keys import concept_key, link_key, name_key
from kip_cypher.names import NULLS
from kip_cypher.query import Query
from kip_engine.elements import Properties, fields_json
from kip_engine.search.text import MAX_TERMS, concept_text, proposition_text
from kip_engine.storage.steps import Program

from .findings import SAMPLE, Finding

PAGE = 2_000

# By id alone, whose index is in order: a page costs as much as it holds, wherever it begins.
CONCEPTS = """
MATCH (n:Concept) WHERE n.id > $after AND n.space = $space
RETURN properties(n) ORDER BY n.id LIMIT $page
"""
LINKS = """
MATCH (n:Proposition) WHERE n.id > $after AND n.space = $space
RETURN properties(n) ORDER BY n.id LIMIT $page
"""

Check: TypeAlias = Callable[[Properties], bool]


def keys_hold(stored: Properties) -> bool:
    """Whether the digests are those of what they stand for."""
    space = stored["space"]
    if "predicate" in stored:
        ends = str(stored.get("subject")), str(stored.get("object"))
        return bool(stored.get("key") == link_key(space, ends[0], stored["predicate"], ends[1]))
    kind, name = str(stored.get("type")), str(stored.get("name"))
    expected = concept_key(space, kind, name), name_key(space, name)
    return (stored.get("key"), stored.get("name_key")) == expected


def searchable(stored: Properties) -> bool:
    """Whether `search_text` is what would be written now.

    The order of its terms is that of the attributes when they were written and says nothing.  Of very long
    texts only a part is kept, so they can't be compared.
    """
    if not values_readable(stored):
        return True
    written = sorted(str(stored.get("search_text", "")).split())
    return written == sorted(_search_text(stored).split()) or len(written) > MAX_TERMS


def _search_text(stored: Properties) -> str:
    attributes, _ = fields_json(stored)
    if "predicate" in stored:
        return proposition_text(stored["space"], stored["predicate"], attributes)
    return concept_text(stored["space"], str(stored.get("type")), str(stored.get("name")), attributes)


def nulls_are_null(stored: Properties) -> bool:
    """Whether no property that has a value is listed as null."""
    return not any(name in stored for name in stored.get(NULLS) or ())


def values_readable(stored: Properties) -> bool:
    """Whether every encoded value decodes."""
    try:
        fields_json(stored)
    except (ValueError, TypeError):
        return False
    return True


CHECKS: tuple[tuple[str, str, Check], ...] = (
    ("keys", "The key digests are those of type and name, or of the link's ends.", keys_hold),
    ("search-text", "What is indexed for SEARCH is what the element says now.", searchable),
    ("nulls", "No property with a value is listed as null.", nulls_are_null),
    ("values", "Every stored value can be read back.", values_readable),
)


@dataclass(slots=True)
class _Tally:
    count: int = 0
    sample: list[str] = field(default_factory=list)

    def add(self, offender: str) -> None:
        self.count += 1
        if len(self.sample) < SAMPLE:
            self.sample.append(offender)


def examine_contents(space: str) -> Program[list[Finding]]:
    """What the checks find in all elements of `space`, read page by page."""
    tallies = [_Tally() for _ in CHECKS]
    for text in (CONCEPTS, LINKS):
        after = ""
        while page := (yield Query(text, {"space": space, "after": after, "page": PAGE})):
            for stored, tally in _offences([row[0] for row in page], tallies):
                tally.add(stored["id"])
            after = page[-1][0]["id"]
    return [
        Finding(name, says, space, tally.count, tuple(tally.sample))
        for (name, says, _), tally in zip(CHECKS, tallies, strict=True)
    ]


def _offences(page: list[dict[str, Any]], tallies: list[_Tally]) -> Iterator[tuple[Properties, _Tally]]:
    for stored in page:
        for (_, _, holds), tally in zip(CHECKS, tallies, strict=True):
            if not holds(stored):
                yield stored, tally
