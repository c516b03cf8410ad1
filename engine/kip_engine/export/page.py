"""Reads one page of what is exported: its elements whole, and what names the ends of its links.

Elements come in an order in which they can be written: definitions, the other concepts, then links, each
after the links it speaks about.  A link's rank is the number of links it rests on, which is smaller for any
link below it; among equals the older one comes first.  So a page never needs an element of a later one.

What only the engine's verbs write, and the links on it, isn't exported: KML couldn't read it back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from kip_cypher.query import Query
from kip_engine.elements import Element, element_json
from kip_engine.overtaken import Overtaken
from kip_engine.storage.steps import Body, Rows

from .size import PAGE_BYTES, as_many_as_fit

Place: TypeAlias = "tuple[int, str]"
"""Where an element stands in the order: its rank and its id."""
BEGINNING: Place = (-1, "")
READ_AT_ONCE = 1_000

LIST_PLACES = """
WITH target, CASE
  WHEN target.predicate IS NULL THEN
    CASE target.type WHEN '$ConceptType' THEN 0 WHEN '$PropositionType' THEN 1 ELSE 2 END
  WHEN target.subject STARTS WITH 'P:' OR target.object STARTS WITH 'P:' THEN 3 + COUNT {
    MATCH (target)-[:SUBJECT|OBJECT]->+(below:Proposition) RETURN DISTINCT below
  }
  ELSE 3 END AS rank
WHERE (rank > $rank OR (rank = $rank AND target.id > $id)) AND target._owner IS NULL
AND NOT EXISTS { (target)-[:SUBJECT|OBJECT]->+(end WHERE end._owner IS NOT NULL) }
RETURN rank, target.id AS id ORDER BY rank, id LIMIT $limit
"""
READ_ELEMENTS = """
CALL () {
  UNWIND $concepts AS id MATCH (element:Concept {id: id}) WHERE element.space = $space RETURN element
  UNION ALL
  UNWIND $links AS id MATCH (element:Proposition {id: id}) WHERE element.space = $space RETURN element
}
RETURN element {.*, search_text: null}
"""
READ_ENDS = """
CALL () {
  UNWIND $concepts AS id MATCH (end:Concept {id: id}) WHERE end.space = $space RETURN end
  UNION
  UNWIND $links AS id MATCH (link:Proposition {id: id})-[:SUBJECT|OBJECT]->*(end) WHERE link.space = $space
  RETURN DISTINCT end
}
RETURN end.id, end.type, end.name, end.predicate, end.subject, end.object
"""


class Selected(Protocol):
    """What is exported: a query that binds each element as `target`, to be continued with `tail`."""

    def query(self, tail: str, parameters: Mapping[str, Any]) -> Query: ...


@dataclass(frozen=True, slots=True)
class End:
    """What names an element that isn't on the page: a concept's type and name, or a link's parts."""

    type: str | None
    name: str | None
    predicate: str | None
    subject: str | None
    object: str | None


@dataclass(frozen=True, slots=True)
class Page:
    """Elements in order, the ends of its links that aren't among them, and how many places this fills."""

    elements: Sequence[Element] = ()
    ends: Mapping[str, End] = field(default_factory=dict)
    places: int = 0


def keep_all(element: Element) -> bool:
    """Every element belongs on its page."""
    return True


def list_places(selected: Selected, after: Place, most: int) -> Query:
    """The query for the first `most` places after `after`, a row each."""
    rank, identity = after
    return selected.query(LIST_PLACES, {"rank": rank, "id": identity, "limit": most})


def places_of(rows: Rows) -> list[Place]:
    """The places that the rows of `list_places` name.  Raises Overtaken if an element vanished meanwhile."""
    places = [(rank, identity) for rank, identity in rows]
    if any(identity is None for _, identity in places):
        raise Overtaken
    return places


def read_page(space: str, places: Sequence[Place], keep: Callable[[Element], bool] = keep_all) -> Body[Page]:
    """The elements at the first of `places`, as many as fit; those that `keep` refuses are left out.

    What is no longer there is left out too.  Raises Overtaken if an end of a link vanishes meanwhile.
    """
    elements: list[Element] = []
    room, filled = PAGE_BYTES, 0
    while room > 0 and filled < len(places):
        identities = [identity for _, identity in places[filled : filled + READ_AT_ONCE]]
        found = yield from _elements(identities, space)
        fitting = as_many_as_fit(identities, found, room)
        elements += [found[identity] for identity in identities[: fitting.places] if identity in found]
        filled += fitting.places
        room = fitting.room
    kept = list(filter(keep, elements))
    return Page(kept, (yield from _ends(kept, space)), filled)


def _elements(identities: Sequence[str], space: str) -> Body[dict[str, Element]]:
    rows = yield Query(READ_ELEMENTS, {"space": space, **_by_kind(identities)})
    return {row[0]["id"]: element_json(row[0]) for row in rows if row[0].get("id") is not None}


def _ends(elements: Sequence[Element], space: str) -> Body[dict[str, End]]:
    links = [element for element in elements if "predicate" in element]
    missing = {link[end] for link in links for end in ("subject", "object")}
    missing -= {element["id"] for element in elements}
    if not missing:
        return {}
    rows = yield Query(READ_ENDS, {"space": space, **_by_kind(missing)})
    ends = {identity: End(*row) for identity, *row in rows}
    if not missing <= ends.keys():
        raise Overtaken
    return ends


def _by_kind(identities: Iterable[str]) -> dict[str, list[str]]:
    links = {identity for identity in identities if identity.startswith("P:")}
    return {"concepts": sorted(set(identities) - links), "links": sorted(links)}
