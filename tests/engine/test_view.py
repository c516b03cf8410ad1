"""A view: what is private shows to those it is about, and to others leaves no trace at all."""

from __future__ import annotations

from typing import Any

import pytest
from engine_memory import Memory
from meaning import complete, topics

from kip_engine import embedding
from kip_engine.execute import Setting
from kip_engine.requests import respond
from kip_engine.statements import Statements
from kip_engine.storage.settings import Limits
from kip_engine.view import View

PUBLIC = """
UPSERT {
  CONCEPT ?likes { {type: "$PropositionType", name: "likes"} SET ATTRIBUTES { description: "Is fond of." } }
  CONCEPT ?said { {type: "$PropositionType", name: "said"} SET ATTRIBUTES { description: "Told us." } }
  CONCEPT ?field { {type: "Domain", name: "Pets"} SET ATTRIBUTES { description: "Dogs and cats." } }
  CONCEPT ?dog {
    {type: "Preference", name: "A dog walk"} SET ATTRIBUTES { description: "A walk with the dog." }
    SET PROPOSITIONS { ("belongs_to_domain", ?field) }
  }
  CONCEPT ?cat { {type: "Preference", name: "Cats asleep"} SET ATTRIBUTES { description: "No dog at all." } }
  CONCEPT ?alice { {type: "Person", name: "alice"} SET PROPOSITIONS { ("likes", ?dog) ("prefers", ?dog) } }
  CONCEPT ?bob { {type: "Person", name: "bob"} SET PROPOSITIONS { ("likes", ?cat) ("likes", ?dog) } }
  CONCEPT ?walk {
    {type: "Event", name: "The walk"}
    SET ATTRIBUTES { start_time: "2026-01-01T00:00:00Z", content_summary: "The dog ran." }
    SET PROPOSITIONS { ("involves", ?alice) ("involves", ?bob) }
  }
  PROPOSITION ?link { (?alice, "likes", ?cat) SET ATTRIBUTES { note: "a puppy instead of money" } }
  PROPOSITION { (?bob, "said", (?alice, "likes", ?dog)) }
}
"""
PRIVATE = """
UPSERT {
  CONCEPT ?bob { {type: "Person", name: "bob"} }
  CONCEPT ?alice { {type: "Person", name: "alice"} }
  CONCEPT ?dog { {type: "Preference", name: "A dog walk"} }
  CONCEPT ?cat { {type: "Preference", name: "Cats asleep"} }
  CONCEPT ?field { {type: "Domain", name: "Bob's affairs"} SET ATTRIBUTES { access_level: "private" } }
  CONCEPT ?debts {
    {type: "Preference", name: "dog money"}
    SET ATTRIBUTES { description: "The dog eats the money.", access_level: "private" }
    SET PROPOSITIONS { ("belongs_to_domain", {type: "Domain", name: "Pets"}) ("belongs_to_domain", ?field) }
  }
  CONCEPT ?zed {
    {type: "Person", name: "zed"} SET ATTRIBUTES { access_level: "private", persona: "dog thief" }
    SET PROPOSITIONS { ("likes", ?dog) ("likes", ?cat) }
  }
  PROPOSITION { (?bob, "likes", ?debts) }
  PROPOSITION ?secret { (?bob, "prefers", ?dog) SET ATTRIBUTES { note: "dog money" } }
    WITH METADATA { access_level: "private" }
  PROPOSITION ?hearsay { (?alice, "said", (?bob, "prefers", ?dog)) SET ATTRIBUTES { note: "dog money" } }
  PROPOSITION { (?alice, "said", (?alice, "said", (?bob, "prefers", ?dog))) }
  CONCEPT ?talk {
    {type: "Event", name: "Bob alone"}
    SET ATTRIBUTES { content_summary: "The dog, a puppy, the money.", start_time: "2026-02-01T00:00:00Z" }
    SET PROPOSITIONS { ("involves", ?bob) ("mentions", ?dog) }
  } WITH METADATA { access_level: "private" }
  CONCEPT ?confession {
    {type: "Event", name: "Bob tells me"}
    SET ATTRIBUTES { content_summary: "The dog again.", access_level: "private" }
    SET PROPOSITIONS { ("involves", ?bob) ("involves", {type: "Person", name: "$self"}) }
  }
}
"""
STATEMENTS = [
    'FIND(?p) WHERE { ?p {type: "Preference"} } ORDER BY ?p.name',
    'FIND(?p) WHERE { ?p {type: "Person"} } ORDER BY ?p.name DESC LIMIT 3',
    "FIND(COUNT(?e)) WHERE { ?e {type: :event} }",
    'FIND(?p.name, COUNT(?x)) WHERE { (?p, "likes", ?x) } ORDER BY COUNT(?x) DESC',
    'FIND(?p.name, ?x.name) WHERE { ?p {type: "Person"} ?x {type: "Preference"} ?l (?p, "prefers", ?x) }',
    'FIND(?e) WHERE { ?e {type: "Event"} (?e, "involves", {type: "Person", name: "bob"}) } LIMIT 1',
    'FIND(?l, ?pred) WHERE { ?b {type: "Person", name: "bob"} ?l (?b, ?pred, ?x) }',
    'FIND(?l, ?pred) WHERE { ?b {type: "Preference", name: "A dog walk"} ?l (?x, ?pred, ?b) } LIMIT 5',
    'FIND(?p.name, ?x) WHERE { ?p {type: "Person"} OPTIONAL { (?p, "prefers", ?x) } } ORDER BY ?p.name',
    'FIND(?p.name) WHERE { ?p {type: "Person"} NOT { (?p, "prefers", ?x) } } ORDER BY ?p.name',
    'FIND(?p) WHERE { ?p {type: "Person", name: "bob"} UNION { ?p {type: "Person", name: "zed"} } }',
    'FIND(?l) WHERE { ?l (?a, "said", ?b) }',
    'FIND(?m) WHERE { (?m, "belongs_to_domain", {type: "Domain", name: "Pets"}) } LIMIT 100',
    "DESCRIBE DOMAINS",
    'SEARCH CONCEPT "dog money" LIMIT 2',
    'SEARCH CONCEPT "dog" MODE "keyword" LIMIT 3',
    'SEARCH CONCEPT "puppy walk" MODE "semantic" THRESHOLD 0.1 LIMIT 2',
    'SEARCH CONCEPT "the dog money" WITH TYPE "Event" LIMIT 1',
    'SEARCH CONCEPT "dog money" WITH TYPE "Preference" MODE "hybrid" LIMIT 1',
    'SEARCH CONCEPT "zed" LIMIT 5',
    'SEARCH PROPOSITION "dog money" LIMIT 3',
    'SEARCH PROPOSITION "fond of money" MODE "keyword" LIMIT 2',
    'SEARCH PROPOSITION "puppy" WITH TYPE "likes" MODE "semantic" LIMIT 2',
]


