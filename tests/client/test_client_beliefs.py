"""`client.beliefs` as people use it, and beliefs as KIP reads them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import kip
from kip_cypher.query import Query

MEASURED = {"tier": "real_measurement", "source_id": "doc"}
ONE_MEASUREMENT = 0.9525741268224334


@pytest.fixture
def beliefs(client: kip.Client) -> kip.beliefs.Beliefs:
    """The beliefs of a new memory, with one document."""
    client.beliefs.put_source("doc", text="The report of the expedition.")
    return client.beliefs


def sound(client: kip.Client) -> bool:
    return all(finding.ok for finding in client.doctor() if finding.space)


def everything(client: kip.Client) -> str:
    """All that is stored in the memory, as text."""

    def program() -> Any:
        nodes = yield Query(
            "MATCH (n) WHERE n.space = $space RETURN collect(properties(n))", {"space": client.space}
        )
        return str(nodes)

    text: str = client._run(program())
    return text


# Read by KIP, written by the verbs alone ------------------------------------------------------------


def test_beliefs_are_found_by_kip(client: kip.Client, beliefs: Any) -> None:
    belief = beliefs.assimilate("ice floats", MEASURED)
    beliefs.assimilate("ice sinks", {"tier": "model_assertion"})
    found = client.execute(
        "FIND(?b.name, ?b.attributes.credence) "
        'WHERE { ?b {type: "Belief"} FILTER(?b.attributes.credence > 0.8) }'
    ).result
    assert found == [[belief.id], [ONE_MEASUREMENT]]
    [hit] = client.execute('SEARCH CONCEPT "floats" WITH TYPE "Belief"').result
    assert hit["attributes"]["claim"] == "ice floats"


def test_evidence_and_sources_are_walked_with_predicate_variables(client: kip.Client, beliefs: Any) -> None:
    below = beliefs.assimilate("ice floats", MEASURED)
    above = beliefs.assimilate("lakes freeze from above", {"tier": "simulation", "source_id": below.id})
    walked = client.execute(
        "FIND(?p, ?e.attributes.tier, ?q, ?s.attributes.source_id, ?r, ?c.attributes.claim) "
        'WHERE { ?b {type: "Belief", name: :name} (?b, ?p, ?e) (?e, ?q, ?s) (?s, ?r, ?c) }',
        {"name": above.id},
    ).result
    assert [column[0] for column in walked] == [
        "has_evidence",
        "simulation",
        "cites_source",
        below.id,
        "is_belief",
        "ice floats",
    ]
    ground = client.execute(
        "FIND(?s.attributes.text) WHERE { "
        '(?a, "has_evidence", ?e) (?e, "cites_source", ?own) (?own, "is_belief", ?b) '
        '(?b, "has_evidence", ?f) (?f, "cites_source", ?s) }'
    ).result
    assert ground == ["The report of the expedition."]


@pytest.mark.parametrize(
    "command",
    [
        'UPDATE ?b SET ATTRIBUTES { credence: 1.0 } WHERE { ?b {type: "Belief"} }',
        'UPDATE ?e SET ATTRIBUTES { weight: 9 } WHERE { ?e {type: "BeliefEvidence"} }',
        'UPSERT { CONCEPT ?b { {type: "Belief", name: "mine"} SET ATTRIBUTES { credence: 1.0 } } }',
        'UPSERT { CONCEPT ?s { {type: "BeliefSource", name: "source:doc"} SET ATTRIBUTES { kind: "x" } } }',
        'DELETE PROPOSITIONS ?l WHERE { ?l (?b, "has_evidence", ?e) }',
        'DELETE CONCEPT ?b DETACH WHERE { ?b {type: "Belief"} }',
    ],
)
def test_kml_can_not_write_them(client: kip.Client, beliefs: Any, command: str) -> None:
    belief = beliefs.assimilate("ice floats", MEASURED)
    with pytest.raises(kip.KipError) as refused:
        client.execute(command)
    assert refused.value.code == "KIP_3004"
    assert beliefs.explain(belief.id).belief.credence == ONE_MEASUREMENT


def test_a_memory_with_a_type_of_that_name_is_left_alone(client: kip.Client) -> None:
    client.execute('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Belief"} } }')
    with pytest.raises(kip.KipError) as refused:
        client.beliefs.assimilate("ice floats", MEASURED)
    assert (refused.value.code, "'Belief'" in refused.value.message) == ("KIP_2002", True)


# About KIP elements ---------------------------------------------------------------------------------


def test_a_belief_about_a_link_is_joined_to_it(pharmacy: kip.Client) -> None:
    pharmacy.beliefs.put_source("trial")
    triple = ({"type": "Drug", "name": "Aspirin"}, "treats", {"type": "Symptom", "name": "Fever"})
    evidence = {"tier": "real_measurement", "source_id": "trial"}
    belief = pharmacy.beliefs.assimilate(triple, evidence)
    assert belief.claim.text == 'Drug "Aspirin" treats Symptom "Fever"'
    joined = pharmacy.execute(
        "FIND(?d.name, ?b.attributes.credence) "
        'WHERE { ?link (?d, "treats", ?s) (?b, "about", ?link) FILTER(?b.attributes.credence > 0.5) }'
    ).result
    assert joined == [["Aspirin"], [ONE_MEASUREMENT]]
    again = pharmacy.beliefs.assimilate(belief.about, evidence)
    assert (again.id, len(again.evidence_history)) == (belief.id, 2)
    drug = pharmacy.beliefs.assimilate({"type": "Drug", "name": "Aspirin"}, evidence)
    assert drug.id != belief.id
    assert sound(pharmacy)


def test_what_a_belief_is_about_may_go_and_the_belief_stays(pharmacy: kip.Client) -> None:
    pharmacy.beliefs.put_source("trial")
    belief = pharmacy.beliefs.assimilate(
        {"type": "Drug", "name": "Aspirin"}, {"tier": "executable", "source_id": "trial"}
    )
    pharmacy.execute('DELETE CONCEPT ?d DETACH WHERE { ?d {type: "Drug", name: "Aspirin"} }')
    assert pharmacy.beliefs.explain(belief.id).belief.claim == 'Drug "Aspirin"'
    assert sound(pharmacy)


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        ("C:000000000000000000000000", "KIP_3002"),
        ("P:000000000000000000000000:treats", "KIP_3002"),
        (({"type": "Drug", "name": "Aspirin"}, "treats", {"type": "Symptom", "name": "Gout"}), "KIP_3002"),
        ({"type": "Drug", "name": "Snake oil"}, "KIP_3002"),
        ({"type": "Drug"}, "KIP_2003"),
        (("one", "two"), "KIP_2003"),
        (7, "KIP_2003"),
        ("with a lone \ud800 surrogate", "KIP_2003"),
    ],
)
def test_a_claim_that_is_none_is_refused(pharmacy: kip.Client, claim: Any, code: str) -> None:
    with pytest.raises(kip.KipError) as refused:
        pharmacy.beliefs.assimilate(claim, {"tier": "executable"})
    assert refused.value.code == code
    assert pharmacy.beliefs.retrieve("anything") == []


def test_text_that_looks_a_little_like_an_id_is_text(beliefs: Any) -> None:
    assert beliefs.assimilate("C:drive", MEASURED).claim.text == "C:drive"


# Many at once, and bad input ------------------------------------------------------------------------


def test_ten_thousand_entries_at_once(client: kip.Client, beliefs: Any) -> None:
    belief = beliefs.assimilate("ice floats", [{**MEASURED, "weight": 1e-4}] * 10_000)
    assert len(belief.evidence_history) == 10_000
    assert belief.credence == beliefs.credence(belief.evidence_history)
    done = beliefs.retract("doc")
    [change] = done.changes
    assert (done.count, change.entries_left, change.credence_after) == (1, 0, 0.5)


def test_many_claims_at_once_are_taken_in_like_one_call(beliefs: Any) -> None:
    first, second = beliefs.assimilate_many([("ice floats", MEASURED), ("ice sinks", [])])
    assert (first.credence, second.credence) == (ONE_MEASUREMENT, 0.5)
    again, twice, other = beliefs.assimilate_many(
        [
            ("Ice  floats", MEASURED),
            ("ICE floats", MEASURED),
            ("ice sinks", {**MEASURED, "source_id": first.id}),
        ]
    )
    assert again == twice
    assert (again.id, len(again.evidence_history)) == (first.id, 3)
    assert other.credence == ONE_MEASUREMENT
    assert beliefs.assimilate_many([]) == []


def test_of_many_claims_all_are_taken_in_or_none(beliefs: Any) -> None:
    with pytest.raises(kip.KipError) as refused:
        beliefs.assimilate_many([("ice floats", MEASURED), ("ice sinks", {"tier": "hearsay"})])
    assert refused.value.detail == "bad_tier"
    assert beliefs.retrieve("ice") == []


@pytest.mark.parametrize("scope", [7, ["local"], "with \x00 inside"])
def test_a_scope_is_named_by_text(beliefs: Any, scope: Any) -> None:
    with pytest.raises(kip.KipError) as refused:
        beliefs.assimilate("ice floats", MEASURED, scope=scope)
    assert refused.value.code == "KIP_2003"


def test_sources_that_can_not_be(client: kip.Client, beliefs: Any) -> None:
    belief = beliefs.assimilate("ice floats", MEASURED)
    for arguments, detail in (
        ({"kind": "hologram"}, "bad_kind"),
        ({"tags": ["belief"]}, ""),
        ({"source_id": belief.id}, ""),
    ):
        with pytest.raises(kip.KipError) as refused:
            beliefs.put_source(**arguments)
        assert (refused.value.code, refused.value.detail) == ("KIP_2002", detail)
    assert sound(client)


def test_sources_told_apart_by_code_points_stay_two(beliefs: Any) -> None:
    beliefs.put_source("caf\u00e9")
    assert beliefs.resolves("caf\u00e9")
    assert not beliefs.resolves("cafe\u0301")
    belief = beliefs.assimilate("ice floats", [{**MEASURED, "source_id": "cafe\u0301"}])
    assert belief.credence == 0.5


# Scopes, grants, secrets ----------------------------------------------------------------------------


def test_grants_open_one_scope_to_another_in_one_direction(beliefs: Any) -> None:
    beliefs.put_source("theirs", scope="beta")
    cite = {**MEASURED, "source_id": "theirs"}
    assert not beliefs.assimilate("a", cite, scope="alpha").evidence_history[0].verified
    beliefs.grant("alpha", "beta", mode="read")
    assert beliefs.assimilate("b", cite, scope="alpha").evidence_history[0].verified
    assert (beliefs.can_read("alpha", "beta"), beliefs.can_write("alpha", "beta")) == (True, False)
    assert not beliefs.can_read("beta", "alpha")
    assert not beliefs.can_read("alpha", "beta", access="another list")
    beliefs.revoke("alpha", "beta")
    assert not beliefs.resolves("theirs", scope="alpha")


def test_publishing_needs_the_right_to_write(beliefs: Any) -> None:
    belief = beliefs.assimilate("ice floats", [], scope="alpha")
    with pytest.raises(kip.KipError) as refused:
        beliefs.publish([belief.id], by="alpha", to="beta")
    assert (refused.value.code, refused.value.detail) == ("KIP_3004", "AccessDeniedError")
    assert beliefs.publish([belief.id, "nothing"], by="beta") == []
    assert beliefs.publish([belief.id, "nothing"], by="alpha") == [belief.id]
    assert [hit.belief.id for hit in beliefs.retrieve("ice", scope="public")] == [belief.id]
    assert beliefs.assimilate("ice floats", [], scope="alpha").id != belief.id


def test_no_scope_is_local_and_every_scope_is_an_explicit_choice(beliefs: Any) -> None:
    mine = beliefs.assimilate("ice floats", MEASURED, scope=None)
    theirs = beliefs.assimilate("ice sinks", MEASURED, scope="beta")
    assert mine.scope == "local"
    assert [hit.belief.id for hit in beliefs.retrieve("ice", scope=None)] == [mine.id]
    found = beliefs.retrieve("ice", scope=kip.ALL_SCOPES)
    assert {hit.belief.id for hit in found} == {mine.id, theirs.id}
    assert not beliefs.resolves("doc", scope=kip.ALL_SCOPES)


def test_no_credential_is_stored_anywhere(client: kip.Client, beliefs: Any) -> None:
    secret = "hunter2-and-more"
    told = beliefs.assimilate(
        kip.Claim(f"the password={secret} opens it", {"by": f"token: {secret}"}),
        {**MEASURED, "source_id": f"api_key={secret}"},
    )
    beliefs.put_source(f"secret={secret}", text=f"password: {secret}", payload={"a": [f"token={secret}"]})
    beliefs.retract("doc", reason=f"password={secret}")
    beliefs.retract(f"api_key={secret}", reason=f"password={secret}")
    assert secret in told.claim.text
    assert secret in told.evidence_history[0].source_id
    assert secret not in everything(client)
    assert "[REDACTED:sensitive_assignment]" in everything(client)


# Retrieval ------------------------------------------------------------------------------------------


def test_a_large_scope_is_ranked_by_relevance_times_credence(beliefs: Any) -> None:
    tiers = ("model_assertion", "executable", "real_measurement")
    for number in range(30):
        evidence = {"tier": tiers[number % 3], "source_id": "doc"}
        beliefs.assimilate(f"the {'harbor' if number < 6 else 'river'} is {number} metres deep", evidence)
    hits = beliefs.retrieve("harbor", k=10)
    assert [hit.belief.credence for hit in hits[:6]] == sorted(
        (hit.belief.credence for hit in hits[:6]), reverse=True
    )
    assert all("harbor" in hit.belief.claim.text and 0 < hit.relevance <= 1 for hit in hits[:6])
    assert [hit.relevance for hit in hits[6:]] == [0.0] * 4
    assert {hit.belief.credence for hit in hits[6:]} == {ONE_MEASUREMENT}
    assert len(beliefs.retrieve("harbor", k=100)) == 30
    assert len(beliefs.retrieve("harbor", k=-28)) == 2
    assert len(beliefs.retrieve("harbor", k=100, min_credence=0.9)) == 10
    assert beliefs.retrieve("", k=3)[0].relevance == 0.0
    assert [hit.belief.id for hit in beliefs.retrieve("harbor", k=2, scope=kip.ALL_SCOPES)] == [
        hit.belief.id for hit in hits[:2]
    ]


# Asynchronously -------------------------------------------------------------------------------------


def test_the_async_client_believes_the_same(server: None, space: str) -> None:
    async def believe() -> None:
        async with kip.connect_async(space=space) as client:
            beliefs = client.beliefs
            await beliefs.put_source("doc")
            below, above = await beliefs.assimilate_many([("ice floats", MEASURED), ("ice is light", [])])
            above = await beliefs.assimilate("ice is light", {**MEASURED, "source_id": below.id})
            assert await beliefs.launders(above.id, below.id)
            await beliefs.grant("alpha", "local")
            assert await beliefs.can_read("alpha", "local")
            await beliefs.revoke("alpha", "local")
            assert not await beliefs.can_write("alpha", "local")
            assert await beliefs.resolves("doc")
            done = await beliefs.retract("doc")
            changes = [change async for change in done.changes]
            assert [change.belief_id for change in changes] == [below.id, above.id]
            assert [hit.belief.credence for hit in await beliefs.retrieve("ice")] == [0.5, 0.5]
            await beliefs.set_evidence_policy("STRICT")
            assert await beliefs.evidence_policy() == "STRICT"
            assert await beliefs.publish([below.id], by="local") == [below.id]
            assert beliefs.credence([]) == 0.5

    asyncio.run(believe())
    kip.drop_space(space)
