"""The doctor sees when a belief is not what its evidence makes of it."""

from __future__ import annotations

import pytest
from believing import Believer

from kip_cypher.query import Query
from kip_engine.beliefs import policy
from kip_engine.storage.steps import Transaction

BREAKAGES = {
    "belief-credence": "MATCH (b:Belief) WHERE b.space = $space SET b.credence = 0.99",
    "belief-evidence": "MATCH (e:BeliefEvidence) WHERE e.space = $space SET e.grounding = NOT e.grounding",
    "belief-search": "MATCH (b:Belief) WHERE b.space = $space SET b._scope = 'elsewhere'",
    "beliefs-tied": "MATCH (e:BeliefEvidence) WHERE e.space = $space SET e.retraction = 'none'",
    "beliefs-at-rest": "MATCH (l:BeliefLedger {space: $space}), (s:BeliefSource {space: $space}) "
    "CREATE (l)-[:PENDING]->(s)",
}


def write(mind: Believer, text: str) -> None:
    def body():  # type: ignore[no-untyped-def]
        yield Query(text + " RETURN 1", {"space": mind.space.name})

    def program():  # type: ignore[no-untyped-def]
        yield Transaction(body)

    mind.run(program())


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("check", sorted(BREAKAGES))
def test_what_is_broken_by_hand_is_found(mind: Believer, check: str, strict: bool) -> None:
    mind.believe("a claim", "doc", "nothing")
    mind.believe("a claim", "doc", direction="-", tier="executable")
    if strict:
        mind.run(policy.set_evidence_policy(mind.space, "STRICT"))
    assert mind.complaints() == []
    write(mind, BREAKAGES[check])
    assert check in dict(mind.complaints())
