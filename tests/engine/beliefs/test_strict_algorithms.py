"""The graph algorithms below STRICT against their definitions, and graphs that are large or deep."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strict_graphs import belief, judged

from kip_engine.beliefs.strict import LiveBelief, Reason, foundations
from kip_engine.beliefs.strict.components import components
from kip_engine.beliefs.strict.dominators import Dominators
from kip_engine.beliefs.strict.matching import independent

NODES = st.integers(0, 11)
GRAPHS = st.lists(st.lists(NODES, max_size=3), min_size=12, max_size=12)


def reached(graph: Sequence[Sequence[int]], roots: Collection[int], without: int | None = None) -> set[int]:
    found: set[int] = set()
    new = set(roots) - {without}
    while new:
        found |= new
        new = {after for node in new for after in graph[node]} - found - {without}
    return found


@given(GRAPHS, st.sets(NODES, max_size=3))
def test_dominators_are_what_no_way_avoids(graph: list[list[int]], roots: set[int]) -> None:
    tree = Dominators(roots, graph)
    for without in range(12):
        expected = reached(graph, roots, without)
        assert {node for node in range(12) if tree.leads(node, without)} == expected
    assert {node for node in range(12) if tree.reaches(node)} == reached(graph, roots)


@given(GRAPHS)
def test_components_hold_what_reaches_each_other_and_come_after_what_they_reach(
    graph: list[list[int]],
) -> None:
    found = components(graph)
    place = {node: number for number, component in enumerate(found) for node in component}
    assert sorted(place) == list(range(12))
    for node in range(12):
        below = reached(graph, [node])
        assert all(place[other] <= place[node] for other in below)
        assert {other for other in below if node in reached(graph, [other])} == {
            other for other in range(12) if place[other] == place[node]
        }


@given(st.lists(st.sets(st.sampled_from("abcd"), min_size=1).map(sorted), max_size=6))
def test_a_leg_counts_iff_it_and_those_before_it_can_have_bases_of_their_own(legs: list[list[str]]) -> None:
    counted: list[list[str]] = []
    expected = []
    for leg in legs:
        expected.append(any(len(set(choice)) == len(choice) for choice in product(*counted, leg)))
        counted += [leg] if expected[-1] else []
    assert independent(legs) == expected


def test_five_thousand_legs_on_a_thousand_bases() -> None:
    bases = [str(number) for number in range(1_000)]
    assert sum(independent([bases] * 5_000)) == 1_000


def test_a_chain_of_20_000_citations() -> None:
    chain = [belief("b0", "+e doc"), *(belief(f"b{n}", f"+m b{n - 1}") for n in range(1, 20_000))]
    found = judged(*reversed(chain))
    assert found.verdicts["b19999.0"].tier == "executable"
    assert all(standing.grounded for standing in found.standings.values())


def test_a_chain_whose_ground_is_gone_falls_as_a_whole() -> None:
    chain = [belief("b0", shut=["doc"]), *(belief(f"b{n}", f"+m b{n - 1}") for n in range(1, 20_000))]
    assert not any(standing.grounded for standing in judged(*chain).standings.values())


def test_a_ring_of_10_000_beliefs_on_one_document() -> None:
    last = 9_999
    ring = [belief(f"b{n}", f"+m b{n - 1 if n else last}", f"+m b{(n + 1) % 10_000}") for n in range(10_000)]
    ring[0] = belief("b0", "+s doc", "+m b1", f"+m b{last}")
    found = judged(*ring)
    assert {found.verdicts["b0.1"].reason, found.verdicts["b0.2"].reason} == {Reason.CIRCULAR}
    assert {found.verdicts["b5000.0"].reason, found.verdicts["b5000.1"].reason} == {
        Reason.BOUNDED,
        Reason.SHARED,
    }


def test_a_ring_of_10_000_beliefs_on_a_hundred_documents() -> None:
    ring = [around(n, 10_000) for n in range(10_000)]
    found = judged(*ring)
    assert not any(verdict.reason for verdict in found.verdicts.values())


def around(number: int, size: int) -> LiveBelief:
    document = [f"+m doc{number}"] if number % 100 == 0 else []
    return belief(f"b{number}", f"+m b{(number - 1) % size}", f"+m b{(number + 1) % size}", *document)


def test_layers_10_wide_and_100_deep() -> None:
    below = [f"+m doc{place}" for place in range(10)]
    layers = []
    for level in range(100):
        layers += [belief(f"b{level}-{place}", *below) for place in range(10)]
        below = [f"+m b{level}-{place}" for place in range(10)]
    found = judged(*layers)
    assert not any(verdict.reason for verdict in found.verdicts.values())


@given(st.randoms(use_true_random=False), st.sampled_from([0, 1, 32]))
@settings(max_examples=40, deadline=None)
def test_how_bases_are_found_makes_no_difference(random: Random, few: int) -> None:
    names = [f"b{number}" for number in range(60)]
    sources = [*names, *(f"d{number}" for number in range(random.choice([2, 10, 60])))]
    graph = [belief(name, *(f"+m {random.choice(sources)}" for _ in range(3))) for name in names]
    expected = judged(*graph)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(foundations, "PATIENCE", 0)
        patch.setattr(foundations, "FEW_BASES", few)
        assert judged(*graph) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(foundations, "PATIENCE", 1_000_000)
        assert judged(*graph) == expected


@pytest.mark.parametrize("documents", [1, 100])
def test_a_hundred_beliefs_that_all_cite_each_other(documents: int) -> None:
    names = [f"b{number}" for number in range(100)]
    graph = [belief(name, *(f"+m {other}" for other in names if other != name)) for name in names]
    for number in range(documents):
        cited = (f"+m {other}" for other in names if other != names[number])
        graph[number] = belief(names[number], f"+m doc{number}", *cited)
    reasons = [verdict.reason for verdict in judged(*graph).verdicts.values()]
    circular, shared = (99, 99 * 98) if documents == 1 else (0, 0)
    assert (reasons.count(Reason.CIRCULAR), reasons.count(Reason.SHARED)) == (circular, shared)


def test_a_ring_through_two_scopes_that_see_each_other_and_more() -> None:
    readable = {"alpha": {"alpha", "beta", "gamma"}, "beta": {"alpha", "beta"}, "gamma": {"gamma"}}
    ring = [belief(f"b{n}", f"+m b{n - 1}", scope="alpha" if n % 2 else "beta") for n in range(1, 4_000)]
    first = belief("b0", "+m doc", "+m b3999", scope="beta")
    found = judged(first, *ring, belief("g", scope="gamma"), readable=readable)
    assert [entry for entry, verdict in found.verdicts.items() if verdict.reason] == ["b0.1"]
