"""`client.beliefs` given what it can't use: a KipError that says so, and nothing written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import kip

TOLD = {"source_id": "doc", "tier": "real_measurement"}
TOKEN = "sk-" + "a1b2" * 6
HUGE = 10**400
NESTED: dict[str, Any] = {}
NESTED["in"] = NESTED

Call = Callable[[Any], Any]

WRONG_TYPES: dict[str, Call] = {
    "no statements": lambda b: b.assimilate_many(None),
    "a text for statements": lambda b: b.assimilate_many("ab"),
    "a statement of one": lambda b: b.assimilate_many([("a",)]),
    "a statement of none": lambda b: b.assimilate_many([None]),
    "produced by nothing": lambda b: b.assimilate(kip.Claim("a", None), TOLD),  # type: ignore[arg-type]
    "produced by a number": lambda b: b.assimilate(kip.Claim("a", 7), TOLD),  # type: ignore[arg-type]
    "a history of nothing": lambda b: b.credence([None]),
    "a number for a history": lambda b: b.credence(3.0),
    "a number to retract": lambda b: b.retract(7),
    "a reason that is no text": lambda b: b.retract("doc", reason=0),
    "laundering of nothing": lambda b: b.launders(None, "x"),
    "laundering for a set": lambda b: b.launders("doc", {1}),
    "laundering for a huge number": lambda b: b.launders("doc", HUGE),
    "resolving a number": lambda b: b.resolves(7),
    "resolving half a character": lambda b: b.resolves("\ud800"),
    "most of nothing": lambda b: b.explain("x", most=None),
    "most of a half": lambda b: b.explain("x", most=1.5),
    "most that is true": lambda b: b.explain("x", most=True),
    "a number for tags": lambda b: b.put_source("s", tags=7),
    "a text for tags": lambda b: b.put_source("s", tags="ab"),
    "a tag that is no text": lambda b: b.put_source("s", tags=[["a"]]),
    "a text for a payload": lambda b: b.put_source("s", payload="ab"),
    "zero for a payload": lambda b: b.put_source("s", payload=0),
    "nothing to publish": lambda b: b.publish(None, by="local"),
    "a text to publish": lambda b: b.publish("doc", by="local"),
    "a mode that is a list": lambda b: b.grant("a", "b", mode=["read"]),
    "a credence that is a text": lambda b: b.retrieve("a", min_credence="0.5"),
    "a credence beyond floats": lambda b: b.retrieve("a", min_credence=HUGE),
    "a cutter that can't cut": lambda b: b.harvest("A b.", {}, extract=3),
    "a cutter that gives nothing": lambda b: b.harvest("A b.", {}, extract=lambda _: None),
}
BEYOND: dict[str, tuple[Call, str, str]] = {
    "most of none": (lambda b: b.explain("x", most=0), "KIP_2002", "bad_most"),
    "a payload that holds itself": (lambda b: b.put_source("s", payload=NESTED), "KIP_4002", ""),
    "what made a claim holds itself": (lambda b: b.assimilate(kip.Claim("a", NESTED), TOLD), "KIP_4002", ""),
    "a scope that is a credential": (lambda b: b.put_source("s", scope=TOKEN), "KIP_2002", "secret"),
    "an agent that is a credential": (lambda b: b.grant(TOKEN, "b"), "KIP_2002", "secret"),
    "grants that are a credential": (lambda b: b.grant("a", "b", access=TOKEN), "KIP_2002", "secret"),
    "a view that is a credential": (lambda b: b.assimilate("a", TOLD, scope=TOKEN), "KIP_2002", "secret"),
}


@pytest.mark.parametrize("call", WRONG_TYPES.values(), ids=list(WRONG_TYPES))
def test_a_value_of_the_wrong_type_is_a_kip_error(client: kip.Client, call: Call) -> None:
    with pytest.raises(kip.KipError) as refused:
        call(client.beliefs)
    assert refused.value.code == "KIP_2003"
    assert refused.value.message
    assert client.execute('FIND(?s) WHERE { ?s {type: "$ConceptType", name: "Belief"} }').result == []


@pytest.mark.parametrize(("call", "code", "detail"), BEYOND.values(), ids=list(BEYOND))
def test_a_value_that_cannot_be_kept_is_refused(
    client: kip.Client, call: Call, code: str, detail: str
) -> None:
    with pytest.raises(kip.KipError) as refused:
        call(client.beliefs)
    assert (refused.value.code, refused.value.detail) == (code, detail)
    assert TOKEN not in f"{refused.value.message} {refused.value.hint}"


def test_what_is_no_number_leaves_no_belief_out(client: kip.Client) -> None:
    client.beliefs.assimilate_many([(f"claim {number}", TOLD) for number in range(9)])
    found = client.beliefs.retrieve("claim", 20, min_credence=float("nan"))
    assert len(found) == 9


def test_more_than_all_is_all(client: kip.Client) -> None:
    belief = client.beliefs.assimilate("claim", TOLD)
    assert client.beliefs.explain(belief.id, most=HUGE).complete


def test_a_quantity_is_looked_through_for_credentials(client: kip.Client) -> None:
    claim = kip.Claim("the key", {}, f"key {TOKEN}")  # type: ignore[arg-type]
    client.beliefs.assimilate(claim, TOLD)
    stored = client.execute('FIND(?b) WHERE { ?b {type: "Belief"} }').result
    assert TOKEN not in str(stored)
    assert "[REDACTED:openai_key]" in str(stored)


@pytest.mark.parametrize("claim", ["word " * 70_000, " ".join(f"w{number}" for number in range(9_000))])
def test_a_claim_longer_than_what_is_searched_is_sound(client: kip.Client, claim: str) -> None:
    client.beliefs.assimilate(claim, TOLD)
    assert [finding for finding in client.doctor() if not finding.ok] == []


def test_no_claim_is_about_a_link_that_a_retraction_takes_away(client: kip.Client) -> None:
    beliefs = client.beliefs
    beliefs.put_source("doc")
    belief = beliefs.assimilate("claim", TOLD)
    [link] = client.execute('FIND(?l.id) WHERE { ?l (?b, "has_evidence", ?e) }').result
    with pytest.raises(kip.KipError) as refused:
        beliefs.assimilate(link, TOLD)
    assert refused.value.code == "KIP_3004"
    assert beliefs.retract("doc").count == 1
    assert [hit.belief.id for hit in beliefs.retrieve("claim")] == [belief.id]
    assert [finding for finding in client.doctor() if not finding.ok] == []
