"""New pieces of evidence: rows of what differs between them, and the Cypher that makes elements of rows.

Most elements that beliefs are made of are evidence and its links.  Their rows are lists, in the order of
COLUMNS: as maps of stored properties they would take the driver three times as long to send.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from kip_cypher.keys import concept_key, link_key, name_key
from kip_engine import ids
from kip_engine.owned import Origin

from .credence import contribution, is_grounding
from .records import Evidence
from .vocabulary import CITED_SOURCE, CITES_SOURCE, EVIDENCE, HAD_EVIDENCE, HAS_EVIDENCE

EntryRow: TypeAlias = list[Any]

COLUMNS: Final = (
    *("belief", "source", "id", "name", "key", "name_key"),
    *("tier", "direction", "weight", "claimed_weight", "time", "verified", "grounding"),
    *("_order", "_log_odds", "_weight", "_verified"),
    *("has_id", "has_key", "had_key", "cites_id", "cites_key", "cited_key"),
)
_EVIDENCE: Final = COLUMNS[2:17]


def _at(column: str) -> str:
    return f"row[{COLUMNS.index(column)}]"


_COMMON: Final = "space: $space, _owner: $owner, _version: 1, _updated_at: $now"
_PROPERTIES: Final = ", ".join(f"{column}: {_at(column)}" for column in _EVIDENCE)

# From `$entries`, whose beliefs and sources exist, to evidence with its links.  A link carries the key that
# it will have once the evidence is retracted, because Cypher can't hash.
CREATE_ENTRIES: Final = f"""
CALL () {{
  UNWIND $entries AS row
  MATCH (belief:Concept {{id: {_at("belief")}}})
  MATCH (source:Concept {{id: {_at("source")}}})
  CREATE (evidence:Concept:{EVIDENCE} {{{_COMMON}, type: '{EVIDENCE}', {_PROPERTIES}}})
  CREATE (belief)<-[:SUBJECT]-(:Proposition:{HAS_EVIDENCE} {{{_COMMON}, predicate: '{HAS_EVIDENCE}',
    id: {_at("has_id")}, subject: {_at("belief")}, object: {_at("id")},
    key: {_at("has_key")}, _past_key: {_at("had_key")}}})-[:OBJECT]->(evidence)
  CREATE (evidence)<-[:SUBJECT]-(:Proposition:{CITES_SOURCE} {{{_COMMON}, predicate: '{CITES_SOURCE}',
    id: {_at("cites_id")}, subject: {_at("id")}, object: {_at("source")},
    key: {_at("cites_key")}, _past_key: {_at("cited_key")}}})-[:OBJECT]->(source)
  CREATE (belief)-[:{HAS_EVIDENCE} {{id: {_at("has_id")}}}]->(evidence)
    -[:{CITES_SOURCE} {{id: {_at("cites_id")}}}]->(source)
}}
"""


def entry_row(
    origin: Origin, belief: tuple[str, str], source: str, entry: Evidence, order: int, *, kept: bool = False
) -> EntryRow:
    """A new piece of evidence, number `order` of the belief with (KIP id, name) `belief`.

    `kept` notes how it was judged beside how it counts, which STRICT will change.
    """
    space, identity = origin.space, ids.new_concept_id()
    name = f"{entry.direction} {entry.tier} #{order} of {belief[1]}"
    judged = (entry.weight, entry.verified) if kept else (None, None)
    return [
        *(belief[0], source, identity, name, concept_key(space, EVIDENCE, name), name_key(space, name)),
        *(entry.tier, entry.direction, entry.weight, entry.claimed_weight, entry.time),
        *(entry.verified, is_grounding(entry)),
        *(order, contribution(entry) if entry.weight > 0 else 0.0, *judged),
        *_link(space, (HAS_EVIDENCE, HAD_EVIDENCE), belief[0], identity),
        *_link(space, (CITES_SOURCE, CITED_SOURCE), identity, source),
    ]


def _link(space: str, predicates: tuple[str, str], subject: str, target: str) -> tuple[str, str, str]:
    """A link's id, its key, and the key that it will have in the past tense."""
    live, past = predicates
    return (
        ids.new_link_id(live),
        link_key(space, subject, live, target),
        link_key(space, subject, past, target),
    )