class Seen:
    """A memory read through views."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.statements = Statements()

    def answers(self, view: View | None, statements: list[str] = STATEMENTS) -> Any:
        """What the statements answer."""
        setting = Setting(self.memory.space, Limits(), view=view)
        request = {"commands": statements, "parameters": {"event": "Event"}}
        program = respond(request, setting, self.statements, readonly=True)
        return self.memory.database.run(program)["result"]

    def names(self, view: View, statement: str) -> Any:
        """The result of one statement."""
        return self.answers(view, [statement])[0]["result"]


@pytest.fixture
def seen(memory: Memory) -> Seen:
    """A memory in which nothing is private yet, with vectors."""
    embedding.use(topics())
    memory.upsert(PUBLIC)
    complete(memory)
    return Seen(memory)


@pytest.mark.parametrize("counterparty", [None, "carol", "$self", "alice'", "Bob"])
def test_private_facts_of_others_change_nothing(seen: Seen, counterparty: str | None) -> None:
    view = View(counterparty)
    before, owners = seen.answers(view), seen.answers(None)
    assert not [answer for answer in before if "error" in answer]
    assert len([answer for answer in before if answer["result"]]) > 15
    seen.memory.upsert(PRIVATE)
    complete(seen.memory)
    assert seen.answers(view) == before
    changed = [now != then for now, then in zip(seen.answers(None), owners, strict=True)]
    assert sum(changed) > 15, "what the memory's owner sees does change"


def test_a_flood_of_private_facts_displaces_nothing(seen: Seen) -> None:
    before = seen.answers(View())
    block = """
      CONCEPT ?e{0} {{
        {{type: "Event", name: "dog {0}"}} SET ATTRIBUTES {{ content_summary: "dog money walk puppy {0}" }}
        SET PROPOSITIONS {{ ("involves", ?bob) }}
      }} WITH METADATA {{ access_level: "private" }}
    """
    blocks = "".join(block.format(number) for number in range(400))
    seen.memory.upsert(f'UPSERT {{ CONCEPT ?bob {{ {{type: "Person", name: "bob"}} }} {blocks} }}')
    complete(seen.memory)
    assert seen.answers(View()) == before


PREFERRED = 'FIND(?x.name) WHERE { ?l ({type: "Person", name: "bob"}, "prefers", ?x) }'
LIKED = 'FIND(?x.name) WHERE { ({type: "Person", name: "bob"}, "likes", ?x) } ORDER BY ?x.name'
EVENTS = 'FIND(?e.name) WHERE { ?e {type: "Event"} } ORDER BY ?e.name'
SAID = 'FIND(?l.id) WHERE { ?l ({type: "Person", name: "alice"}, "said", ?x) }'


def test_private_facts_show_to_those_they_are_about(seen: Seen) -> None:
    seen.memory.upsert(PRIVATE)
    bob, alice = View("bob"), View("alice")
    assert seen.names(bob, PREFERRED) == ["A dog walk"]
    assert seen.names(alice, PREFERRED) == []
    assert seen.names(bob, LIKED) == ["A dog walk", "Cats asleep", "dog money"]
    assert seen.names(bob, EVENTS) == ["Bob alone", "Bob tells me", "The walk"]
    assert seen.names(View("$self"), EVENTS) == ["The walk"]
    assert len(seen.names(alice, SAID)) == 1, "a link on a link on a link is seen by nobody"
    assert [hit["name"] for hit in seen.names(bob, 'SEARCH CONCEPT "Bob alone" LIMIT 1')] == ["Bob alone"]


def test_what_is_about_the_owner_shows_to_all(seen: Seen) -> None:
    seen.memory.upsert("""
      UPSERT {
        CONCEPT ?lesson { {type: "Insight", name: "Slow down"} SET ATTRIBUTES { access_level: "private" } }
        CONCEPT ?self { {type: "Person", name: "$self"} SET PROPOSITIONS { ("learned", ?lesson) } }
        CONCEPT ?thought {
          {type: "Event", name: "A thought"} SET ATTRIBUTES { access_level: "private" }
          SET PROPOSITIONS { ("involves", ?self) }
        }
      }
    """)
    learned = 'FIND(?i.name) WHERE { ({type: "Person", name: "$self"}, "learned", ?i) }'
    assert seen.names(View(), learned) == ["Slow down"]
    assert "A thought" in seen.names(View("carol"), EVENTS)


def test_a_person_is_known_by_an_outside_id_too(seen: Seen) -> None:
    seen.memory.upsert("""
      UPSERT { CONCEPT ?bob { {type: "Person", name: "bob"} SET ATTRIBUTES { id: "account-7" } } }
    """)
    seen.memory.upsert(PRIVATE)
    assert seen.names(View("account-7"), PREFERRED) == ["A dog walk"]
    assert "Bob alone" in seen.names(View("account-7"), EVENTS)


@pytest.mark.parametrize(
    "statement",
    [
        'FIND(?x) WHERE { ({type: "Person", name: "bob"}, "likes"{1,2}, ?x) }',
        'EXPORT ?p WHERE { ?p {type: "Person"} }',
        "DESCRIBE PRIMER",
    ],
)
def test_what_a_view_cannot_restrict_is_refused(seen: Seen, statement: str) -> None:
    assert seen.answers(View(), [statement])[0]["error"]["code"] == "KIP_1001"
