"""What must hold of beliefs: each is worth what its evidence makes of it, and found by what it says."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kip_cypher.query import Query
from kip_engine.beliefs.credence import contribution, credence, is_grounded, is_grounding
from kip_engine.beliefs.policy import EvidencePolicy
from kip_engine.beliefs.records import Evidence
from kip_engine.beliefs.stored import in_scope
from kip_engine.beliefs.strict import strict_credence
from kip_engine.beliefs.vocabulary import BELIEF, OWNER
from kip_engine.storage.steps import Program

from .findings import SAMPLE, Finding
from .invariants import OFFENDERS, Invariant

PAGE = 1_000
TOLERANCE = 1e-12

TIED = """
CALL () {
  MATCH (n:Concept) WHERE n.space = $space AND n.type = 'Belief' AND n._owner = 'beliefs'
  AND (COUNT { (n)<-[:is_belief]-() } <> 1
    OR NOT EXISTS { (n)<-[:is_belief]-(source:BeliefSource) WHERE source.source_id = n.name })
  RETURN n
  UNION ALL
  MATCH (n:Concept) WHERE n.space = $space AND n.type = 'BeliefEvidence' AND n._owner = 'beliefs'
  AND (COUNT { (n)<-[:has_evidence]-() } + COUNT { (n)<-[:had_evidence]-() } <> 1
    OR COUNT { (n)<-[:has_evidence]-() } <> COUNT { (n)-[:cites_source]->() }
    OR COUNT { (n)<-[:had_evidence]-() } <> COUNT { (n)-[:cited_source]->() }
    OR (n.retraction IS NULL) <> EXISTS { (n)<-[:has_evidence]-() })
  RETURN n
}
WITH n.id AS offender
"""
NOTHING_PENDING = """
MATCH (n:BeliefLedger {space: $space})-[:PENDING]-(pending)
WITH coalesce(pending.id, elementId(pending)) AS offender
"""
INVARIANTS = (
    Invariant(
        "beliefs-tied",
        "A belief has one source of its own; evidence has one belief and one source, both live or both past.",
        TIED,
    ),
    Invariant("beliefs-at-rest", "No retraction or judgement was left half-way.", NOTHING_PENDING),
)
POLICY = "OPTIONAL MATCH (ledger:BeliefLedger {space: $space}) RETURN ledger.policy"
IDS = """
MATCH (n:Concept) WHERE n.space = $space AND n.type = $type AND n._owner = $owner AND n._raw IS NULL
RETURN n.id
"""
BELIEFS = """
UNWIND $ids AS id
MATCH (belief:Concept {id: id})
RETURN properties(belief), COLLECT {
  MATCH (belief)-[:has_evidence]->(entry)-[:cites_source]->(source)
  RETURN [coalesce(entry.counted_tier, entry.tier), entry.direction, entry.weight, entry.verified,
    entry.grounding, entry._log_odds]
  ORDER BY entry._order
}
"""
SAYS = {
    "belief-credence": "A belief's credence is what its live evidence makes of it, in order, by the policy.",
    "belief-evidence": "Evidence counts as its tier, weight and verification say.",
    "belief-search": "A belief is found, within its scope, by what it says.",
}

Stored = Mapping[str, Any]
Entries = Sequence[Sequence[Any]]


def examine_beliefs(space: str) -> Program[list[Finding]]:
    """What the checks find in the beliefs of `space`.  Records forged by hand are left out of them."""
    findings = []
    for invariant in INVARIANTS:
        count, sample = (yield Query(invariant.query + OFFENDERS, {"space": space, "sample": SAMPLE}))[0]
        findings.append(Finding(invariant.name, invariant.says, space, count, tuple(sample)))
    [(policy,)] = yield Query(POLICY, {"space": space})
    strict = policy == EvidencePolicy.STRICT
    offenders: dict[str, list[str]] = {check: [] for check in SAYS}
    ids = sorted(row[0] for row in (yield Query(IDS, {"space": space, "type": BELIEF, "owner": OWNER})))
    for begin in range(0, len(ids), PAGE):
        for stored, entries in (yield Query(BELIEFS, {"ids": ids[begin : begin + PAGE]})):
            for check in _offences(stored, entries, strict=strict):
                offenders[check].append(stored["id"])
    return findings + [
        Finding(check, SAYS[check], space, len(found), tuple(found[:SAMPLE]))
        for check, found in offenders.items()
    ]


def _offences(stored: Stored, entries: Entries, *, strict: bool) -> Iterator[str]:
    history = [
        Evidence("", tier, direction, weight, 0.0, verified)
        for tier, direction, weight, verified, *_ in entries
    ]
    believed = strict_credence(history) if strict else credence(history)
    if not _same(stored.get("credence"), believed) or stored["grounded"] != is_grounded(history):
        yield "belief-credence"
    if not all(map(_counts, history, entries)):
        yield "belief-evidence"
    if any(_terms(stored.get(name)) != _terms(value) for name, value in in_scope(stored).items()):
        yield "belief-search"


def _counts(entry: Evidence, stored: Sequence[Any]) -> bool:
    *_, grounding, log_odds = stored
    expected = contribution(entry) if entry.weight > 0 else 0.0
    return bool(grounding == is_grounding(entry) and _same(log_odds, expected))


def _terms(text: str | None) -> list[str]:
    """The order of terms is that in which attributes were written, and says nothing."""
    return sorted((text or "").split())


def _same(stored: float | None, expected: float) -> bool:
    if stored is None or math.isnan(expected):
        return stored is None and math.isnan(expected)
    return stored == expected or abs(stored - expected) <= TOLERANCE * max(1.0, abs(expected))
