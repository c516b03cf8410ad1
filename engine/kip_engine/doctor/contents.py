"""What must hold inside every element and needs our own code to check: keys, search text, nulls, values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kip_cypher.keys import concept_key, exact_concept_key, link_key, name_key
from kip_cypher.names import NULLS, OWNER
from kip_cypher.query import Query
from kip_engine.elements import Properties, fields_json
from kip_engine.search.text import MAX_TERMS, stored_text
from kip_engine.storage.steps import Program

from .findings import SAMPLE, Finding

PAGE = 2_000

# No index is in the order of one space's ids, so they are listed first, and then read page by page.
IDS = """
MATCH (n:Concept) WHERE n.space = $space AND n.type = $kind RETURN n.id
UNION ALL
MATCH (n:Proposition) WHERE n.space = $space AND n.predicate = $kind RETURN n.id
"""
CONTENTS = """
UNWIND $ids AS id
CALL (id) {
  MATCH (n:Concept {id: id}) RETURN n
  UNION ALL
  MATCH (n:Proposition {id: id}) RETURN n
}
RETURN properties(n)
"""

Check: TypeAlias = Callable[[Properties], bool]


def keys_hold(stored: Properties) -> bool:
    """Whether the digests are those of what they stand for."""
    space = stored["space"]
    if "predicate" in stored:
        ends = str(stored.get("subject")), str(stored.get("object"))
        return bool(stored.get("key") == link_key(space, ends[0], stored["predicate"], ends[1]))
    kind, name = str(stored.get("type")), str(stored.get("name"))
    if stored.get("name_key") != name_key(space, name):
        return False
    exact = OWNER in stored and stored.get("key") == exact_concept_key(space, kind, name)
    return exact or stored.get("key") == concept_key(space, kind, name)


def searchable(stored: Properties) -> bool:
    """Whether `search_text` is what would be written now.

    The order of its terms is that of the attributes when they were written and says nothing.  Of very long
    texts only a part is kept, so they can't be compared.  What the engine's verbs write may be left
    unsearched.
    """
    if not values_readable(stored) or (OWNER in stored and "search_text" not in stored):
        return True
    written = sorted(str(stored.get("search_text", "")).split())
    return written == sorted((stored_text(stored) or "").split()) or len(written) > MAX_TERMS


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


def examine_contents(space: str, kinds: Iterable[str]) -> Program[list[Finding]]:
    """What the checks find in the elements of `space`, whose types and predicates are `kinds`."""
    tallies = [_Tally() for _ in CHECKS]
    for kind in kinds:
        ids = sorted(
            identity for (identity,) in (yield Query(IDS, {"space": space, "kind": kind})) if identity
        )
        for begin in range(0, len(ids), PAGE):
            rows = yield Query(CONTENTS, {"ids": ids[begin : begin + PAGE]})
            for stored, tally in _offences([row[0] for row in rows], tallies):
                tally.add(stored["id"])
    return [
        Finding(name, says, space, tally.count, tuple(tally.sample))
        for (name, says, _), tally in zip(CHECKS, tallies, strict=True)
    ]


def _offences(page: list[dict[str, Any]], tallies: list[_Tally]) -> Iterator[tuple[Properties, _Tally]]:
    for stored in page:
        for (_, _, holds), tally in zip(CHECKS, tallies, strict=True):
            if not holds(stored):
                yield stored, tally
