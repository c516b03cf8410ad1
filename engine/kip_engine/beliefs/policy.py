"""The evidence policy of a space: how the original judges, or STRICT (specification of beliefs, section 15).

What the original's rules made of a piece of evidence when it came in is kept beside what STRICT makes of it,
so that a space can go back.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from kip_cypher.query import Query
from kip_engine.owned import register
from kip_engine.spaces import Space
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.upsert.apply import timestamp
from kip_engine.upsert.references import shorten

from .cascade import FOLD
from .ledger import MIXLE, STRICT, TAKE_LEDGER, taken
from .rejudging import rejudge
from .tiers import MODEL_ASSERTION, STRENGTH, K
from .validation import refuse
from .vocabulary import BELIEF, EVIDENCE, VOCABULARY


class EvidencePolicy(StrEnum):
    """How evidence is judged."""

    MIXLE = MIXLE
    """Once, when it comes in, as the original does.  The default."""
    STRICT = STRICT
    """Always anew, from all live evidence, by rules that close what the original leaves open."""


READ_POLICY: Final = "MATCH (ledger:BeliefLedger {space: $space}) RETURN ledger.policy"
SET_POLICY: Final = (
    TAKE_LEDGER + "WITH ledger, ledger.policy AS before SET ledger.policy = $policy RETURN before"
)
KEEP: Final = """
MATCH (entry:BeliefEvidence) WHERE entry.space = $space AND entry.type = $type AND entry.retraction IS NULL
SET entry._weight = entry.weight, entry._verified = entry.verified
RETURN count(entry)
"""
GO_BACK: Final = (
    """
MATCH (belief:Belief) WHERE belief.space = $space AND belief.type = $type
CALL (belief) {
  MATCH (belief)-[:has_evidence]->(entry) WHERE entry._weight IS NOT NULL
  SET entry.weight = entry._weight, entry.verified = entry._verified,
    entry._weight = null, entry._verified = null, entry.counted_tier = null, entry.reason = null,
    entry._version = entry._version + 1, entry._updated_at = $now
  SET entry.grounding = entry.tier <> $assertion AND entry.verified AND entry.weight > 0
  SET entry._log_odds = CASE WHEN entry.weight > 0
    THEN CASE entry.direction WHEN '+' THEN 1.0 ELSE -1.0 END
      * ($strength[CASE WHEN entry.grounding THEN entry.tier ELSE $assertion END] * entry.weight) * $k
    ELSE 0.0 END
}
"""
    + FOLD
    + """
SET belief.credence = after, belief.grounded = stands,
  belief._version = belief._version + 1, belief._updated_at = $now
RETURN count(belief)
"""
)


def evidence_policy(space: Space) -> Program[EvidencePolicy]:
    """The evidence policy of the space."""
    rows = yield Query(READ_POLICY, {"space": space.name})
    return EvidencePolicy(rows[0][0]) if rows else EvidencePolicy.MIXLE


def set_evidence_policy(space: Space, policy: Any) -> Program[None]:
    """Judge by `policy` from now on, and all that there is anew.  Raises KIP_2002 for an unknown one."""
    if policy not in list(EvidencePolicy):
        choices = ", ".join(EvidencePolicy)
        refuse("KIP_2002", "bad_policy", f"{shorten(repr(policy))} is not one of {choices}.", hint="")
    yield from register(VOCABULARY, space)
    yield Transaction(lambda: _set(space.name, EvidencePolicy(policy)))


def _set(space: str, policy: EvidencePolicy) -> Body[None]:
    rows = yield Query(SET_POLICY, {"space": space, "items": 0, "policy": str(policy)})
    [(before,)] = taken(rows, space)
    if before == policy:
        return
    if policy == EvidencePolicy.STRICT:
        yield Query(KEEP, {"space": space, "type": EVIDENCE})
        yield from rejudge(space, None)
    else:
        weighing = {"assertion": MODEL_ASSERTION, "strength": dict(STRENGTH), "k": K}
        yield Query(GO_BACK, {"space": space, "type": BELIEF, "now": timestamp(), **weighing})
