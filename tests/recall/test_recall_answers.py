"""What recall answers: the right facts, in the right order and words, and honest about what is missing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from recalling import NOW, ask, fill, fill_by_words, texts, told

import kip
from kip_engine import embedding
from kip_engine.recall import Recall


@pytest.fixture(scope="module")
def office(neo4j_connection: Any, worker_id: str) -> Iterator[kip.Client]:
    """An office that tests leave as it is."""
    uri, auth, database = neo4j_connection
    space = f"test-office-{worker_id}"
    with kip.connect(uri, auth=auth, database=database, space=space) as client:
        yield fill(client)
    kip.drop_space(space, uri, auth=auth, database=database)


def said(found: Recall) -> list[str]:
    """The sentences that come from items."""
    return [sentence.text for sentence in found.sentences if sentence.kind == "fact"]


QUESTIONS = [
    "Who is Alice?",
    "What does Alice prefer?",
    "How have Alice's preferences changed?",
    "What happened since 2025?",
    "Who are you?",
    "What should I know before I meet Alice?",
    "What is due?",
    "Who works on Project Aurora?",
    "What is the capital of Peru?",
    "Is green tea still valid for Bob?",
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_each_sentence_comes_from_items_or_says_what_it_is(office: kip.Client, question: str) -> None:
    found = ask(office, question)
    known = {item.id for item in found.items}
    for sentence in found.sentences:
        assert (sentence.kind == "fact") == bool(sentence.items)
        assert set(sentence.items) <= known
    assert found.answer == "\n".join(sentence.text for sentence in found.sentences)
    assert [item.score for item in found.items] == sorted((item.score for item in found.items), reverse=True)
    assert all(0 <= item.score <= 1 and item.why for item in found.items)
    assert bool(found.items) == (found.status != "not_found")
    assert found.status != "success" or not found.gaps


@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_hold_no_ids_and_are_the_same_every_time(office: kip.Client, question: str) -> None:
    found = ask(office, question)
    for item in found.items:
        assert item.id not in found.answer
    for internal in ("_version", "C:0", "P:0", "_updated_at"):
        assert internal not in found.answer
    assert told(ask(office, question)) == told(found)


def test_a_plain_question_takes_two_round_trips_all_of_them_traced(
    office: kip.Client,
) -> None:
    found = ask(office, "What does Alice prefer?")
    assert max(entry.round_trip for entry in found.trace) == 2
    assert {entry.phase for entry in found.trace} == {"ground", "retrieve"}
    preferences = next(entry for entry in found.trace if '"prefers"' in entry.statement)
    assert preferences.rows == 2
    assert preferences.parameters["person_name"] == "alice"
    assert preferences.milliseconds > 0


def test_no_question_takes_more_than_five_round_trips(office: kip.Client) -> None:
    for question in QUESTIONS:
        assert max(entry.round_trip for entry in ask(office, question).trace) <= 5


# -- by intent ---------------------------------------------------------------------------------------------


def test_preferences_come_with_confidence_and_date_and_without_past_ones(
    office: kip.Client,
) -> None:
    found = ask(office, "What does Alice prefer?")
    assert found.items[0].text.startswith("Alice Chen prefers Dark mode")
    assert (found.items[0].confidence, found.items[0].evidence_count) == (0.9, 3)
    assert found.items[0].subject == {"type": "Person", "name": "alice"}
    assert (found.items[0].predicate, found.items[0].object) == (
        "prefers",
        {"type": "Preference", "name": "Dark mode"},
    )
    assert "confidence 0.9, since 2025-06-15" in found.answer
    assert "uncertain: confidence 0.4" in found.answer
    assert "Light mode" not in found.answer


def test_change_is_told_as_a_timeline(office: kip.Client) -> None:
    found = ask(office, "How have Alice's preferences changed?")
    line = next(text for text in said(found) if text.startswith("Previously"))
    assert line.index("Light mode (until 2025-06-15") < line.index("→ now") < line.index("Dark mode (since")
    assert [item.superseded for item in found.items if "Light mode" in item.text] == [True]


def test_who_asks_stands_for_the_subject_that_is_left_open(office: kip.Client) -> None:
    for counterparty in ("alice", "Alice Chen"):
        found = ask(office, "What do I prefer?", counterparty)
        assert found.items[0].text.startswith("Alice Chen prefers")
    legacy = office.recall("What does the user prefer?", {"user": "bob", "agent": "alice"}, now=NOW)
    assert legacy.items[0].text.startswith("Bob Ray prefers")


def test_a_name_in_the_question_comes_before_who_asks(office: kip.Client) -> None:
    found = ask(office, "What does Bob prefer?", "alice")
    assert found.items[0].text.startswith("Bob Ray prefers Green tea")
    assert not any("alice" in str(item.subject) for item in found.items if item.predicate == "prefers")


@pytest.mark.parametrize(
    "question", ["what does alice prefer", "WHAT DOES ALICE CHEN PREFER", "alice prefers?"]
)
def test_names_are_found_however_they_are_spelled(office: kip.Client, question: str) -> None:
    assert ask(office, question).items[0].text.startswith("Alice Chen prefers")


def test_obligations_overdue_first_with_their_direction(office: kip.Client) -> None:
    found = ask(office, "What is due?")
    assert said(found) == [
        "I owe Alice Chen: “Send the quarterly report.” (overdue since 2026-01-10).",
        "To be done by me: “Prepare the slides.” (due 2026-02-01).",
        "Bob Ray owes me: “Call the vendor back.” (no date).",
    ]
    assert found.items[0].text == "Send the quarterly report."


def test_obligations_of_one_person(office: kip.Client) -> None:
    assert texts(ask(office, "What does Bob owe?"))[0] == "Call the vendor back."
    owed = ask(office, "What did you promise me?", "alice")
    assert texts(owed)[0] == "Send the quarterly report."
    assert "Prepare the slides." not in texts(owed)


def test_events_of_a_time_are_those_of_that_time(office: kip.Client) -> None:
    found = ask(office, "What happened last week?")
    assert [item.text for item in found.items if item.kind == "event"] == [
        "We went through the pricing of Aurora and its budget."
    ]
    assert "2026-01-15, alice, bob: “We went through" in found.answer
    nothing = ask(office, "What happened with Alice yesterday?")
    assert not [item for item in nothing.items if item.kind == "event"]


def test_events_are_recent_or_memorable(office: kip.Client) -> None:
    recent = ask(office, "What happened in our last meeting?", "alice")
    assert recent.items[0].text.startswith("We went through the pricing")
    memorable = ask(office, "What is the most memorable thing that happened with Alice?")
    assert memorable.items[0].text.startswith("We went through the pricing")


def test_existence_is_verified_by_what_is_there(office: kip.Client) -> None:
    assert "pricing of Aurora" in ask(office, "Have we discussed pricing?").items[0].text
    assert ask(office, "Have we ever discussed volcanoes?").status == "not_found"


def test_relations_by_registered_predicates(office: kip.Client) -> None:
    found = ask(office, "Who is working on Project Aurora?")
    assert sorted(texts(found)[:2]) == [
        "Alice Chen is working on Project Aurora: The new dashboard for customers.",
        "Bob Ray is working on Project Aurora: The new dashboard for customers.",
    ]
    sent = next(entry for entry in found.trace if '"working_on"' in entry.statement)
    assert "lives_in" not in sent.statement


def test_domains(office: kip.Client) -> None:
    found = ask(office, "What do we know about the Workplace?")
    assert {"The new dashboard for customers.", "A dark theme in all applications."} <= {
        text.split(": ")[-1] for text in texts(found)
    }


def test_what_recurs(office: kip.Client) -> None:
    found = ask(office, "What does Alice usually prefer?")
    assert found.items[0].evidence_count == 3
    assert "borne out 3 times" in found.answer


def test_what_was_learned_and_who_i_am(office: kip.Client) -> None:
    learned = ask(office, "What have you learned?")
    assert said(learned)[0].startswith("I learned Ask for the time zone: “Ask for the time zone before")
    own = ask(office, "Who are you?")
    assert said(own)[0].startswith("Nothing has happened to me yet.")
    assert any(text.startswith("What stays fixed in me: ") for text in said(own))
    assert "A turning point on 2025-12-02: “From then on I asked before I assumed.”" in said(own)
    assert any(text.startswith("Since then I have learned: “Ask for") for text in said(own))


def test_a_sparse_self_model_is_said_to_be(client: kip.Client) -> None:
    found = ask(client, "Who are you?")
    assert any("still sparse" in sentence.text for sentence in found.sentences if sentence.kind == "status")


def test_a_briefing_leads_with_what_is_owed(office: kip.Client) -> None:
    found = ask(office, "What should I know before I respond?", "alice")
    assert said(found)[0].startswith("I owe Alice Chen: “Send the quarterly report.” (overdue")
    assert any("Dark mode" in text for text in said(found))
    assert any("Direct, likes short answers." in text for text in said(found))
    assert len({entry.round_trip for entry in found.trace}) <= 3


@pytest.mark.parametrize("request_", ["Remember that I like tea.", "Please note down: my code is 5."])
def test_a_request_to_store_is_pointed_to_the_write_path(office: kip.Client, request_: str) -> None:
    found = ask(office, request_)
    assert (found.status, found.items, found.trace) == ("not_found", (), ())
    assert "execute_kip" in found.answer


# -- time to live, confidence ------------------------------------------------------------------------------


def test_what_has_expired_is_left_out_only_where_currency_is_asked_for(office: kip.Client) -> None:
    assert any("Green tea" in text for text in texts(ask(office, "What does Bob prefer?")))
    current = ask(office, "What does Bob currently prefer?")
    assert not any("Green tea" in text for text in texts(current))
    assert "No preferences of Bob Ray were found." in current.gaps
    still = ask(office, "What does Alice currently prefer?")
    assert still.sentences[0].kind == "as_of"
    assert still.sentences[0].text == "As of 2026-01-20 12:00 UTC:"
    earlier = ask(office, "What does Bob currently prefer?", now="2025-06-01T00:00:00Z")
    assert any("Green tea" in text for text in texts(earlier))


def test_a_required_confidence_is_kept(office: kip.Client) -> None:
    found = ask(office, "What does Alice prefer with at least 80% confidence?")
    assert [item.object["name"] for item in found.items if item.predicate == "prefers" and item.object] == [
        "Dark mode"
    ]


# -- gaps, ambiguity, nothing ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of Peru?",
        "What does Zorblax like?",
        "Who is Waldo Pepper?",
        "quarks",
    ],
)
def test_nothing_is_said_to_be_nothing(office: kip.Client, question: str) -> None:
    found = ask(office, question)
    assert (found.status, found.items) == ("not_found", ())
    assert found.sentences[0].text == "Nothing in this memory answers that."
    assert not found


def test_gaps_are_named(office: kip.Client) -> None:
    found = ask(office, "What does Zorblax prefer?")
    assert "Nothing was found about Zorblax." in found.gaps
    some = ask(office, "What does Alice think of Zorblax?")
    assert some.status in ("partial", "not_found")
    assert "Nothing was found about Zorblax." in some.gaps


def test_relations_that_the_schema_lacks_are_named(client: kip.Client) -> None:
    client.execute('UPSERT { CONCEPT ?p { {type: "Person", name: "Ada"} SET ATTRIBUTES { persona: "X." } } }')
    found = ask(client, "Who works with Ada?")
    assert any("does not define it: working_on | works_on" in gap for gap in found.gaps)
    assert not any("working_on" in entry.statement for entry in found.trace if entry.rows)


TWINS = """
UPSERT {
  CONCEPT ?fox {
    {type: "Person", name: "sam_1"}
    SET ATTRIBUTES { name: "Sam Fox", interaction_summary: { last_seen_at: :fox } }
  }
  CONCEPT ?roe { {type: "Person", name: "sam_2"} SET ATTRIBUTES { name: "Sam Roe", aliases: ["Sammy"] } }
  CONCEPT ?mint { {type: "Preference", name: "Mint"} SET ATTRIBUTES { description: "Mint in all." } }
  CONCEPT ?salt { {type: "Preference", name: "Salt"} SET ATTRIBUTES { description: "Salt in all." } }
  PROPOSITION { (?fox, "prefers", ?mint) }
  PROPOSITION { (?roe, "prefers", ?salt) }
  CONCEPT ?talk {
    {type: "Event", name: "talk"}
    SET ATTRIBUTES { start_time: "2025-06-01T00:00:00Z", content_summary: "A talk." }
    SET PROPOSITIONS { ("involves", ?roe) }
  }
}
"""


@pytest.mark.parametrize(
    ("seen", "likeliest", "other", "taste"),
    [
        ("2025-12-01T00:00:00Z", "Sam Fox prefers Mint", "Sam Roe", "Salt"),
        ("2024-12-01T00:00:00Z", "Sam Roe prefers Salt", "Sam Fox", "Mint"),
    ],
)
def test_of_two_people_of_one_name_the_one_met_last_is_meant(
    client: kip.Client, seen: str, likeliest: str, other: str, taste: str
) -> None:
    client.execute(TWINS, {"fox": seen})
    found = ask(client, "What does Sam prefer?")
    assert found.items[0].text.startswith(likeliest)
    assert [(one.asked, one.known_as) for one in found.alternatives] == [("Sam", other)]
    assert not any(taste in text for text in texts(found))


def test_a_name_that_only_one_has_is_not_ambiguous(client: kip.Client) -> None:
    client.execute(TWINS, {"fox": "2025-12-01T00:00:00Z"})
    for name in ("Sam Roe", "Sammy", "sam_2"):
        found = ask(client, f"What does {name} prefer?")
        assert found.items[0].text.startswith("Sam Roe prefers Salt")
        assert not found.alternatives


def test_the_thread_scopes_the_last_time(client: kip.Client) -> None:
    client.remember([{"speaker": "Ada", "time": "2026-01-01", "text": "Let us paint the shed."}], "shed")
    client.remember([{"speaker": "Ada", "time": "2026-01-02", "text": "The roof leaks."}], "roof")
    found = client.recall("What was said here last time?", {"source": "shed"}, now=NOW)
    assert found.items[0].text == "Let us paint the shed."


def test_recall_writes_nothing(client: kip.Client) -> None:
    fill(client)
    everything = "FIND(?c.id, ?c.metadata._version, ?c.metadata._updated_at) WHERE { ?c {type: :t} }"
    types = ["Person", "Preference", "Event", "Commitment", "Insight"]
    before = [client.execute(everything, {"t": kind}).result for kind in types]
    for question in QUESTIONS:
        ask(client, question)
    assert [client.execute(everything, {"t": kind}).result for kind in types] == before


def test_another_types_definition_that_is_deleted_meanwhile_is_done_without(client: kip.Client) -> None:
    fill(client)
    with kip.connect(space=client.space) as other:
        assert ask(other, "Who is working on Project Aurora?").status == "success"
        client.execute('DELETE PROPOSITIONS ?l WHERE { ?l (?s, "working_on", ?o) }')
        client.execute('DELETE CONCEPT ?t DETACH WHERE { ?t {type: "$PropositionType", name: "working_on"} }')
        found = ask(other, "Who is working on Project Aurora?")
    assert not any("is working on" in text for text in texts(found))
    assert found.status in ("partial", "not_found", "success")


def test_without_an_embedder_words_alone_answer(client: kip.Client) -> None:
    embedding.use(None)
    try:
        fill_by_words(client)
        found = ask(client, "Have we discussed pricing?")
        assert found.items[0].text.startswith("We went through the pricing")
        assert not any("semantic" in entry.statement for entry in found.trace)
        assert ask(client, "What is the capital of Peru?").status == "not_found"
    finally:
        embedding.use_default()
    later = ask(client, "Have we discussed pricing?")
    assert later.items[0].text.startswith("We went through the pricing")
    assert not any("meaning" in why for item in later.items for why in item.why)


def test_the_topic_is_what_the_thread_is_about(client: kip.Client) -> None:
    fill(client)
    found = client.recall("What was said here last time?", {"topic": "the budget of Aurora"}, now=NOW)
    assert found.items[0].text.startswith("We went through the pricing")


def test_the_async_client_recalls_alike(client: kip.Client) -> None:
    fill(client)

    async def recall() -> Recall:
        async with kip.connect_async(space=client.space) as other:
            found = await other.recall("What does Alice prefer?", now=NOW)
            await other.recall_feedback(found, "useful")
            await other.tune_recall(activation=0.2)
            assert await other.recall_pattern("J")
            assert (await other.remember([{"speaker": "Ada", "text": "Hello."}])).lines == 1
            return found

    before = told(ask(client, "What does Alice prefer?"))
    assert told(asyncio.run(recall())) == before
