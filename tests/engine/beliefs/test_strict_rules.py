"""Each rule of the STRICT policy on the graph that it is for, and what the policy knows and leaves."""

from __future__ import annotations

import math

import pytest
from strict_graphs import belief, credence, judged

from kip_engine.beliefs.strict import LiveBelief, Reason, Status

ONE = {"executable": 0.7109495026250039, "simulation": 0.8175744761936437, "measurement": 0.9525741268224334}


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def reasons(*beliefs: LiveBelief, readable: dict[str, set[str]] | None = None) -> dict[str, str]:
    """Why each entry that doesn't simply count doesn't."""
    verdicts = judged(*beliefs, readable=readable or {"local": {"local"}}).verdicts
    return {entry: verdict.reason for entry, verdict in verdicts.items() if verdict.reason}


# Plain cases ---------------------------------------------------------------------------------------


def test_a_belief_on_a_document_is_as_strong_as_its_tier() -> None:
    assert credence("a", belief("a", "+m doc")) == ONE["measurement"]


def test_a_belief_without_evidence_is_neutral() -> None:
    assert judged(belief("a")).standings["a"].credence == 0.5
    assert not judged(belief("a")).standings["a"].grounded


def test_a_source_that_does_not_resolve_counts_as_an_assertion() -> None:
    verdict = judged(belief("a", "-m ?gone")).verdicts["a.0"]
    assert (verdict.status, verdict.reason, verdict.verified) == (Status.ACCEPTED, Reason.UNVERIFIED, False)
    assert credence("a", belief("a", "-m ?gone")) == pytest.approx(logistic(-0.15))


def test_what_is_refused_keeps_its_claim_and_weighs_nothing() -> None:
    verdict = judged(belief("a", "+m*2 a")).verdicts["a.0"]
    assert (verdict.status, verdict.reason, verdict.weight) == (Status.REFUSED, Reason.ITSELF, 0.0)


def test_a_chain_back_to_the_belief_is_circular_however_long() -> None:
    ring = [belief("b0", "+m doc", "+m b9"), *(belief(f"b{n}", f"+m b{n - 1}") for n in range(1, 10))]
    assert reasons(*ring) == {"b0.1": Reason.CIRCULAR}
    assert credence("b9", *ring) == ONE["measurement"]


def test_a_closed_foreign_cycle_is_ungrounded() -> None:
    assert reasons(belief("a", "+m b"), belief("b", "+m c"), belief("c", "+m b")) == {
        "a.0": Reason.UNGROUNDED,
        "b.0": Reason.UNGROUNDED,
        "c.0": Reason.UNGROUNDED,
    }


def test_an_assertion_about_an_ungrounded_peer_is_refused_too() -> None:
    assert reasons(belief("a", "+a b"), belief("b", "+a")) == {"a.0": Reason.UNGROUNDED}


# Rule 1: a leg must support ------------------------------------------------------------------------


def test_1_what_stands_on_a_contradiction_only_supports_nothing() -> None:
    graph = belief("a", "-m doc"), belief("b", "+m a")
    assert credence("b", *graph) == 0.5
    assert reasons(*graph) == {"b.0": Reason.REFUTED}


def test_1_a_belief_that_is_refuted_on_the_whole_supports_nothing() -> None:
    graph = belief("a", "+e doc", "-m other"), belief("b", "+m a"), belief("c", "-m a")
    assert reasons(*graph) == {"b.0": Reason.REFUTED, "c.0": Reason.REFUTED}


def test_1_evidence_that_balances_refutes_nothing() -> None:
    graph = belief("a", "+m doc", "-m other"), belief("b", "+m a")
    assert reasons(*graph) == {}


def test_1_a_mere_assertion_refutes_nothing() -> None:
    graph = belief("a", "+e doc", "-a*100 someone"), belief("b", "+e a")
    assert credence("a", *graph) < 0.01
    assert credence("b", *graph) == ONE["executable"]


def test_1_the_way_down_takes_supporting_legs_only() -> None:
    graph = belief("a", "+a", "-e doc", "+e b"), belief("b", "+m other"), belief("c", "+m a")
    assert judged(*graph).verdicts["c.0"].tier == "executable"


def test_1_beliefs_that_contradict_each_other_are_heard_as_they_stand() -> None:
    graph = belief("a", "+m one", "-m b"), belief("b", "+e two", "-m a")
    assert reasons(*graph) == {"a.1": Reason.BOUNDED}
    assert credence("a", *graph) == pytest.approx(logistic(3 - 0.9))
    assert credence("b", *graph) == pytest.approx(logistic(0.9 - 3))


# Rule 2: a citation is no stronger than what it stands on --------------------------------------------


