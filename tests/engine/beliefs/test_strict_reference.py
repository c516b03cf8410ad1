"""The STRICT policy equals the evaluator that tries every way and every matching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strict_graphs import ONE_VIEW, READABLE, graphs
from strict_reference import Reference

from kip_engine.beliefs.strict import LiveBelief, foundations, judge

Graph = tuple[Sequence[LiveBelief], Mapping[str, set[str]]]


def check(graph: Graph) -> None:
    """Every verdict and every credence is the reference's."""
    beliefs, readable = graph
    found, expected = judge(beliefs, readable), Reference(beliefs, readable)
    verdicts = {
        identity: (verdict.status, verdict.reason, verdict.weight, verdict.tier)
        for identity, verdict in found.verdicts.items()
    }
    assert verdicts == expected.verdicts
    credences = {name: standing.credence for name, standing in found.standings.items()}
    assert credences == pytest.approx(expected.credence, abs=1e-12)


@given(graphs(ONE_VIEW))
@settings(max_examples=600, deadline=None)
def test_in_one_view(graph: Graph) -> None:
    check(graph)


@given(graphs(READABLE))
@settings(max_examples=600, deadline=None)
def test_in_views_that_differ(graph: Graph) -> None:
    check(graph)


@given(graphs(ONE_VIEW), st.sampled_from([0, 1, 32]))
@settings(max_examples=600, deadline=None)
def test_without_patience_for_a_search_of_bases(graph: Graph, few: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(foundations, "PATIENCE", 0)
        patch.setattr(foundations, "FEW_BASES", few)
        check(graph)


@given(graphs(READABLE), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_the_beliefs_makes_no_difference(graph: Graph, random: object) -> None:
    beliefs, readable = graph
    shuffled = list(beliefs)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert judge(shuffled, readable).verdicts == judge(beliefs, readable).verdicts
