"""Ids sort by creation and never repeat."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from kip_cypher import identity
from kip_engine import ids


def test_ids_have_the_form_that_references_are_held_to() -> None:
    assert identity.CONCEPT_ID.match(ids.new_concept_id())
    assert identity.LINK_ID.match(ids.new_link_id("treats"))


def test_ids_of_a_process_are_strictly_increasing() -> None:
    made = [ids.new_concept_id() for _ in range(20_000)]
    assert made == sorted(set(made))
    assert len({len(each) for each in made}) == 1


def test_threads_never_make_the_same_id() -> None:
    with ThreadPoolExecutor(8) as pool:
        batches = list(pool.map(lambda _: [ids.new_concept_id() for _ in range(2_000)], range(8)))
    assert len({each for batch in batches for each in batch}) == 16_000


def test_a_clock_that_goes_back_does_not_bring_ids_back(monkeypatch: pytest.MonkeyPatch) -> None:
    before = ids.new_concept_id()
    monkeypatch.setattr("time.time_ns", lambda: 0)
    assert ids.new_concept_id() > before
