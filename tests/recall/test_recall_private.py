"""Private facts of third parties: whatever is asked, by whom, the answer is the same as without them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from recalling import ask, fill, texts, told

import kip
from kip_engine.recall import Recall, patterns

PRIVATE = """
UPSERT {
  CONCEPT ?alice { {type: "Person", name: "alice"} }
  CONCEPT ?bob { {type: "Person", name: "bob"} }
  CONCEPT ?aurora { {type: "Project", name: "Project Aurora"} }
  CONCEPT ?oslo { {type: "City", name: "Oslo"} }
  CONCEPT ?dark { {type: "Preference", name: "Dark mode"} }
  CONCEPT ?vice {
    {type: "Preference", name: "Secret casino"}
    SET ATTRIBUTES { description: "The casino, dark mode and the budget of Aurora.", access_level: "private" }
    SET PROPOSITIONS { ("belongs_to_domain", {type: "Domain", name: "Workplace"}) }
  }
  CONCEPT ?shelf {
    {type: "Domain", name: "Casino"} SET ATTRIBUTES { description: "Gambling.", access_level: "private" }
  }
  CONCEPT ?other {
    {type: "Person", name: "alice_hidden"}
    SET ATTRIBUTES { name: "Alice Chen", aliases: ["Alice"], persona: "Hidden.", access_level: "private" }
    SET PROPOSITIONS { ("lives_in", ?oslo) ("working_on", ?aurora) ("prefers", ?dark) }
  }
  PROPOSITION { (?bob, "prefers", ?vice) }
  PROPOSITION { (?bob, "lives_in", ?oslo) SET ATTRIBUTES { note: "hiding from the casino" } }
    WITH METADATA { access_level: "private", confidence: 1.0 }
  PROPOSITION { (?bob, "prefers", ?dark) SET ATTRIBUTES { access_level: "private" } }
    WITH METADATA { confidence: 1.0, superseded: true }
  PROPOSITION { (?bob, "learned", (?bob, "prefers", ?dark)) }
  CONCEPT ?debt {
    {type: "Commitment", name: "the debt"}
    SET ATTRIBUTES {
      description: "Pay the casino, not the report.", status: "pending", due_at: "2025-01-01T00:00:00Z",
      access_level: "private"
    }
    SET PROPOSITIONS { ("owed_to", ?other) }
  }
  PROPOSITION { (?bob, "committed_to", ?debt) }
  CONCEPT ?night {
    {type: "Event", name: "casino night"}
    SET ATTRIBUTES {
      start_time: "2026-01-19T22:00:00Z", salience_score: 100, participants: ["bob"],
      content_summary: "Bob lost the budget of Aurora at the casino; pricing, holidays, dark mode."
    }
    SET PROPOSITIONS { ("involves", ?bob) ("mentions", ?alice) ("mentions", ?aurora) }
  } WITH METADATA { access_level: "private" }
  CONCEPT ?confession {
    {type: "Event", name: "confession"}
    SET ATTRIBUTES {
      start_time: "2026-01-20T08:00:00Z", event_class: "GrowthMilestone", access_level: "private",
      content_summary: "Bob told me about the casino and what I learned of it."
    }
    SET PROPOSITIONS { ("involves", ?bob) ("involves", {type: "Person", name: "$self"}) }
  }
}
"""
FLOOD = """
CONCEPT ?e{0} {{
  {{type: "Event", name: "casino {0}"}}
  SET ATTRIBUTES {{
    content_summary: "pricing budget Aurora holidays Portugal dark mode casino {0}",
    start_time: "2026-01-19T22:00:00Z"
  }}
  SET PROPOSITIONS {{ ("involves", ?bob) }}
}} WITH METADATA {{ access_level: "private" }}
"""
QUESTIONS = [
    "Who is Alice?",
    "Who is Bob?",
    "What does Alice prefer?",
    "What does Bob prefer?",
    "How have Alice's preferences changed?",
    "What happened in our last meeting?",
    "What happened since 2025?",
    "What is the most memorable thing that happened with Bob?",
    "Have we discussed pricing?",
    "Have we ever talked about the casino?",
    "What do we know about Project Aurora?",
    "What do we know about the Workplace?",
    "What do we know about Casino?",
    "Which domains are there?",
    "Does Bob tend to gamble?",
    "What is due? What did I promise?",
    "What does Bob owe?",
    "What have you learned?",
    "Who are you?",
    "Who works on Project Aurora?",
    "Who lives in Oslo?",
    "What should I know before I talk to Bob?",
    "casino",
    "Secret casino",
    "alice_hidden",
    "Where did the budget of Aurora go?",
    "Is Bob still in Oslo?",
    "What happened yesterday?",
    "",
]
COUNTERPARTIES = [None, "alice", "carol", "$self", "Bob Ray"]


def answers(client: kip.Client, counterparty: str | None) -> list[Any]:
    return [told(ask(client, question, counterparty)) for question in QUESTIONS]


def by_hand(client: kip.Client, counterparty: str | None) -> list[Any]:
    """Every pattern by itself."""
    given = {
        "person_name": "bob",
        "concept_type": "Project",
        "concept_name": "Project Aurora",
        "domain_name": "Workplace",
        "domain": "Workplace",
        "type": "Preference",
        "search_term": "the casino and the budget",
        "source": "chat",
        "predicates": ["working_on", "lives_in"],
    }
    return [
        [one.to_dict() for one in client.recall_pattern(each.letter, given, counterparty=counterparty)]
        for each in patterns()
    ]


@pytest.mark.parametrize("counterparty", COUNTERPARTIES)
def test_private_facts_of_others_leave_no_trace(client: kip.Client, counterparty: str | None) -> None:
    fill(client)
    before, patterns_before = answers(client, counterparty), by_hand(client, counterparty)
    client.execute(PRIVATE)
    client.reembed()
    assert answers(client, counterparty) == before
    assert by_hand(client, counterparty) == patterns_before
    assert "casino" not in json.dumps([answer["items"] for answer in before]).lower()


def test_a_flood_of_private_facts_displaces_nothing(client: kip.Client) -> None:
    fill(client)
    before = answers(client, "alice")
    blocks = "".join(FLOOD.format(number) for number in range(300))
    client.execute(f'UPSERT {{ CONCEPT ?bob {{ {{type: "Person", name: "bob"}} }} {blocks} }}')
    client.reembed()
    assert answers(client, "alice") == before


def test_they_show_to_those_they_are_about(client: kip.Client) -> None:
    fill(client)
    client.execute(PRIVATE)
    client.reembed()
    assert any("casino" in text for text in texts(ask(client, "What do I prefer?", "bob")))
    assert any("casino" in text for text in texts(ask(client, "What happened yesterday?", "bob")))
    assert not any("casino" in text for text in texts(ask(client, "What happened yesterday?", "alice")))
    assert any("casino" in text for text in texts(ask(client, "What do I owe?", "bob")))


def test_the_owners_own_private_facts_show(client: kip.Client) -> None:
    fill(client)
    client.execute("""
      UPSERT {
        CONCEPT ?i {
          {type: "Insight", name: "Slow down"}
          SET ATTRIBUTES { description: "Take a breath first.", access_level: "private" }
        }
        PROPOSITION { ({type: "Person", name: "$self"}, "learned", ?i) }
      }
    """)
    found = ask(client, "What have you learned?", "carol")
    assert any("Take a breath first." in text for text in texts(found))


def test_beliefs_about_private_facts_leave_no_trace(client: kip.Client) -> None:
    fill(client)
    client.beliefs.put_source("doc", text="A study.")
    evidence = {"tier": "real_measurement", "source_id": "doc"}
    public = preferences(client)
    client.beliefs.assimilate(public[0], evidence)
    before = answers(client, "alice")
    client.execute(PRIVATE)
    client.reembed()
    hidden = [identity for identity in preferences(client) if identity not in public]
    assert len(hidden) == 3
    for identity in hidden:
        client.beliefs.assimilate(identity, {**evidence, "direction": "-"})
    assert answers(client, "alice") == before


def preferences(client: kip.Client) -> list[str]:
    """The ids of all `prefers` links."""
    found: list[str] = client.execute('FIND(?l.id) WHERE { ?l (?p, "prefers", ?x) }').result
    return found


def test_learned_texts_count_only_if_none_of_them_is_private(client: kip.Client) -> None:
    fill(client)
    client.resonance.learn("What is the door code?", "4711")
    question = "What is the door code?"
    before = ask(client, question)
    assert before.items[0].kind == "resonance"
    assert before.items[0].text == "4711"
    hide = "MATCH (f:Concept) WHERE f.space = $space AND f.name = '4711' SET f.m_access_level = 'private'"
    write(client, hide)
    hidden: Recall = ask(client, question)
    assert "4711" not in json.dumps(told(hidden))
    assert hidden.status == "not_found"


def write(client: kip.Client, cypher: str) -> None:
    """What no verb does: change an element that the engine owns."""
    driver = client._database._driver
    with driver.session(database=client._database.address.database) as session:
        session.run(cypher, space=client.space).consume()
