"""Writes what was taken in: one statement for any number of beliefs, sources and pieces of evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kip_cypher.keys import concept_key
from kip_cypher.names import CONCEPT_TYPE
from kip_cypher.query import Query
from kip_engine.owned import Origin, Row
from kip_engine.storage.steps import Body
from kip_grammar.errors import KipError

from .entries import CREATE_ENTRIES, EntryRow
from .stored import source_row
from .vocabulary import BELIEF

# Ends are found by their KIP ids, whether they are new or not.
# Nothing is written where the definitions are gone.
WRITE: Final = (
    """
MATCH (:Concept {key: $defined})
CALL () {
  UNWIND $concepts AS row
  CREATE (n:Concept:$(row.label)) SET n = row.properties
}
CALL () {
  UNWIND $changes AS row
  MATCH (n:Concept {id: row.id}) SET n += row.changes
}
CALL () {
  UNWIND $links AS row
  MATCH (s:Concept {id: row.properties.subject})
  MATCH (o:Concept {id: row.properties.object})
  CREATE (s)<-[:SUBJECT]-(n:Proposition:$(row.label))-[:OBJECT]->(o) SET n = row.properties
  CREATE (s)-[:$(row.label) {id: n.id}]->(o)
}
"""
    + CREATE_ENTRIES
    + """CALL () {
  UNWIND $about AS row
  MATCH (belief:Concept {id: row.subject})
  CALL (row) {
    MATCH (element:Concept {id: row.object}) RETURN element
    UNION ALL
    MATCH (element:Proposition {id: row.object}) RETURN element
  }
  CREATE (belief)<-[:SUBJECT]-(link:Proposition:about)-[:OBJECT]->(element) SET link = row
  CREATE (belief)-[:about {id: link.id}]->(element)
  RETURN count(*) AS about
}
RETURN about
"""
)


class Undefined(KipError):
    """KIP_3002: a body would write, and the space doesn't define beliefs.  Define them, and run it again."""

    def __init__(self) -> None:
        super().__init__("KIP_3002", "Beliefs aren't defined here.", hint="Try again.")


@dataclass(slots=True)
class Writing:
    """Rows to be written together.

    `strict` says whether they will be judged anew; `beliefs` are the KIP ids of the beliefs taken in.
    """

    origin: Origin
    strict: bool = False
    beliefs: list[str] = field(default_factory=list)
    concepts: list[Row] = field(default_factory=list)
    changes: list[dict[str, Any]] = field(default_factory=list)
    links: list[Row] = field(default_factory=list)
    entries: list[EntryRow] = field(default_factory=list)
    about: list[Row] = field(default_factory=list)
    _sources: dict[str, str] = field(default_factory=dict)

    def source(self, source_id: str, found: str | None) -> str:
        """The KIP id of a source: `found`, or that of a new node in which nothing is known of it."""
        if found is not None:
            return found
        if source_id not in self._sources:
            row = source_row(self.origin, source_id)
            self.concepts.append(row)
            self._sources[source_id] = row["properties"]["id"]
        return self._sources[source_id]

    def change(self, stored: Mapping[str, Any], changes: Mapping[str, Any]) -> None:
        """Change a stored concept; None takes a property away."""
        engine = {"_version": stored["_version"] + 1, "_updated_at": self.origin.now}
        self.changes.append({"id": stored["id"], "changes": {**changes, **engine}})

    def query(self) -> Query:
        """All of it as one statement, which tells how many links to what beliefs are about were drawn."""
        defined = concept_key(self.origin.space, CONCEPT_TYPE, BELIEF)
        common: dict[str, Any] = {
            "defined": defined,
            "space": self.origin.space,
            "owner": self.origin.owner,
            "now": self.origin.now,
        }
        rows = {"concepts": self.concepts, "changes": self.changes, "links": self.links}
        return Query(WRITE, {**common, **rows, "entries": self.entries, "about": self.about})

    def write(self) -> Body[int]:
        """Write it, and return how many links to what beliefs are about were drawn.  Raises Undefined."""
        rows = yield self.query()
        if not rows:
            raise Undefined
        return int(rows[0][0])
