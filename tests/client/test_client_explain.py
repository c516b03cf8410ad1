"""`client.beliefs.explain` and `history`: why a belief has its credence, and what it once rested on."""

from __future__ import annotations

import asyncio
import json

import pytest

import kip
from kip_engine.beliefs.explanation import REASONS, Leg
from kip_engine.beliefs.strict import Reason

MEASURED = {"tier": "real_measurement", "source_id": "doc"}


def reasons(legs: tuple[Leg, ...]) -> list[tuple[str, str]]:
    return [(leg.status, leg.reason) for leg in legs]


def test_a_belief_is_explained_down_to_what_is_no_belief(client: kip.Client) -> None:
    client.beliefs.put_source("doc", kind="artifact", text="The report.")
    ice = client.beliefs.assimilate("ice floats", MEASURED)
    lakes = client.beliefs.assimilate("lakes freeze from above", {"tier": "simulation", "source_id": ice.id})
    explained = client.beliefs.explain(lakes.id)
    assert list(explained.beliefs) == [lakes.id, ice.id]
    assert explained.complete
    assert (explained.belief.claim, explained.belief.credence) == (lakes.claim.text, lakes.credence)
    [leg] = explained.belief.legs
    assert (leg.belief_id, leg.tier, leg.log_odds, leg.grounding) == (ice.id, "simulation", 1.5, True)
    [ground] = explained.beliefs[ice.id].legs
    assert (ground.source_kind, ground.source_text) == ("artifact", "The report.")


def test_each_leg_says_what_became_of_it(client: kip.Client) -> None:
    client.beliefs.put_source("doc")
    vain = client.beliefs.assimilate("it is said", {"tier": "model_assertion"})
    first = client.beliefs.assimilate("it is so", MEASURED)
    cited = [MEASURED["source_id"], "nothing", vain.id, first.id]
    evidence = [{"tier": "real_measurement", "source_id": source} for source in cited]
    client.beliefs.assimilate("it is so", evidence)
    legs = client.beliefs.explain(first.id).belief.legs
    assert reasons(legs[1:]) == [
        ("accepted", ""),
        ("accepted", Reason.UNVERIFIED),
        ("refused", "laundered"),
        ("refused", Reason.ITSELF),
    ]
    assert legs[2].counted_tier == "model_assertion"
    assert [leg.weight for leg in legs] == [1, 1, 1, 0, 0]
    assert all(leg.claimed_weight == 1 for leg in legs)
    assert all(leg.reason in {"", *REASONS} for leg in legs)


def test_the_log_odds_of_the_legs_make_the_credence(client: kip.Client) -> None:
    client.beliefs.put_source("doc")
    evidence = [MEASURED, {"tier": "executable", "source_id": "doc", "direction": "-", "weight": 2}]
    belief = client.beliefs.assimilate("it is so", evidence)
    legs = client.beliefs.explain(belief.id).belief.legs
    assert [leg.log_odds for leg in legs] == pytest.approx([3.0, -1.8])


def test_a_cycle_is_explained_once(client: kip.Client) -> None:
    client.beliefs.put_source("doc")
    one = client.beliefs.assimilate("one", MEASURED)
    other = client.beliefs.assimilate("other", {"tier": "simulation", "source_id": one.id})
    client.beliefs.assimilate("one", {"tier": "simulation", "source_id": other.id})
    assert set(client.beliefs.explain(one.id).beliefs) == {one.id, other.id}


def test_the_nearest_beliefs_come_first_and_the_rest_is_left_out_if_there_are_too_many(
    client: kip.Client,
) -> None:
    client.beliefs.put_source("doc")
    below, evidence = [], MEASURED
    for number in range(5):
        below.insert(0, client.beliefs.assimilate(f"belief {number}", evidence).id)
        evidence = {"tier": "simulation", "source_id": below[0]}
    explained = client.beliefs.explain(below[0], most=3)
    assert (list(explained.beliefs), explained.complete) == (below[:3], False)
    assert client.beliefs.explain(below[0], most=5).complete


