"""Retraction in the graph: one transaction, many levels a statement, everything remembered."""

from __future__ import annotations

import math
from typing import Any

import pytest
from believing import Believer

from kip_engine.beliefs import cascade, retract
from kip_engine.beliefs.credence import credence

CAP = 0.5


@pytest.mark.parametrize(("length", "statements"), [(1, 1), (4, 1), (5, 2), (11, 3)])
def test_levels_are_worked_off_many_at_a_time(
    mind: Believer, monkeypatch: pytest.MonkeyPatch, length: int, statements: int
) -> None:
    shorter = cascade.CASCADE.replace(f"$first + {cascade.LEVELS} - 1", "$first + 4 - 1")
    monkeypatch.setattr(retract, "CASCADE", shorter)
    monkeypatch.setattr(retract, "LEVELS", 4)
    beliefs = mind.chain(length)
    done = mind.retract("doc")
    assert (done.count, done.levels) == (length, length)
    assert len(mind.statements) == statements
    assert {mind.get(belief).credence for belief in beliefs} == {CAP}
    assert mind.complaints() == []


def test_a_long_chain_falls_in_one_statement_for_each_256_levels(mind: Believer) -> None:
    mind.chain(260)
    assert mind.retract("doc").levels == 260
    assert len(mind.statements) == 2


def test_a_source_that_nobody_cites_changes_nothing_and_leaves_nothing(mind: Believer) -> None:
    mind.believe("a claim", "doc")
    before = mind.memory.size()
    assert mind.retract("nothing").count == 0
    assert len(mind.statements) == 1
    assert mind.memory.size() == before


def test_changes_are_read_page_by_page_in_order(mind: Believer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retract, "PAGE", 3)
    many = mind.believe_all([(f"claim {n}", ["doc"]) for n in range(7)])
    last = mind.believe("last", many[6].id)
    done = mind.retract("doc")
    changes = mind.changes(done)
    assert [change.belief_id for change in changes] == [belief.id for belief in (*many, last)]
    assert [change.level for change in changes] == [0] * 7 + [1]
    assert (changes[-1].cause, changes[-1].credence_before, changes[-1].credence_after) == (
        many[6].id,
        last.credence,
        CAP,
    )
    assert all(change.grounded_before and not change.grounded_after for change in changes)
    assert done.count == len(changes)


def test_a_belief_that_loses_to_two_sources_at_once_is_listed_for_each(mind: Believer) -> None:
    sides = mind.believe_all([("left", ["doc"]), ("right", ["doc"])])
    top = mind.believe("top", sides[0].id, sides[1].id, sides[0].id)
    changes = mind.changes(mind.retract("doc"))
    assert sorted(change.cause for change in changes if change.belief_id == top.id) == sorted(
        side.id for side in sides
    )
    assert [change.entries_left for change in changes] == [0, 0, 0, 0]


def test_what_was_retracted_stays_readable_in_the_past_tense(mind: Believer) -> None:
    belief = mind.believe("a claim", "doc", "nothing")
    mind.retract("doc")
    read: Any = mind.read(
        "MATCH (b:Belief {name: $id})-[had:had_evidence]->(e)-[:cited_source]->(s) "
        "RETURN e.tier, e.level, s.source_id, had.id ENDS WITH ':had_evidence'",
        id=belief.id,
    )
    assert [list(row) for row in read] == [["real_measurement", 0, "doc", True]]
    assert [entry.source_id for entry in mind.get(belief).evidence_history] == ["nothing"]
    again = mind.believe("a claim", "doc")
    assert again.credence == credence(again.evidence_history)
    assert mind.retract("doc").count == 1
    assert mind.complaints() == []


def test_a_retraction_in_one_scope_leaves_the_others_alone(mind: Believer) -> None:
    mind.put("shared", scope="public")
    here = mind.believe("a claim", "shared")
    there = mind.believe("a claim", "shared", scope="alpha")
    assert mind.retract("shared", scope="alpha").count == 1
    assert (mind.get(here).credence, mind.get(there).credence) == (here.credence, CAP)


def test_credence_is_folded_in_the_order_of_arrival_to_the_last_bit(mind: Believer) -> None:
    weights = [0.1, 1e16, 0.3, 7.7, 1e-3, 2.5]
    for number, weight in enumerate(weights):
        mind.put(f"d{number}")
        direction = "-" if number % 2 else "+"
        belief = mind.believe("a claim", f"d{number}", weight=weight, direction=direction)
    mind.retract("d1")
    left = mind.get(belief)
    assert len(left.evidence_history) == len(weights) - 1
    assert left.credence == pytest.approx(credence(left.evidence_history), abs=1e-15)
    assert 0 < left.credence < 1


def test_infinitely_much_for_and_against_is_refused_and_when_it_is_left_it_is_no_number(
    mind: Believer,
) -> None:
    mind.believe("a claim", "doc", weight=1e308, direction="-")
    with pytest.raises(Exception, match="infinitely") as refused:
        mind.believe("a claim", "doc", weight=1e308)
    assert refused.value.detail == "nan"  # type: ignore[attr-defined]
    for number, (direction, weight) in enumerate([("+", 4e307), ("-", 4e307), ("+", 4e307)]):
        mind.put(f"d{number}")
        mind.believe("another", f"d{number}", weight=weight, direction=direction)
    belief = mind.believe("another", "doc", weight=1e308, direction="-")
    assert belief.credence == 0.0
    mind.retract("d1")
    assert math.isnan(mind.get(belief).credence)
    assert mind.complaints() == []
