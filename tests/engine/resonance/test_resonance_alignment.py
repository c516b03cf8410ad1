"""Alignments and bridges: bytes of a query that run through a stored question."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kip_engine.resonance.alignment import MAX_GAP, Alignment, align
from kip_engine.resonance.scale import W
from kip_engine.resonance.similarity import fraction, shared, similarity
from kip_engine.resonance.substitution import Evidence, bridge, wide_gaps
from kip_engine.resonance.windows import windows


def aligned(query: str, form: str, anchor: str) -> Alignment:
    """The alignment from the first place of `anchor` in `query`."""
    found = align(query.encode(), form.encode(), [query.encode().find(anchor.encode())])
    assert found is not None
    return found


def evidence(*texts: str, **more: Any) -> Evidence:
    """A space that has read these texts."""
    stored = {window: 1 for text in texts for window in windows(text.encode())}
    return Evidence(stored, more.get("learned", frozenset()), more.get("aligned", []))


def test_quotation_marks_are_gaps_in_the_form() -> None:
    found = aligned("Where is Dune shelved?", 'Where is "Dune" shelved?', "Dune")
    assert [(run.asked, run.asked_end) for run in found.runs] == [(0, 9), (9, 13), (13, 22)]
    assert found.surplus == 0


def test_a_run_at_the_edge_may_be_short_and_no_other() -> None:
    found = aligned("How spicy is it?", 'How spicy is it"?', "spic")
    assert found.runs[-1][2] == 1
    assert len(aligned("abcdef xy ghijkl", "abcdef!xy!ghijkl", "abcd").runs) == 2


@given(st.binary(min_size=4, max_size=60), st.binary(min_size=4, max_size=60), st.data())
def test_runs_are_equal_bytes_in_order_with_small_gaps(query: bytes, form: bytes, data: Any) -> None:
    anchor = data.draw(st.integers(0, len(query) - 4))
    form = form + query[anchor : anchor + 4]
    found = align(query, form, [anchor])
    assert found is not None
    for run in found.runs:
        assert query[run.asked : run.asked_end] == form[run.stored : run.stored_end]
    for gap in found.gaps:
        assert 0 <= gap.asked_end - gap.asked <= MAX_GAP
        assert 0 <= gap.stored_end - gap.stored <= MAX_GAP
        assert (gap.asked, gap.stored) != (gap.asked_end, gap.stored_end)
    inner = found.runs[1:-1]
    assert all(run.size >= W for run in inner)


def test_an_identity_claim_needs_every_byte() -> None:
    form = 'Who directed "Alien"?'
    assert bridge(aligned("Who directed Alien?", form, "irec"), evidence(form)) is not None
    assert bridge(aligned("Who directed Aliens?", form, "irec"), evidence(form)) is None
    assert bridge(aligned("Who directed", form, "irec"), evidence(form)) is None


def test_wide_gaps_must_still_be_shown_to_be_common() -> None:
    form = "Who directed the famous Alien?"
    made = bridge(aligned("Who directed Alien?", form, "irec"), evidence(form))
    assert made is not None
    assert wide_gaps(made) == [b"the famous "]


def test_a_substitution_grows_until_it_has_been_read_elsewhere() -> None:
    query, form = "who is the mayor of turin", "Who is the mayor of Turin?"
    made = bridge(aligned(query, form, "mayo"), evidence(form, "She wrote of turin."))
    assert made is not None
    assert made.spans == [(1, 20), (17, 21), (21, 25)]
    assert bridge(aligned(query, form, "mayo"), evidence(form)) is None


def test_other_words_stand_for_each_other_only_if_that_was_taught() -> None:
    query, form = "Where is the sofa kept now?", "Where is the couch kept now?"
    read = "the sofa is old"
    one = aligned(query, form, "Wher")
    assert bridge(one, evidence(form, read)) is None
    taught = evidence(form, read, learned=frozenset({(b"sofa", b"couch")}))
    made = bridge(one, taught)
    assert made is not None
    assert made.rewritten == form.encode()


def test_a_substitution_is_unanimous() -> None:
    query, form = "Where is the sofa kept now?", "Where is the couch kept now?"
    other = aligned(query, "Where is the table kept now?", "Wher")
    taught = evidence(form, "the sofa is old", learned=frozenset({(b"sofa", b"couch")}), aligned=[other])
    assert bridge(aligned(query, form, "Wher"), taught) is None


@pytest.mark.parametrize(("x", "y", "same"), [(b"abcd", b"abxd", 3), (b"", b"a", 0), (b"abc", b"abcdef", 3)])
def test_similarity_counts_equal_bytes_at_equal_offsets(x: bytes, y: bytes, same: int) -> None:
    assert shared(x, y) == same
    assert similarity(x, y) == (same / (len(x) * len(y)) ** 0.5 if x else 0)


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_similarity_is_a_share(x: bytes, y: bytes) -> None:
    assert shared(x, y) == sum(a == b for a, b in zip(x, y, strict=False))
    assert 0 <= similarity(x, y) <= 1.0000001


def test_a_short_beginning_is_no_reach() -> None:
    query, form = b"cobalt", b"cobalt is a bluish metal used in magnets"
    assert fraction(similarity(query, form), len(form), len(query)) < 0.875
    assert fraction(similarity(b"viole", b"violet"), 6, 5) == pytest.approx(0.897, abs=0.001)
