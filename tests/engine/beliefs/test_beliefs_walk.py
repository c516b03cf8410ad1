"""The laundering walk in the graph: one statement, pruned, as deep as it may be."""

from __future__ import annotations

import pytest
from believing import Believer

from kip_engine.beliefs import judging, rejudging, walk


def operators(mind: Believer, text: str) -> list[str]:
    """The operators of a statement's plan."""
    texts = dict.fromkeys(("space", "scope", "reader", "me", "scope_type"), "x")
    lists = {name: [] for name in ("home", "claims", "beliefs", "sources", "scopes")}
    asked = {**texts, **lists, "items": 0, "source": {"key": "k", "id": "i"}}
    with mind.memory.database._driver.session() as session:
        plan = session.run("EXPLAIN " + text, asked).consume().plan
    names: list[str] = []
    pending = [plan]
    while pending:
        node = pending.pop()
        names.append(node["operatorType"].split("@")[0])
        pending += node.get("children", [])
    return names


@pytest.mark.parametrize("text", [walk.LAUNDERS, judging.JUDGE[False], judging.JUDGE[True]])
def test_the_walk_is_planned_as_a_pruned_breadth_first_expansion(mind: Believer, text: str) -> None:
    planned = operators(mind, text)
    assert "VarLengthExpand(Pruning,BFS,All)" in planned
    assert not [name for name in planned if "Repeat" in name or "ByLabelScan" in name or "AllNodes" in name]


def test_what_a_change_reaches_is_found_by_pruned_expansions(mind: Believer) -> None:
    planned = operators(mind, rejudging.READ_REACHED)
    assert planned.count("VarLengthExpand(Pruning,BFS,All)") == 2
    assert not [name for name in planned if "Repeat" in name or "ByLabelScan" in name]


def test_a_long_chain_is_walked_in_one_statement(mind: Believer) -> None:
    beliefs = mind.chain(120)
    other = mind.believe("another", "doc")
    assert len(mind.statements) == 2
    assert not mind.launders(beliefs[-1].id, other)
    assert len(mind.statements) == 1
    assert mind.launders(beliefs[-1].id, beliefs[0])
    assert mind.believe("link 0", beliefs[-1].id).evidence_history[-1].weight == 0.0


def test_layers_with_very_many_ways_through_them_are_visited_once_each(mind: Believer) -> None:
    root = mind.believe("root", "doc")
    below = [root.id]
    for layer in range(24):
        below = [belief.id for belief in mind.believe_all([(f"{layer} {n}", below) for n in range(2)])]
    assert [mind.launders(source, root) for source in below] == [True, True]
    assert not mind.launders(below[0], mind.believe("another", "doc"))


def test_a_second_leg_that_is_hidden_counts_like_one_that_is_gone(mind: Believer) -> None:
    mind.put("secret", scope="alpha")
    theirs = mind.believe("theirs", "secret", scope="alpha")
    ours = mind.believe("ours", theirs.id)
    gone = mind.believe("gone", "nothing")
    assert ours.evidence_history[0].verified is False
    assert (ours.credence, ours.evidence_history[0].weight) == (gone.credence, 1.0)