def test_2_a_citation_is_bounded_by_the_weakest_of_the_way_down() -> None:
    graph = belief("a", "+e doc"), belief("b", "+m a"), belief("c", "+m b")
    assert credence("b", *graph) == credence("c", *graph) == ONE["executable"]
    assert reasons(*graph) == {"b.0": Reason.BOUNDED, "c.0": Reason.BOUNDED}


def test_2_the_widest_way_bounds_it() -> None:
    graph = belief("a", "+e doc"), belief("b", "+s other"), belief("c", "+m a", "+m b"), belief("d", "+m c")
    assert judged(*graph).verdicts["d.0"].tier == "simulation"


def test_2_the_way_avoids_the_belief_that_cites() -> None:
    graph = belief("a", "+m one", "+m b"), belief("b", "+e two", "+m a")
    assert judged(*graph).verdicts["a.1"].tier == "executable"
    assert judged(*graph).verdicts["b.1"].tier == "real_measurement"


def test_2_a_contradiction_is_bounded_alike() -> None:
    graph = belief("a", "+e doc"), belief("b", "-m a")
    assert credence("b", *graph) == pytest.approx(logistic(-0.9))


# Rule 3: shared ancestry counts once -----------------------------------------------------------------


def test_3_one_document_behind_two_beliefs_counts_once() -> None:
    graph = belief("a", "+m doc"), belief("b", "+m doc"), belief("c", "+m a", "+m b")
    assert credence("c", *graph) == ONE["measurement"]
    assert reasons(*graph) == {"c.1": Reason.SHARED}


def test_3_two_documents_behind_two_beliefs_count_twice() -> None:
    graph = belief("a", "+m one"), belief("b", "+m two"), belief("c", "+m a", "+m b")
    assert credence("c", *graph) == pytest.approx(logistic(6))


def test_3_a_document_and_a_belief_on_it_count_once_and_the_stronger_counts() -> None:
    graph = belief("a", "+m doc"), belief("b", "+e doc", "+s a")
    assert credence("b", *graph) == ONE["simulation"]
    assert reasons(*graph) == {"b.0": Reason.SHARED}


def test_3_weight_makes_a_leg_stronger() -> None:
    graph = belief("a", "+m doc"), belief("b", "+m a", "+m*2 doc")
    assert reasons(*graph) == {"b.0": Reason.SHARED}


def test_3_a_leg_gives_way_to_one_that_has_no_other_base() -> None:
    graph = belief("a", "+m one", "+m two"), belief("b", "+m*2 a", "+m one")
    assert reasons(*graph) == {}
    assert credence("b", *graph) == pytest.approx(logistic(9))


def test_3_for_and_against_are_matched_apart() -> None:
    graph = belief("a", "+m doc"), belief("b", "+m a", "-m doc")
    assert reasons(*graph) == {}
    assert credence("b", *graph) == 0.5


def test_3_the_ratchet_stops_at_what_the_documents_give() -> None:
    graph = [belief("a", "+m one", *["+m b"] * 20), belief("b", "+m two", *["+m a"] * 20)]
    assert credence("a", *graph) == credence("b", *graph) == pytest.approx(logistic(6))


def test_3_the_ratchet_on_one_document_does_not_start() -> None:
    graph = [belief("a", "+m doc", "+m b"), belief("b", "+m doc", "+m a")]
    assert credence("a", *graph) == credence("b", *graph) == ONE["measurement"]


def test_3_an_uncounted_leg_still_shows_the_way() -> None:
    graph = belief("a", "+m doc", "+m b"), belief("b", "+m doc"), belief("c", "+m a")
    assert reasons(*graph) == {"a.1": Reason.SHARED}
    assert credence("c", *graph) == ONE["measurement"]


# Rule 4: one source, one voice -----------------------------------------------------------------------


def test_4_a_source_that_repeats_itself_counts_once() -> None:
    graph = belief("a", "+m doc", "+m doc", "+m doc")
    assert credence("a", graph) == ONE["measurement"]
    assert reasons(graph) == {"a.0": Reason.SUPERSEDED, "a.1": Reason.SUPERSEDED}


def test_4_the_newest_of_the_highest_tier_speaks() -> None:
    graph = belief("a", "+m doc", "-m doc", "+s doc", "+a doc")
    assert credence("a", graph) == pytest.approx(logistic(-3))


def test_4_a_source_may_take_its_word_back() -> None:
    graph = belief("a", "+m doc", "-m doc"), belief("b", "+m a")
    assert reasons(*graph) == {"a.0": Reason.SUPERSEDED, "b.0": Reason.REFUTED}


def test_4_what_has_no_source_is_one_voice() -> None:
    graph = belief("a", *["-a "] * 50)
    assert credence("a", graph) == pytest.approx(logistic(-0.15))


# Rule 5: the cap is firm -----------------------------------------------------------------------------


