"""The graph algorithms below STRICT against their definitions, and graphs that are large or deep."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from strict_graphs import belief, judged

from kip_engine.beliefs.strict import LiveBelief, Reason
from kip_engine.beliefs.strict.dominators import Dominators
from kip_engine.beliefs.strict.matching import independent
from kip_engine.beliefs.strict.order import components

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
