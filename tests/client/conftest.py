"""Clients of a memory of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import kip

PHARMACY = """
UPSERT {
  CONCEPT ?drug { {type: "$ConceptType", name: "Drug"} }
  CONCEPT ?symptom { {type: "$ConceptType", name: "Symptom"} }
  CONCEPT ?treats { {type: "$PropositionType", name: "treats"} }
  CONCEPT ?fever { {type: "Symptom", name: "Fever"} }
  CONCEPT ?aspirin {
    {type: "Drug", name: "Aspirin"}
    SET ATTRIBUTES { risk: 2, odd: {a: [1, null]}, gone: null }
    SET PROPOSITIONS { ("treats", ?fever) }
  }
  PROPOSITION ?said { ({type: "Person", name: "$self"}, "learned", (?aspirin, "treats", ?fever)) }
}
"""


@pytest.fixture
def client(server: None, space: str) -> Iterator[kip.Client]:
    """A client of a new memory."""
    with kip.connect(space=space) as client:
        yield client
    kip.drop_space(space)


@pytest.fixture
def pharmacy(client: kip.Client) -> kip.Client:
    """A memory in which Aspirin treats Fever, which `$self` has learned."""
    client.execute(PHARMACY)
    return client
