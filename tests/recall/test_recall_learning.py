"""Ranking learns: weights of the profile that serves, credence of beliefs, feedback, activation."""

from __future__ import annotations

from typing import Any

import pytest
from recalling import ask, fill, texts

import kip


def scores(found: Any) -> dict[str, float]:
    return {item.text: item.score for item in found.items}


def test_feedback_reaches_the_profile_that_served(client: kip.Client) -> None:
    fill(client)
    found = ask(client, "What does Alice prefer?")
    assert found.served_by == "balanced-recall-v1"
    before = client.brain.config("recall::salience_weight")["mean"]
    answer = client.recall_feedback(found, "explicit_positive")
    assert answer["emitted"]
    assert answer["target_id"] == found.items[0].id
    assert client.brain.config("recall::salience_weight")["mean"] > before
    client.recall_feedback(found, "correction", found.items[1])
    client.recall_feedback(found, "not_useful", found.items[1].id)
    client.recall_feedback(found, "useful", 1)
    assert client.brain.config("recall::relevance_weight")["beta"] == 5.0


@pytest.mark.parametrize("item", ["C:nothing", 99, -1, True, 1.5])
def test_feedback_on_what_is_not_in_the_answer_is_refused(client: kip.Client, item: Any) -> None:
    fill(client)
    found = ask(client, "What does Alice prefer?")
    with pytest.raises(kip.KipError, match="KIP_3002"):
        client.recall_feedback(found, "useful", item)
    with pytest.raises(kip.KipError, match="KIP_2003"):
        client.recall_feedback(found, "marvellous")
    empty = ask(client, "What does Zorblax prefer?")
    with pytest.raises(kip.KipError, match="KIP_3002"):
        client.recall_feedback(empty, "useful")


def test_salience_counts_more_once_it_proved_useful(client: kip.Client) -> None:
    fill(client)
    question = "What happened with Alice since 2025?"
    found = ask(client, question)
    memorable = "We went through the pricing of Aurora and its budget."
    gap = scores(found)[memorable] - scores(found)["Alice told me about her holidays in Portugal."]
    for _ in range(30):
        client.recall_feedback(found, "explicit_positive")
    again = ask(client, question)
    wider = scores(again)[memorable] - scores(again)["Alice told me about her holidays in Portugal."]
    assert wider > gap


def test_who_is_spoken_with_has_a_profile_of_their_own(client: kip.Client) -> None:
    fill(client)
    client.brain.create_profile("for-alice")
    client.brain.bind("for-alice", actor="alice", consumer_kind="recall")
    found = ask(client, "What do I prefer?", "alice")
    assert found.served_by == "for-alice"
    client.recall_feedback(found, "explicit_negative")
    assert ask(client, "What do I prefer?", "bob").served_by == "balanced-recall-v1"
    assert client.brain.profile("for-alice").total_events == 1
    agent = client.recall("What does Bob prefer?", {"agent": "alice"})
    assert agent.served_by == "for-alice"


def test_evidence_against_a_fact_ranks_it_lower_and_its_credence_is_told(client: kip.Client) -> None:
    fill(client)
    question = "What does Alice prefer?"
    dark, mail = ask(client, question).items[:2]
    client.beliefs.put_source("study", text="Watched for a week.")
    against = {"tier": "real_measurement", "source_id": "study", "direction": "-"}
    client.beliefs.assimilate(dark.id, against)
    client.beliefs.assimilate(mail.id, {**against, "direction": "+"})
    found = ask(client, question)
    doubted = next(item for item in found.items if item.id == dark.id)
    borne_out = next(item for item in found.items if item.id == mail.id)
    order = [item.id for item in found.items]
    assert order.index(mail.id) < order.index(dark.id)
    assert doubted.credence is not None
    assert doubted.credence < 0.1
    assert doubted.score == pytest.approx(dark.score * doubted.credence, rel=1e-4)
    assert borne_out.credence is not None
    assert borne_out.belief == borne_out.credence > 0.9
    assert "Dark mode: “A dark theme in all applications.” (uncertain: confidence 0.05" in found.answer


TALK = [
    {"speaker": "Ada", "text": "What did you bring from Lisbon, Grace?"},
    {"speaker": "Grace", "text": "A blue bicycle with a basket."},
    {"speaker": "Ada", "text": "How lovely."},
    {"speaker": "Grace", "text": "The weather is fine today."},
    {"speaker": "Ada", "text": "I saw a film."},
]


def test_a_turn_is_found_by_the_question_that_it_answers(client: kip.Client) -> None:
    client.remember(TALK, "talk")
    found = ask(client, "What did Grace bring from Lisbon?")
    assert texts(found)[0] == "A blue bicycle with a basket."
    assert "beside a turn that fits" in found.items[0].why


def test_activation_is_a_setting_of_the_space(client: kip.Client) -> None:
    client.remember(TALK, "talk")
    client.tune_recall(activation=0)
    alone = ask(client, "What did Grace bring from Lisbon?")
    assert texts(alone)[0] == TALK[0]["text"]
    client.tune_recall(activation=0.3)
    assert texts(ask(client, "What did Grace bring from Lisbon?"))[0] == TALK[1]["text"]
    for wrong in (-0.1, 1.1, "much", True, None):
        with pytest.raises(kip.KipError, match="KIP_2003"):
            client.tune_recall(activation=wrong)  # type: ignore[arg-type]


def test_what_was_learned_leads(client: kip.Client) -> None:
    fill(client)
    client.resonance.learn("What does Alice prefer for breakfast?", "Porridge with nuts.")
    found = ask(client, "What does Alice prefer for breakfast?")
    assert (found.items[0].kind, found.items[0].text) == ("resonance", "Porridge with nuts.")
    assert found.items[0].why == ("resonance, tier forward",)
    assert found.sentences[0].text == "“Porridge with nuts.” (a learned answer)"
    assert any("prefers Dark mode" in text for text in texts(found))


def test_a_fact_about_somebody_else_is_no_answer(client: kip.Client) -> None:
    client.remember(
        [
            {"speaker": "Ada", "text": "I bought a yellow submarine in Hamburg last summer."},
            {"speaker": "Grace", "text": "That must be fun!"},
            {"speaker": "Ada", "text": "It is. What are you up to?"},
            {"speaker": "Grace", "text": "Nothing much, I read novels."},
        ],
        "talk",
    )
    assert ask(client, "What did Ada buy in Hamburg?").items[0].text.startswith("I bought a yellow")
    refused = ask(client, "What did Grace buy in Hamburg?")
    assert (refused.status, refused.items) == ("not_found", ())
