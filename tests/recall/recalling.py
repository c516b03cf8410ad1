"""A memory to recall from, and answers without what no test can know."""

from __future__ import annotations

from typing import Any

import kip
from kip_engine.recall import Recall

NOW = "2026-01-20T12:00:00Z"

OFFICE = """
UPSERT {
  CONCEPT ?works { {type: "$PropositionType", name: "working_on"} SET ATTRIBUTES { description: "Is at." } }
  CONCEPT ?lives { {type: "$PropositionType", name: "lives_in"} SET ATTRIBUTES { description: "Is home." } }
  CONCEPT ?project { {type: "$ConceptType", name: "Project"} SET ATTRIBUTES { description: "Some work." } }
  CONCEPT ?city { {type: "$ConceptType", name: "City"} SET ATTRIBUTES { description: "A town." } }
  CONCEPT ?oslo { {type: "City", name: "Oslo"} SET ATTRIBUTES { description: "The capital of Norway." } }
  CONCEPT ?field { {type: "Domain", name: "Workplace"} SET ATTRIBUTES { description: "Offices and work." } }
  CONCEPT ?aurora {
    {type: "Project", name: "Project Aurora"}
    SET ATTRIBUTES { description: "The new dashboard for customers." }
    SET PROPOSITIONS { ("belongs_to_domain", ?field) }
  }
  CONCEPT ?dark {
    {type: "Preference", name: "Dark mode"}
    SET ATTRIBUTES { description: "A dark theme in all applications.", evidence_count: 3 }
    SET PROPOSITIONS { ("belongs_to_domain", ?field) }
  }
  CONCEPT ?light { {type: "Preference", name: "Light mode"} SET ATTRIBUTES { description: "A light one." } }
  CONCEPT ?mail { {type: "Preference", name: "Email first"} SET ATTRIBUTES { description: "No calls." } }
  CONCEPT ?tea { {type: "Preference", name: "Green tea"} SET ATTRIBUTES { description: "Tea at noon." } }
  CONCEPT ?alice {
    {type: "Person", name: "alice"}
    SET ATTRIBUTES { name: "Alice Chen", person_class: "Human", persona: "Direct, likes short answers." }
    SET PROPOSITIONS { ("working_on", ?aurora) ("lives_in", ?oslo) }
  }
  CONCEPT ?bob {
    {type: "Person", name: "bob"} SET ATTRIBUTES { name: "Bob Ray", person_class: "Human" }
    SET PROPOSITIONS { ("working_on", ?aurora) }
  }
  PROPOSITION { (?alice, "prefers", ?dark) }
    WITH METADATA { confidence: 0.9, created_at: "2025-06-15T00:00:00Z" }
  PROPOSITION { (?alice, "prefers", ?mail) }
    WITH METADATA { confidence: 0.4, created_at: "2025-05-10T00:00:00Z" }
  PROPOSITION { (?alice, "prefers", ?light) } WITH METADATA {
    confidence: 0.8, created_at: "2024-01-10T00:00:00Z", superseded: true,
    superseded_at: "2025-06-15T00:00:00Z"
  }
  PROPOSITION { (?bob, "prefers", ?tea) } WITH METADATA {
    confidence: 0.7, created_at: "2025-02-01T00:00:00Z", expires_at: "2025-12-31T00:00:00Z"
  }
  CONCEPT ?meeting {
    {type: "Event", name: "budget meeting"}
    SET ATTRIBUTES {
      event_class: "Conversation", start_time: "2026-01-15T10:00:00Z", salience_score: 80,
      content_summary: "We went through the pricing of Aurora and its budget.", participants: ["alice", "bob"]
    }
    SET PROPOSITIONS { ("involves", ?alice) ("involves", ?bob) }
  }
  CONCEPT ?lunch {
    {type: "Event", name: "lunch"}
    SET ATTRIBUTES {
      event_class: "Conversation", start_time: "2025-11-02T12:00:00Z", participants: ["alice"],
      content_summary: "Alice told me about her holidays in Portugal."
    }
    SET PROPOSITIONS { ("involves", ?alice) ("involves", {type: "Person", name: "$self"}) }
  }
  CONCEPT ?report {
    {type: "Commitment", name: "the report"}
    SET ATTRIBUTES {
      description: "Send the quarterly report.", status: "pending", due_at: "2026-01-10T00:00:00Z"
    }
    SET PROPOSITIONS { ("owed_to", ?alice) }
  }
  CONCEPT ?slides {
    {type: "Commitment", name: "the slides"}
    SET ATTRIBUTES { description: "Prepare the slides.", status: "pending", due_at: "2026-02-01T00:00:00Z" }
  }
  CONCEPT ?vendor {
    {type: "Commitment", name: "the vendor"}
    SET ATTRIBUTES { description: "Call the vendor back.", status: "pending" }
    SET PROPOSITIONS { ("owed_to", {type: "Person", name: "$self"}) }
  }
  CONCEPT ?done {
    {type: "Commitment", name: "the keys"}
    SET ATTRIBUTES { description: "Return the keys.", status: "fulfilled" }
  }
  PROPOSITION { ({type: "Person", name: "$self"}, "committed_to", ?report) }
  PROPOSITION { ({type: "Person", name: "$self"}, "committed_to", ?slides) }
  PROPOSITION { (?bob, "committed_to", ?vendor) }
  CONCEPT ?lesson {
    {type: "Insight", name: "Ask for the time zone"}
    SET ATTRIBUTES { description: "Ask for the time zone before proposing a time." }
  }
  PROPOSITION { ({type: "Person", name: "$self"}, "learned", ?lesson) }
    WITH METADATA { confidence: 0.8, created_at: "2025-12-01T00:00:00Z" }
  CONCEPT ?turn {
    {type: "Event", name: "the turn"}
    SET ATTRIBUTES {
      event_class: "GrowthMilestone", start_time: "2025-12-02T00:00:00Z",
      content_summary: "From then on I asked before I assumed."
    }
    SET PROPOSITIONS { ("involves", {type: "Person", name: "$self"}) }
  }
}
"""


def fill(client: kip.Client) -> kip.Client:
    """A memory of an office: people, preferences, a project, events, obligations, a lesson."""
    fill_by_words(client)
    client.reembed()
    return client


def fill_by_words(client: kip.Client) -> None:
    """The same without vectors."""
    client.execute(OFFICE)


def ask(client: kip.Client, question: str, counterparty: str | None = None, **options: Any) -> Recall:
    """The answer as of NOW."""
    context = None if counterparty is None else {"counterparty": counterparty}
    return client.recall(question, context, **{"now": NOW, **options})


def texts(found: Recall) -> list[str]:
    """What the items say."""
    return [item.text for item in found.items]


def told(found: Recall) -> Any:
    """The whole answer, JSON-ready, but for how long each statement took."""
    answer = found.to_dict()
    answer["trace"] = [
        {key: value for key, value in entry.items() if key != "milliseconds"} for entry in answer["trace"]
    ]
    return answer
