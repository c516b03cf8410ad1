"""What recall, remembering and judging are given and can't use is refused, before anything is written."""

from __future__ import annotations

from typing import Any

import pytest

import kip


@pytest.mark.parametrize("given", [None, 7, 1.5, True, b'{"text": "x"}', {"text": "x"}], ids=repr)
def test_one_thing_is_no_lines_of_a_conversation(client: kip.Client, given: Any) -> None:
    with pytest.raises(kip.KipError, match="KIP_2003") as caught:
        client.remember(given)
    assert caught.value.hint
    assert client.execute('FIND(COUNT(?e)) WHERE { ?e {type: "Event"} }').result == 0


@pytest.mark.parametrize("given", [None, 7, "answer", b"x", [], {"items": []}], ids=repr)
def test_what_is_no_answer_cannot_be_judged(client: kip.Client, given: Any) -> None:
    with pytest.raises(kip.KipError, match="KIP_2003"):
        client.recall_feedback(given, "useful")


@pytest.mark.parametrize("given", [None, 7, "x", [], {}, {"item_id": 7}, {"item_id": "\ud800"}], ids=ascii)
def test_what_is_no_judgement_is_refused(client: kip.Client, given: Any) -> None:
    with pytest.raises(kip.KipError, match="KIP_2003"):
        client.judge_recalled(given)


HIDDEN = """
UPSERT {
  CONCEPT ?bob { {type: "Person", name: "bob"} }
  CONCEPT ?vice { {type: "Insight", name: "vice"} SET ATTRIBUTES { access_level: "private" } }
  CONCEPT ?other {
    {type: "Insight", name: "c1e0132d-f973-46ea-9352-6d5f3548a797"} SET ATTRIBUTES { access_level: "private" }
  }
  PROPOSITION ?learned { (?bob, "learned", ?vice) }
}
"""


@pytest.mark.parametrize("signal", ["useful", "no signal at all"])
def test_who_judges_can_not_tell_what_is_private_from_what_is_not_there(
    client: kip.Client, signal: str
) -> None:
    written = client.execute(HIDDEN).result
    _, vice, other = written["upsert_concept_nodes"]
    link = written["upsert_proposition_links"][0]
    nothing = ["C:000000000000000000000000", "P:000000000000000000000000:learned", "nothing", "00000000"]
    named = [vice, other, link, "c1e0132d-f973-46ea-9352-6d5f3548a797", "c1e0132d"]
    for identity in [*nothing, *named]:
        with pytest.raises(kip.KipError) as caught:
            client.judge_recalled({"item_id": identity, "signal": signal, "counterparty": "alice"})
        assert caught.value.detail == "target_not_found"
        assert caught.value.message == f"There is no element {identity!r} to judge."
    assert client.brain.events() == []


def test_who_it_is_about_may_judge_what_is_private(client: kip.Client) -> None:
    link = client.execute(HIDDEN).result["upsert_proposition_links"][0]
    assert client.judge_recalled({"item_id": link, "signal": "useful", "counterparty": "bob"})["emitted"]


def test_a_learned_answer_can_be_judged(client: kip.Client) -> None:
    client.resonance.learn("Where is the blue key?", "In the drawer.")
    found = client.recall("Where is the blue key?")
    assert client.judge_recalled({"item_id": found.items[0].id, "signal": "useful"})["emitted"]


def test_a_deleted_memory_is_not_set(client: kip.Client) -> None:
    kip.drop_space(client.space)
    with pytest.raises(kip.KipError, match="KIP_3002"):
        client.tune_recall(activation=0.2)
    with kip.connect(space=client.space) as again:
        again.tune_recall(activation=0.2)
