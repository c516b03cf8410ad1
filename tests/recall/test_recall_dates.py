"""When things were so: facts that say when they were observed, times that are none, and times gone by."""

from __future__ import annotations

from typing import Any

import pytest

import kip

NOW = "2026-11-30T12:00:00Z"
HOMES = """
UPSERT {
  CONCEPT ?lives_in { {type: "$PropositionType", name: "lives_in"} }
  CONCEPT ?city { {type: "$ConceptType", name: "City"} }
  CONCEPT ?oslo { {type: "City", name: "Oslo"} }
  CONCEPT ?rome { {type: "City", name: "Rome"} }
  CONCEPT ?lima { {type: "City", name: "Lima"} }
  CONCEPT ?bob { {type: "Person", name: "bob"} SET ATTRIBUTES { name: "Bob" } }
  PROPOSITION { (?bob, "lives_in", ?oslo) }
    WITH METADATA {
      superseded: true, observed_at: "2024-01-01T00:00:00Z", superseded_at: "2025-01-01T00:00:00Z"
    }
  PROPOSITION { (?bob, "lives_in", ?rome) } WITH METADATA { observed_at: "2025-01-01T00:00:00Z" }
  PROPOSITION { (?bob, "lives_in", ?lima) } WITH METADATA { observed_at: "2025-06-01T00:00:00Z" }
}
"""


@pytest.fixture
def moving(client: kip.Client) -> kip.Client:
    """A memory of somebody who moved twice."""
    client.execute(HOMES)
    return client


def ask(client: kip.Client, question: str) -> Any:
    return client.recall(question, now=NOW)


def test_when_a_fact_was_observed_stands_beside_it(moving: kip.Client) -> None:
    found = ask(moving, "Where does Bob live?")
    assert "Bob lives in Lima (observed 2025-06-01)." in found.answer
    assert {item.dates.get("observed_at") for item in found.items if item.kind == "fact"} == {
        "2025-01-01T00:00:00Z",
        "2025-06-01T00:00:00Z",
    }


def test_a_timeline_goes_by_when_things_were_observed(moving: kip.Client) -> None:
    answer = ask(moving, "How has where Bob lives changed over time?").answer
    places = [answer.index(city) for city in ("Oslo (until 2025-01-01", "Rome", "Lima")]
    assert places == sorted(places)


@pytest.mark.parametrize("question", ["Where did Bob live in 2024?", "Where did Bob live in March 2024?"])
def test_a_question_about_the_past_is_one_about_what_was_replaced(moving: kip.Client, question: str) -> None:
    assert "Previously Bob lives in Oslo (until 2025-01-01)" in ask(moving, question).answer


def test_what_is_no_time_is_not_told_as_one(client: kip.Client) -> None:
    client.execute("""
      UPSERT {
        CONCEPT ?met {
          {type: "Event", name: "met"} SET ATTRIBUTES { content_summary: "Bob met Zoe.", start_time: "soon" }
        }
      }
    """)
    [item] = ask(client, "Who met Zoe?").items
    assert item.dates == {}
    assert "soon" not in ask(client, "Who met Zoe?").answer
