"""The cascade of a retraction, as Cypher: many levels in one statement (specification of beliefs, 7 and 12).

What is about to be retracted hangs on the ledger by PENDING, with its level.  A level takes the live evidence
that cites its sources away from every belief at once, folds what is left of each belief's history, and hangs
the beliefs that lost their ground on the ledger for the next.  Rows of UNWIND see what earlier rows wrote, so
a chain of any length is worked off without coming back.

Evidence is not deleted.  Its links pass into the past tense, `had_evidence` and `cited_source`, which neither
walk nor cascade follows, under ids and keys of their own; and it keeps what the change was.

Under STRICT only the source's own citers lose evidence; what follows from that is judged anew.
"""

from __future__ import annotations

from typing import Final

from .ledger import TAKE_LEDGER

LEVELS: Final = 256
"""Levels that one statement works off."""

PLACES: Final = 2**32
"""A change is numbered `level * PLACES + place within the level`."""

# The evidence `entry` becomes past.  All is found from the evidence, whose ends may have very many links.
_PUT_INTO_PAST: Final = """
MATCH (rested)-[has:has_evidence]->(entry)-[cites:cites_source]->(origin)
MATCH (entry)<-[:OBJECT]-(had:has_evidence)
MATCH (entry)<-[:SUBJECT]-(cited:cites_source)
DELETE has, cites
REMOVE had:has_evidence, cited:cites_source
SET had:had_evidence, had.predicate = 'had_evidence', had.key = had._past_key, had._past_key = null,
  had.id = left(had.id, size(had.id) - size('has_evidence')) + 'had_evidence',
  had._version = had._version + 1, had._updated_at = $now,
  cited:cited_source, cited.predicate = 'cited_source', cited.key = cited._past_key, cited._past_key = null,
  cited.id = left(cited.id, size(cited.id) - size('cites_source')) + 'cited_source',
  cited._version = cited._version + 1, cited._updated_at = $now
CREATE (rested)-[:had_evidence {id: had.id}]->(entry)-[:cited_source {id: cited.id}]->(origin)
"""
# From `belief` to what its live evidence makes of it: `after`, `stands` (grounded) and `entries_left`.
FOLD: Final = """
CALL (belief) {
  OPTIONAL MATCH (belief)-[:has_evidence]->(entry)
  WITH entry ORDER BY entry._order
  WITH collect(entry) AS entries
  WITH size(entries) AS entries_left, any(entry IN entries WHERE entry.grounding) AS stands,
    reduce(x = 0.0, entry IN entries | x + entry._log_odds) AS x
  WITH entries_left, stands,
    CASE WHEN x >= 0 THEN 1 / (1 + exp(-x)) ELSE exp(x) / (1 + exp(x)) END AS believed
  RETURN entries_left, stands,
    CASE WHEN isNaN(believed) THEN null WHEN stands OR believed < 0.5 THEN believed ELSE 0.5 END AS after
}
"""
# One level: from `ledger` and `level` to `changes`, how many (belief, source) pairs were parted.
_LEVEL: Final = f"""
MATCH (ledger)-[pending:PENDING {{level: level}}]->(source:BeliefSource)
DELETE pending
WITH source
MATCH (source)<-[:cites_source]-(entry:BeliefEvidence)<-[:has_evidence]-(belief:Belief)
WHERE ($scope IS NULL OR belief.scope = $scope) AND belief._aside IS NULL
WITH belief, source, collect(entry) AS fallen
WITH belief, belief.credence AS before, belief.grounded AS stood,
  collect(fallen) AS losses
CALL (losses) {{
  UNWIND losses AS fallen
  UNWIND fallen AS entry
  {_PUT_INTO_PAST}
}}
{FOLD}
SET belief.credence = after, belief.grounded = stands, belief._raw = null,
  belief._version = belief._version + 1, belief._updated_at = $now
WITH * ORDER BY belief._order
WITH collect({{belief: belief, losses: losses, before: before, stood: stood,
  after: after, stands: stands, entries_left: entries_left}}) AS hits
CALL (level, hits) {{
  UNWIND hits AS hit
  UNWIND hit.losses AS fallen
  WITH collect({{hit: hit, fallen: fallen}}) AS rows
  UNWIND range(0, size(rows) - 1) AS place
  WITH place, rows[place].hit AS hit, rows[place].fallen AS fallen
  FOREACH (entry IN fallen |
    SET entry.retraction = $retraction.properties.name, entry.retracted_at = $now, entry.level = level,
      entry.credence_before = hit.before, entry.credence_after = hit.after,
      entry.grounded_before = hit.stood, entry.grounded_after = hit.stands,
      entry.entries_left = hit.entries_left,
      entry._version = entry._version + 1, entry._updated_at = $now)
  FOREACH (entry IN fallen[..1] |
    SET entry._retraction = $retraction.properties.id, entry._change = level * {PLACES} + place)
  RETURN count(*) AS changes
}}
CALL (ledger, level, hits) {{
  UNWIND hits AS hit
  WITH ledger, level, hit.belief AS belief
  WHERE hit.stood AND NOT hit.stands AND ledger.policy = 'MIXLE'
  MATCH (own:BeliefSource)-[:is_belief]->(belief) WHERE EXISTS {{ (own)<-[:cites_source]-() }}
  CREATE (ledger)-[:PENDING {{level: level + 1}}]->(own)
}}
RETURN changes
"""
# `$begin` holds the key of what is retracted in the first statement, and nothing in those that go on.
CASCADE: Final = (
    TAKE_LEDGER
    + f"""
CALL (ledger) {{
  UNWIND $begin AS key
  MATCH (source:Concept {{key: key}})
  CREATE (ledger)-[:PENDING {{level: 0}}]->(source)
}}
CALL (ledger) {{
  UNWIND range($first, $first + {LEVELS} - 1) AS level
  CALL (ledger, level) {{
    {_LEVEL}
  }}
  RETURN sum(changes) AS changes, sum(CASE WHEN changes > 0 THEN 1 ELSE 0 END) AS levels
}}
CALL (changes, levels) {{
  UNWIND CASE WHEN changes > 0 THEN [true] ELSE [] END AS _
  MERGE (retraction:Concept {{key: $retraction.properties.key}})
  ON CREATE SET retraction:BeliefRetraction, retraction += $retraction.properties
  SET retraction.count = retraction.count + changes, retraction.levels = retraction.levels + levels
}}
RETURN ledger.policy, changes, levels, EXISTS {{ (ledger)-[:PENDING]->() }}
"""
)
# The beliefs that a retraction hit, by their KIP ids.
HIT: Final = """
MATCH (entry:BeliefEvidence) WHERE entry._retraction = $retraction
MATCH (belief)-[:had_evidence]->(entry)
RETURN collect(DISTINCT belief.id)
"""
# What a retraction is remembered to have left of beliefs, once they were judged anew.
AMEND: Final = """
UNWIND $beliefs AS id
MATCH (belief:Concept {id: id})-[:had_evidence]->(entry) WHERE entry.retraction = $name
SET entry.credence_after = belief.credence, entry.grounded_after = belief.grounded
RETURN count(entry)
"""
