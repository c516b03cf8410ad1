"""What evidence is refused, in which order, and under which code: as the original does it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kip import KipError
from kip_engine.beliefs.claimed import claimed_claim, claimed_entries, claimed_entry
from kip_engine.beliefs.records import Claim, Evidence
from kip_engine.beliefs.tiers import STRENGTH

original = pytest.importorskip("mixle.substrate.belief")
store = pytest.importorskip("mixle.substrate.core")

NOW = 12.5
NUMBERS = (
    st.floats()
    | st.integers()
    | st.booleans()
    | st.none()
    | st.sampled_from(["2", "2.5", "abc", "nan", "", 10**400, -0.0, [], {}])
)
TIERS = st.sampled_from(sorted(STRENGTH)) | st.sampled_from(["Simulation", "", None, 7, [], {}])
DIRECTIONS = st.sampled_from("+-") | st.sampled_from(["", "up", None, 1, [], {}, set()])
SOURCES = st.sampled_from(["a", "", None, 7, True, 2.5, "é"])
RAW_EVIDENCE = st.fixed_dictionaries(
    {},
    optional={
        "tier": TIERS,
        "direction": DIRECTIONS,
        "weight": NUMBERS,
        "time": NUMBERS,
        "source_id": SOURCES,
    },
)
TYPE_OF = {"missing:tier": "KeyError", "unhashable": "TypeError", "not_a_number": "ValueError"}


def outcome(call: Callable[[], Any]) -> Any:
    """What `call` gives, or the Python exception that the original raises where ours refuses."""
    try:
        return call()
    except KipError as error:
        cause = type(error.__cause__).__name__ if error.__cause__ else None
        fallback = "ValueError" if error.detail.startswith("bad_") else error.detail
        return cause or TYPE_OF.get(error.detail, fallback)
    except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
        return type(error).__name__


def as_original(raw: Any) -> Any:
    belief = original.assimilate(store.Substrate(), original.Claim("a claim"), raw)
    (entry,) = belief.evidence_history
    return entry.source_id, entry.tier, entry.direction, entry.weight, "time" in raw and entry.time


def as_ours(raw: Any) -> Any:
    (claimed,) = claimed_entries(raw)
    entry = claimed_entry(claimed, NOW)
    return entry.source_id, entry.tier, entry.direction, entry.weight, "time" in raw and entry.time


@given(RAW_EVIDENCE)
def test_a_mapping_is_taken_or_refused_as_the_original_does(raw: dict[str, Any]) -> None:
    assert outcome(lambda: as_ours(raw)) == outcome(lambda: as_original(raw))


@given(
    st.fixed_dictionaries(
        {"source_id": st.just("s"), "tier": st.just("rumour")},
        optional={"direction": DIRECTIONS, "weight": NUMBERS, "time": NUMBERS},
    )
)
def test_direct_construction_checks_all_but_the_tier(fields: dict[str, Any]) -> None:
    ours = outcome(lambda: type(Evidence(**fields)) is Evidence)
    assert ours == outcome(lambda: type(original.EvidenceEntry(**fields)) is original.EvidenceEntry)


@pytest.mark.parametrize(
    ("raw", "code", "detail"),
    [
        ({"source_id": "a"}, "KIP_2002", "missing:tier"),
        ({"tier": "Executable"}, "KIP_2002", "bad_tier"),
        ({"tier": ["executable"]}, "KIP_2003", "unhashable"),
        ({"tier": "executable", "direction": None}, "KIP_2002", "bad_direction"),
        ({"tier": "executable", "weight": -1}, "KIP_2002", "bad_weight"),
        ({"tier": "executable", "weight": math.nan}, "KIP_2002", "bad_weight"),
        ({"tier": "executable", "weight": "two"}, "KIP_2003", "not_a_number"),
        ({"tier": "executable", "weight": None}, "KIP_2003", "TypeError"),
        ({"tier": "executable", "time": math.inf}, "KIP_2002", "bad_time"),
        ("executable", "KIP_2003", "TypeError"),
        ({"tier": "executable", "source_id": "a\0"}, "KIP_2003", ""),
    ],
)
def test_refusals_have_codes(raw: Any, code: str, detail: str) -> None:
    with pytest.raises(KipError) as refused:
        claimed_entry(raw, NOW)
    assert (refused.value.code, refused.value.detail) == (code, detail)


def test_the_first_fault_in_the_order_of_the_checks_is_told() -> None:
    faults = {"time": math.nan, "weight": -1, "direction": "up", "tier": "rumour"}
    told = []
    for mended in ({}, {"tier": "simulation"}, {"direction": "-"}, {"weight": 1}):
        faults |= mended
        with pytest.raises(KipError) as refused:
            claimed_entry(faults, NOW)
        told.append(refused.value.detail)
    assert told == ["bad_tier", "bad_direction", "bad_weight", "bad_time"]


def test_what_is_absent_gets_its_default_and_unknown_keys_are_ignored() -> None:
    entry = claimed_entry({"tier": "simulation", "verified": True, "colour": "red"}, NOW)
    assert (entry.source_id, entry.direction, entry.weight, entry.time) == ("", "+", 1.0, NOW)
    assert entry.verified is False


def test_a_model_assertion_needs_no_source() -> None:
    assert claimed_entry({"tier": "model_assertion"}, NOW).verified is True


@pytest.mark.parametrize(("given", "kept"), [(None, "None"), (7, "7"), ("", "")])
def test_source_ids_become_text(given: Any, kept: str) -> None:
    assert claimed_entry({"tier": "simulation", "source_id": given}, NOW).source_id == kept


def test_evidence_that_was_refused_once_is_claimed_anew_with_its_claimed_weight() -> None:
    refused = Evidence("a", "simulation", weight=0.0, time=1.0, claimed_weight=2.0)
    assert claimed_entry(refused, NOW).weight == 2.0
    assert claimed_entry(refused, NOW).time == 1.0


def test_evidence_is_one_piece_or_a_list() -> None:
    one = Evidence("a", "simulation")
    assert claimed_entries(one) == [one]
    assert claimed_entries({"tier": "x"}) == [{"tier": "x"}]
    assert claimed_entries(()) == []
    with pytest.raises(KipError) as refused:
        claimed_entries(None)
    assert (refused.value.code, refused.value.detail) == ("KIP_2003", "TypeError")


def test_a_claim_is_a_text_or_a_claim() -> None:
    assert claimed_claim("water boils") == Claim("water boils")
    assert claimed_claim(Claim("water boils", quantity=100)).quantity == 100


@pytest.mark.parametrize(
    ("text", "detail"), [(None, "AttributeError"), (7, "AttributeError"), ("\ud800", "")]
)
def test_a_claim_without_text_is_refused(text: Any, detail: str) -> None:
    with pytest.raises(KipError) as refused:
        claimed_claim(text)
    assert (refused.value.code, refused.value.detail) == ("KIP_2003", detail)