def test_5_assertions_never_raise_above_what_grounds() -> None:
    graph = belief("a", "+e*0.001 doc", "+a*1000 someone")
    assert credence("a", graph) == pytest.approx(logistic(0.0009))


def test_5_a_contradiction_of_no_weight_to_speak_of_lifts_no_cap() -> None:
    assert credence("a", belief("a", "-e*0.001 doc", "+a*1000 someone")) == 0.5


def test_5_assertions_may_lift_to_neutral_and_push_down() -> None:
    assert credence("a", belief("a", "-e doc", "+a*2 someone")) == pytest.approx(logistic(-0.6))
    assert credence("a", belief("a", "+e doc", "-a*6 someone")) == pytest.approx(0.5)


def test_5_unverified_evidence_is_under_the_cap_too() -> None:
    assert credence("a", belief("a", "+e doc", "+m*100 ?ghost")) == ONE["executable"]


# Rule 6: tombstones ----------------------------------------------------------------------------------


def test_6_a_retracted_source_stays_out_and_any_other_counts_fully() -> None:
    graph = belief("a", "+m doc", shut=["doc"])
    assert credence("a", graph) == 0.5
    assert reasons(graph) == {"a.0": Reason.SHUT}
    assert credence("a", belief("a", "+m doc", "+m new", shut=["doc"])) == ONE["measurement"]


def test_6_it_stays_out_of_that_belief_only() -> None:
    graph = belief("a", "+m doc", shut=["doc"]), belief("b", "+m doc")
    assert credence("b", *graph) == ONE["measurement"]


def test_6_what_fell_in_the_cascade_stands_again_when_its_ground_does() -> None:
    fallen = belief("a", shut=["doc"]), belief("b", "+m a")
    assert reasons(*fallen) == {"b.0": Reason.UNGROUNDED}
    again = belief("a", "+m new", shut=["doc"]), belief("b", "+m a")
    assert credence("b", *again) == ONE["measurement"]


# Known and left --------------------------------------------------------------------------------------


def test_left_a_document_written_out_of_a_belief_is_a_base() -> None:
    assert credence("a", belief("a", "+m document-out-of-a")) == ONE["measurement"]


def test_left_the_same_claim_under_another_id_is_another_source() -> None:
    graph = belief("a", "+m one"), belief("a-published", "+m two"), belief("b", "+m a", "+m a-published")
    assert credence("b", *graph) == pytest.approx(logistic(6))


def test_left_a_restated_claim_may_be_fed_by_those_who_cite_its_deleted_former_self() -> None:
    """They must have ground of their own: what cites only the deleted id is unverified when judged again."""
    assert reasons(belief("restated", "+m b"), belief("b", "+m ?deleted", "+m doc")) == {
        "b.0": Reason.UNVERIFIED
    }
    assert credence("restated", belief("restated", "+m b"), belief("b", "+m ?deleted")) == 0.5


CHAINED = {"alpha": {"alpha", "beta"}, "beta": {"beta", "gamma"}, "gamma": {"gamma", "alpha"}}


def test_left_a_cycle_through_a_scope_that_the_belief_cannot_read() -> None:
    """`a` sees `x` stand on something hidden: whether that leads back to `a` would tell what is there."""
    graph = (
        belief("a", "+m doc", "+m x", scope="alpha"),
        belief("x", "+m d", scope="beta"),
        belief("d", "+m a", scope="gamma"),
    )
    assert reasons(*graph, readable=CHAINED) == {}
    assert credence("a", *graph, readable=CHAINED) == pytest.approx(logistic(6))


def test_but_such_a_cycle_does_not_stand_on_itself() -> None:
    graph = (
        belief("a", "+m x", scope="alpha"),
        belief("x", "+m d", scope="beta"),
        belief("d", "+m a", scope="gamma"),
    )
    assert set(reasons(*graph, readable=CHAINED).values()) == {Reason.UNGROUNDED}


def test_left_a_scoped_retraction_reaches_no_other_scope() -> None:
    readable = {"alpha": {"alpha"}, "beta": {"beta"}}
    graph = belief("a", scope="alpha", shut=["doc"]), belief("b", "+m doc", scope="beta")
    standings = judged(*graph, readable=readable).standings
    assert (standings["a"].credence, standings["b"].credence) == (0.5, ONE["measurement"])


# Privacy ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hidden", ["+m doc", "+a", "-m doc", "+m a"])
def test_what_a_scope_cannot_read_makes_no_difference_to_it(hidden: str) -> None:
    readable = {"alpha": {"alpha"}, "beta": {"alpha", "beta"}}
    graph = belief("a", "+e doc", "+m ?b", scope="alpha"), belief("b", hidden, scope="beta")
    expected = judged(graph[0], readable=readable)
    found = judged(*graph, readable=readable)
    assert found.verdicts["a.1"] == expected.verdicts["a.1"]
    assert found.standings["a"] == expected.standings["a"]