def test_what_a_scope_cannot_see_is_explained_like_what_is_not_there(client: kip.Client) -> None:
    client.beliefs.put_source("hidden", text="private", scope="beta")
    theirs = client.beliefs.assimilate("theirs", {**MEASURED, "source_id": "hidden"}, scope="beta")
    cited = [theirs.id, "hidden", "nothing"]
    evidence = [{"tier": "executable", "source_id": source, "time": 1.0} for source in cited]
    mine = client.beliefs.assimilate("mine", evidence, scope="alpha")
    explained = client.beliefs.explain(mine.id, scope="alpha")
    assert list(explained.beliefs) == [mine.id]
    shown = {(leg.belief_id, leg.source_kind, leg.source_text, leg.reason) for leg in explained.belief.legs}
    assert shown == {(None, None, None, Reason.UNVERIFIED)}
    everything = client.beliefs.explain(mine.id, scope=kip.ALL_SCOPES)
    assert list(everything.beliefs) == [mine.id, theirs.id]


@pytest.mark.parametrize("scope", ["alpha", "public"])
def test_an_unknown_belief_and_a_hidden_one_answer_alike(client: kip.Client, scope: str) -> None:
    theirs = client.beliefs.assimilate("theirs", [], scope="beta")
    messages = []
    for belief_id in (theirs.id, "0" * 16):
        for read in (client.beliefs.explain, client.beliefs.history):
            with pytest.raises(kip.KipError) as refused:
                read(belief_id, scope=scope)
            assert refused.value.code == "KIP_3002"
            messages.append(refused.value.message.replace(belief_id, "…"))
    assert len(set(messages)) == 1


def test_an_explanation_is_json(client: kip.Client) -> None:
    belief = client.beliefs.assimilate("it is so", {"tier": "simulation", "source_id": "nothing"})
    document = json.loads(json.dumps(client.beliefs.explain(belief.id).to_dict()))
    assert document["belief"] == belief.id
    assert document["beliefs"][0]["legs"][0]["reason"] == "unverified"


def test_history_keeps_what_was_retracted_and_why(client: kip.Client) -> None:
    client.beliefs.put_source("doc")
    client.beliefs.put_source("other")
    base = client.beliefs.assimilate("base", MEASURED)
    other = {"tier": "executable", "source_id": "other"}
    above = client.beliefs.assimilate("above", [{**MEASURED, "source_id": base.id}, other])
    client.beliefs.retract("doc", reason="The instrument was broken.")
    client.beliefs.assimilate("above", {"tier": "executable", "source_id": "other"})
    fallen, kept, new = client.beliefs.history(above.id)
    assert fallen.evidence.source_id == base.id
    assert (fallen.level, fallen.retracted_source) == (1, "doc")
    assert fallen.reason == "The instrument was broken."
    assert fallen.retracted_at is not None
    assert [(each.evidence.source_id, each.retracted_at) for each in (kept, new)] == [("other", None)] * 2


def test_the_same_awaited(client: kip.Client) -> None:
    belief = client.beliefs.assimilate("it is so", MEASURED)

    async def ask() -> tuple[object, object]:
        async with kip.connect_async(space=client.space) as other:
            return await other.beliefs.explain(belief.id), await other.beliefs.history(belief.id)

    assert asyncio.run(ask()) == (client.beliefs.explain(belief.id), client.beliefs.history(belief.id))


def test_under_strict_each_leg_says_by_which_rule(client: kip.Client) -> None:
    client.beliefs.set_evidence_policy("STRICT")
    client.beliefs.put_source("doc")
    weak = client.beliefs.assimilate("weak", {"tier": "executable", "source_id": "doc"})
    refuted = client.beliefs.assimilate("refuted", {**MEASURED, "direction": "-"})
    cited = [weak.id, "doc", "doc", refuted.id]
    evidence = [{"tier": "simulation", "source_id": source} for source in cited]
    above = client.beliefs.assimilate("above", evidence)
    legs = client.beliefs.explain(above.id).belief.legs
    assert reasons(legs) == [
        ("uncounted", Reason.SHARED),
        ("uncounted", Reason.SUPERSEDED),
        ("accepted", ""),
        ("refused", Reason.REFUTED),
    ]
    assert (legs[0].tier, legs[0].counted_tier) == ("simulation", "executable")
    assert [leg.weight for leg in legs] == [0, 0, 1, 0]


def test_back_under_mixle_legs_count_as_they_did_when_they_came(client: kip.Client) -> None:
    client.beliefs.put_source("doc")
    belief = client.beliefs.assimilate("it is so", [MEASURED, MEASURED])
    before = client.beliefs.explain(belief.id)
    client.beliefs.set_evidence_policy("STRICT")
    assert reasons(client.beliefs.explain(belief.id).belief.legs)[0] == ("uncounted", Reason.SUPERSEDED)
    client.beliefs.set_evidence_policy("MIXLE")
    assert client.beliefs.explain(belief.id) == before
