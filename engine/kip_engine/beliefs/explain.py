"""Reads why something is believed: one statement for all that a belief rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from kip_cypher.keys import concept_key, exact_concept_key
from kip_cypher.query import Query
from kip_engine.secrets import mask_text
from kip_engine.storage.steps import Program
from kip_engine.upsert.references import shorten
from kip_grammar.errors import KipError

from . import arguments, malformed
from .access import VISIBLE, View
from .explanation import Explanation, explanation
from .records import Evidence
from .vocabulary import BELIEF, RETRACTION

MOST: Final = 1_000
"""Beliefs in one explanation, if not said otherwise."""

# From `$key` to `root`, a belief that the caller sees.
_ROOT: Final = (
    VISIBLE
    + """
MATCH (root:Concept {key: $key}) WHERE $all OR root.scope IN visible
"""
)
EXPLAIN: Final = (
    _ROOT
    + """
CALL (root, visible) {
  MATCH (root)
    ((a)-[:has_evidence|cites_source|is_belief]->
     (b WHERE NOT b:Belief OR $all OR b.scope IN visible))*
    (belief:Belief)
  WITH DISTINCT belief LIMIT $limit
  RETURN collect(belief) AS beliefs
}
UNWIND range(0, size(beliefs) - 1) AS place
WITH visible, place, beliefs[place] AS belief
RETURN belief.name, belief.claim, belief.credence, belief.grounded, belief.scope,
  COLLECT {
    MATCH (belief)-[:has_evidence]->(entry)-[:cites_source]->(source)
    OPTIONAL MATCH (source)-[:is_belief]->(cited) WHERE $all OR cited.scope IN visible
    WITH entry, source, cited, $all OR coalesce(source.scope IN visible, false) AS seen ORDER BY entry._order
    RETURN entry {
      .tier, .direction, .weight, .claimed_weight, .time, .verified, .counted_tier, .reason,
      source_id: source.source_id, belief_id: cited.name,
      source_kind: CASE WHEN seen THEN source.kind END, source_text: CASE WHEN seen THEN source.text END
    }
  },
  belief._malformed
ORDER BY place
"""
)
HISTORY: Final = (
    _ROOT
    + """
RETURN COLLECT {
  MATCH (root)-[:has_evidence|had_evidence]->(entry)-[:cites_source|cited_source]->(source)
  RETURN [
    [source.source_id, entry.tier, entry.direction, entry.weight, entry.time, entry.verified,
      entry.claimed_weight],
    entry.retraction, entry.retracted_at, entry.level
  ]
  ORDER BY entry._order
}
"""
)
RETRACTIONS: Final = """
MATCH (retraction:Concept) WHERE retraction.key IN $keys
RETURN retraction.name, retraction.source_id, retraction.reason
"""


@dataclass(frozen=True, slots=True)
class Past:
    """A piece of evidence that a belief has or had.

    What was retracted has the instant (ISO 8601), the level of the cascade (0: its source itself was
    retracted), the id whose retraction took it out, and the reason given for that.
    """

    evidence: Evidence
    retracted_at: str | None = None
    level: int | None = None
    retracted_source: str | None = None
    reason: str | None = None


def explain(view: View, belief_id: Any, most: Any = MOST) -> Program[Explanation]:
    """Why `view` finds the belief `belief_id` as it does: `most` beliefs at most.

    Raises KIP_3002 if it sees no such belief, KIP_2002 for a malformed record on the way, and for a `most`
    below 1 (`bad_most`).
    """
    bound = arguments.most(most)
    rows = yield Query(EXPLAIN, {**_root(view, belief_id), "limit": bound + 1})
    if not rows:
        raise _unknown(belief_id)
    for row in rows:
        malformed.check(row[-1])
    return explanation([row[:-1] for row in rows], bound)


def history(view: View, belief_id: Any) -> Program[list[Past]]:
    """All evidence that the belief has or had, in order of arrival.  Raises KIP_3002 if `view` sees no such
    belief."""
    rows = yield Query(HISTORY, _root(view, belief_id))
    if not rows:
        raise _unknown(belief_id)
    entries = rows[0][0]
    names = {name for _, name, *_ in entries if name is not None}
    keys = [concept_key(view.space, RETRACTION, name) for name in sorted(names)]
    noted = (yield Query(RETRACTIONS, {"keys": keys})) if keys else ()
    retractions = {name: (source, reason) for name, source, reason in noted}
    return [
        Past(Evidence(*fields), at, level, *retractions.get(name, (None, None)))
        for fields, name, at, level in entries
    ]


def _root(view: View, belief_id: Any) -> dict[str, Any]:
    name = mask_text(str(belief_id))
    key = exact_concept_key(view.space, BELIEF, name)
    return {**view.parameters(), "key": key, "all": view.scope is None}


def _unknown(belief_id: Any) -> KipError:
    return KipError(
        "KIP_3002",
        f"There is no belief with the id {shorten(repr(belief_id))}.",
        hint="client.beliefs.retrieve(…) and `kip beliefs` find beliefs by their words.",
    )
