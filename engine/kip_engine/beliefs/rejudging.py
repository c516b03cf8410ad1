"""Judges anew, under STRICT, all that a change reaches: one statement reads it, one writes the verdicts.

A verdict hangs on what a belief stands on, so a change reaches the beliefs that stand on what changed.  They
are found, and what they in turn stand on, by two breadth-first expansions from the ledger, on which what
changed and what was reached hang by PENDING meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kip_cypher.query import Query
from kip_engine.storage.steps import Body
from kip_engine.upsert.apply import timestamp

from .access import PUBLIC, REVISIONS
from .credence import contribution, is_grounding
from .ledger import STRICT
from .records import Evidence
from .strict import LiveBelief, LiveEntry, Verdict, judge
from .vocabulary import BELIEF, SCOPE

_COLUMNS: Final = """
[belief.id, belief.name, coalesce(belief.scope, ''), belief.credence, belief.grounded, reached,
  COLLECT {
    MATCH (belief)-[:has_evidence]->(entry)-[:cites_source]->(source)
    OPTIONAL MATCH (source)-[:is_belief]->(cited)
    RETURN [entry.id, source.source_id, entry.tier, entry.direction, entry.claimed_weight,
      coalesce(cited.scope, source.scope), entry.weight, entry.verified, entry.counted_tier, entry.reason]
    ORDER BY entry._order
  },
  COLLECT {
    MATCH (belief)-[:had_evidence]->(entry)-[:cited_source]->(source) WHERE entry.level = 0
    RETURN DISTINCT source.source_id
  }]
