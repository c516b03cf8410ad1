"""Reads one page of what is exported: its elements whole, and what names the ends of its links.

Elements come in an order in which they can be written: definitions, the other concepts, then links, each
after the links it speaks about.  A link's rank is the number of links it rests on, which is smaller for any
link below it; among equals the older one comes first.  So a page never needs an element of a later one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from kip_cypher.query import Query
from kip_engine.elements import Element, element_json
from kip_engine.storage.steps import Body, Rows
from kip_engine.upsert.complaints import Overtaken

from .size import as_many_as_fit

Place: TypeAlias = "tuple[int, str]"
BEGINNING: Place = (-1, "")

READ_PAGE = """
WITH target, CASE
  WHEN target.predicate IS NULL THEN
    CASE target.type WHEN '$ConceptType' THEN 0 WHEN '$PropositionType' THEN 1 ELSE 2 END
  WHEN target.subject STARTS WITH 'P:' OR target.object STARTS WITH 'P:' THEN 3 + COUNT {
    MATCH (target)-[:SUBJECT|OBJECT]->+(below:Proposition) RETURN DISTINCT below
  }
  ELSE 3 END AS rank
WHERE rank > $rank OR (rank = $rank AND target.id > $id)
WITH target, rank, target.id AS id ORDER BY rank, id LIMIT $limit
RETURN rank, id, properties(target)
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
    """Elements in order, the ends of its links that aren't among them, and where the next page begins."""

    elements: Sequence[Element]
    ends: Mapping[str, End]
    next: Place | None


def keep_all(element: Element) -> bool:
    """Every element belongs on its page."""
    return True


def read_page(
    selected: Selected,
    space: str,
    after: Place,
    size: int,
    keep: Callable[[Element], bool] = keep_all,
) -> Body[Page]:
    """At most `size` elements after the place `after`, those that `keep` refuses left out.

    Raises Overtaken if an end of a link vanishes meanwhile.
    """
    rank, identity = after
    rows = yield selected.query(READ_PAGE, {"rank": rank, "id": identity, "limit": size + 1})
    elements = [element_json(row[2]) for row in rows[:size]]
    fitting = as_many_as_fit(elements)
    kept = list(filter(keep, elements[:fitting]))
    return Page(kept, (yield from _ends(kept, space)), _next(rows, fitting))


def _next(rows: Rows, taken: int) -> Place | None:
    if taken == len(rows):
        return None
    rank, identity, _ = rows[taken - 1]
    return rank, identity


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


def _by_kind(identities: set[str]) -> dict[str, list[str]]:
    concepts = sorted(identity for identity in identities if identity.startswith("C:"))
    return {"concepts": concepts, "links": sorted(identities.difference(concepts))}
