"""Credence from a history: the original's to 1e-12, whatever the history."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kip import KipError
from kip_engine.beliefs.credence import credence, is_grounded
from kip_engine.beliefs.records import Evidence
from kip_engine.beliefs.tiers import STRENGTH

original = pytest.importorskip("mixle.substrate.belief")

WEIGHTS = st.floats(0, allow_nan=False, allow_infinity=False) | st.sampled_from(
    [0.0, 0.05, 0.5, 1.0, 2.5, 40.0]
)
ENTRIES = st.fixed_dictionaries(
    {
        "source_id": st.just("s"),
        "tier": st.sampled_from(sorted(STRENGTH)),
        "direction": st.sampled_from("+-"),
        "weight": WEIGHTS,
        "time": st.just(0.0),
        "verified": st.booleans(),
    }
)


def entry(tier: str, direction: str = "+", weight: float = 1.0, verified: bool = True) -> Evidence:
    return Evidence("s", tier, direction, weight, 0.0, verified)


@given(st.lists(ENTRIES, max_size=12))
@example(
    [{"source_id": "", "tier": "simulation", "direction": d, "weight": 1e308, "time": 0.0} for d in "++-"]
)
def test_equals_the_original(history: list[dict[str, Any]]) -> None:
    ours = [Evidence(**fields) for fields in history]
    theirs = [original.EvidenceEntry(**fields) for fields in history]
    expected = original.credence_from_history(theirs)
    assert credence(ours) == pytest.approx(expected, abs=1e-12, nan_ok=True)
    assert is_grounded(ours) == any(original._is_grounding(each) for each in theirs)


@pytest.mark.parametrize(
    ("tier", "expected"),
    [
        ("model_assertion", 0.5),
        ("executable", 0.7109495026250039),
        ("simulation", 0.8175744761936437),
        ("held_out_truth", 0.9168273035060777),
        ("real_measurement", 0.9525741268224334),
    ],
)
def test_one_entry_of_each_tier(tier: str, expected: float) -> None:
    assert credence([entry(tier)]) == pytest.approx(expected, abs=1e-15)


def test_no_evidence_is_neutral() -> None:
    assert credence([]) == 0.5


def test_assertions_push_down_without_limit_but_never_up() -> None:
    assert credence([entry("model_assertion", "-", 1000)]) == pytest.approx(0.0, abs=1e-12)
    assert credence([entry("model_assertion", "+", 1000)]) == 0.5


def test_one_grounding_entry_lifts_the_cap_for_all_others_even_if_it_contradicts() -> None:
    assert credence([entry("model_assertion", "+", 100), entry("executable", "-", 1e-6)]) > 0.99


def test_an_unverified_measurement_counts_as_an_assertion() -> None:
    unverified = entry("real_measurement", "-", verified=False)
    assert credence([unverified]) == credence([entry("model_assertion", "-")])


def test_saturates_instead_of_overflowing() -> None:
    assert credence([entry("real_measurement", "+", 1e6)]) == 1.0
    assert credence([entry("real_measurement", "-", 1e6)]) == 0.0


def test_infinite_sums_of_both_signs_have_no_credence() -> None:
    huge = entry("real_measurement", "+", 1.7e308), entry("real_measurement", "-", 1.7e308)
    assert math.isnan(credence(huge))


def test_an_unknown_tier_is_only_noticed_where_it_grounds() -> None:
    assert credence([entry("rumour", "-", verified=False)]) == credence([entry("model_assertion", "-")])
    assert credence([entry("rumour", weight=0)]) == 0.5
    with pytest.raises(KipError) as refused:
        credence([entry("rumour")])
    assert (refused.value.code, refused.value.detail) == ("KIP_2002", "bad_tier")
