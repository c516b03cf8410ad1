"""What other spaces hold is nothing to a search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from searching import add, find

from kip_engine import spaces


@pytest.fixture
def other(memory: Any) -> Iterator[Any]:
    """A second memory on the same server."""
    name = memory.space.name + "-other"
    yield type(memory)(memory.database, memory.database.run(spaces.open(name)))
    memory.database.run(spaces.drop(name))


TERMS = ("alpha", "beta gamma", "alpha beta gamma omega", "Alpha 33", "gamma")


def _fill(memory: Any, count: int) -> None:
    concepts = ((f"Alpha {n}", {"text": "beta " * (n % 3) + "gamma omega"}) for n in range(count))
    add(memory, "Topic", *concepts)


def test_another_space_full_of_the_same_words_changes_no_hit_and_no_score(memory: Any, other: Any) -> None:
    _fill(memory, 40)
    before = [find(memory, "SEARCH CONCEPT :term LIMIT 9", term=term) for term in TERMS]
    _fill(other, 600)
    assert [find(memory, "SEARCH CONCEPT :term LIMIT 9", term=term) for term in TERMS] == before


def test_nothing_of_another_space_is_found(memory: Any, other: Any) -> None:
    _fill(other, 3)
    assert [find(memory, "SEARCH CONCEPT :term", term=term) for term in TERMS] == [[]] * len(TERMS)
