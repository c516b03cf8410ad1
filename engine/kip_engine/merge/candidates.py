"""What the variables of a MERGE may stand for."""

from __future__ import annotations

from dataclasses import dataclass

from kip_engine.storage.steps import Body
from kip_engine.targets import Selection
from kip_engine.upsert.references import shorten

# One more than there may be, which is enough to tell.  What is being deleted at the moment has no properties.
FIRST_TWO = """
WITH target, properties(target) AS found WHERE found.id IS NOT NULL
WITH * LIMIT 2
RETURN found.id, elementId(target), coalesce(found.type, found.predicate), found.name, found._merged_from,
  found._owner
"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that a variable matches; links have no name.  `kind` is the type or predicate."""

    id: str
    node: str
    kind: str
    name: str | None
    merged_from: tuple[str, ...]
    owner: str | None = None

    def __str__(self) -> str:
        if self.name is None:
            return f'the link (id: "{self.id}")'
        return f'{{type: "{self.kind}", name: "{shorten(self.name)}"}}'


def candidates(selection: Selection) -> Body[list[Candidate]]:
    """None, the one, or two of the elements selected."""
    rows = yield selection.query(FIRST_TWO, {})
    return [
        Candidate(identity, node, kind, name, tuple(merged or ()), owner)
        for identity, node, kind, name, merged, owner in rows
    ]