"""
_GRANTS: Final = """
COLLECT {
  MATCH (principal:Concept) WHERE principal.space = $space AND principal.type = $scope_type
  AND principal.access = ''
  MATCH (principal)-[:may_read_scope]->(granted)
  RETURN [principal.scope, granted.scope]
}
"""
READ_REACHED: Final = f"""
MATCH (ledger:BeliefLedger {{space: $space}})
CALL (ledger) {{
  UNWIND $beliefs AS id
  MATCH (belief:Concept {{id: id}})
  CREATE (belief)-[:PENDING]->(ledger)
}}
CALL (ledger) {{
  UNWIND $sources AS key
  MATCH (:Concept {{key: key}})<-[:cites_source]-()<-[:has_evidence]-(belief)
  WITH DISTINCT ledger, belief
  CREATE (belief)-[:PENDING]->(ledger)
}}
CALL (ledger) {{
  UNWIND $scopes AS scope
  MATCH (belief:Belief) WHERE belief._scope = scope AND belief._order IS NOT NULL
  CREATE (belief)-[:PENDING]->(ledger)
}}
CALL (ledger) {{
  MATCH (ledger) ((a)<-[:PENDING|has_evidence|cites_source|is_belief]-(b))+ (belief)
  WITH DISTINCT ledger, belief WHERE belief:Belief
  CREATE (ledger)-[:PENDING]->(belief)
}}
CALL (ledger) {{
  MATCH (ledger) ((a)-[:PENDING|has_evidence|cites_source|is_belief]->(b))+ (belief)
  WITH DISTINCT belief WHERE belief:Belief
  WITH belief, EXISTS {{ (belief)<-[:PENDING]-() }} AS reached ORDER BY belief._order
  RETURN collect({_COLUMNS}) AS beliefs
}}
RETURN beliefs, {_GRANTS}
"""
READ_ALL: Final = f"""
CALL () {{
  MATCH (belief:Belief) WHERE belief.space = $space AND belief.type = $type
  WITH belief, true AS reached ORDER BY belief._order
  RETURN collect({_COLUMNS}) AS beliefs
}}
RETURN beliefs, {_GRANTS}
"""
WRITE_VERDICTS: Final = """
MATCH (ledger:BeliefLedger {space: $space})
CALL (ledger) {
  MATCH (ledger)-[pending:PENDING]-()
  DELETE pending
}
CALL () {
  UNWIND $verdicts AS row
  MATCH (entry:Concept {id: row.id})
  SET entry += row.changes, entry._version = entry._version + 1, entry._updated_at = $now
}
CALL () {
  UNWIND $standings AS row
  MATCH (belief:Concept {id: row.id})
  SET belief += row.changes, belief._version = belief._version + 1, belief._updated_at = $now
}
RETURN count(*)
"""


@dataclass(frozen=True, slots=True)
class Changed:
    """What changed: beliefs by KIP id, sources by key, and what scopes (by digest) can see."""

    beliefs: Sequence[str] = ()
    sources: Sequence[str] = ()
    scopes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Read:
    """A belief as it was read: `reached` says whether it is to be judged, or only stood on."""

    id: str
    name: str
    scope: str
    credence: float | None
    grounded: bool
    reached: bool
    entries: Sequence[Sequence[Any]]
    shut: Sequence[str]


def rejudge_if(policy: str, space: str, changed: Changed) -> Body[bool]:
    """Judge what `changed` reaches where the policy is STRICT; whether it is."""
    if policy == STRICT:
        yield from rejudge(space, changed)
    return policy == STRICT


def rejudge(space: str, changed: Changed | None) -> Body[None]:
    """Judge what `changed` reaches, or all for None.  The ledger is taken already, and the policy STRICT."""
    parameters: dict[str, Any] = {"space": space, "type": BELIEF, "scope_type": SCOPE}
    if changed is None:
        [(rows, grants)] = yield Query(READ_ALL, parameters)
    else:
        reach = {"beliefs": changed.beliefs, "sources": changed.sources, "scopes": changed.scopes}
        [(rows, grants)] = yield Query(READ_REACHED, parameters | reach)
    yield _verdicts(space, [Read(*row) for row in rows], grants)


def _verdicts(space: str, beliefs: Sequence[Read], grants: Iterable[Sequence[str]]) -> Query:
    readable = _readable({belief.scope for belief in beliefs}, grants)
    judgement = judge([_live(belief, readable[belief.scope]) for belief in beliefs], readable)
    reached = [belief for belief in beliefs if belief.reached]
    verdicts = [
        row for belief in reached for entry in belief.entries if (row := _entry(entry, judgement.verdicts))
    ]
    standings = [
        {"id": belief.id, "changes": {"credence": standing.credence, "grounded": standing.grounded}}
        for belief in reached
        if (standing := judgement.standings[belief.name])
        and (standing.credence, standing.grounded) != (belief.credence, belief.grounded)
    ]
    parameters = {"space": space, "now": timestamp(), "verdicts": verdicts, "standings": standings}
    return Query(WRITE_VERDICTS, parameters)


def _readable(scopes: Iterable[str], grants: Iterable[Sequence[str]]) -> dict[str, set[str]]:
    readable = {scope: {scope, PUBLIC} - {REVISIONS} if scope else set[str]() for scope in scopes}
    for principal, granted in grants:
        if principal in readable:
            readable[principal].add(granted)
    return readable


def _live(belief: Read, visible: set[str]) -> LiveBelief:
    entries = [
        LiveEntry(identity, source, tier, direction, weight, source != "" and scope in visible)
        for identity, source, tier, direction, weight, scope, *_ in belief.entries
    ]
    return LiveBelief(belief.name, belief.scope, entries, frozenset(belief.shut))


def _entry(entry: Sequence[Any], verdicts: Mapping[str, Verdict]) -> dict[str, Any] | None:
    """What the verdict changes of a piece of evidence; None for nothing."""
    identity, source, _, direction, claimed, _, *before = entry
    verdict = verdicts[identity]
    judged = [verdict.weight, verdict.verified, verdict.tier, str(verdict.reason)]
    if judged == before:
        return None
    counted = Evidence(source, verdict.tier, direction, verdict.weight, 0.0, verdict.verified, claimed)
    changes = dict(zip(("weight", "verified", "counted_tier", "reason"), judged, strict=True))
    changes["grounding"] = is_grounding(counted)
    changes["_log_odds"] = contribution(counted) if counted.weight > 0 else 0.0
    return {"id": identity, "changes": changes}
