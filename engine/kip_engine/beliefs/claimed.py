"""From what a caller says to claims and evidence that may be stored (specification of beliefs, section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from kip_cypher.values import check_scalar

from .arguments import mapped
from .records import Claim, Evidence
from .tiers import MODEL_ASSERTION
from .validation import check_direction, check_tier, check_time, check_weight, refuse, to_number

PRODUCED_BY = "What produced a claim"


def claimed_entries(evidence: Any) -> list[Any]:
    """`evidence`, one piece or an iterable of them, as a list, unchecked.  Raises KIP_2003 for the rest."""
    if isinstance(evidence, (Mapping, Evidence)):
        return [evidence]
    if not isinstance(evidence, Iterable):
        refuse("KIP_2003", "TypeError", f"{type(evidence).__name__} is neither an object nor a list of them.")
    return list(evidence)


def claimed_entry(entry: Any, now: float) -> Evidence:
    """`entry` checked: tier, direction, weight and time, in this order.  `now` is the time if it has none.

    `verified` is false for every tier that needs a source which resolves, until that was looked up.
    Raises what `validation` raises, and KIP_2003 for a source id that no JSON text can carry.
    """
    fields = _fields(entry)
    if "tier" not in fields:
        refuse("KIP_2002", "missing:tier", "The evidence has no tier.")
    tier, direction = fields["tier"], fields.get("direction", "+")
    check_tier(tier)
    check_direction(direction)
    weight = to_number(fields.get("weight", 1.0), "weight")
    check_weight(weight)
    time = to_number(fields.get("time", now), "time")
    check_time(time)
    source_id = check_scalar(str(fields.get("source_id", "")))
    return Evidence(source_id, tier, direction, weight, time, verified=tier == MODEL_ASSERTION)


def claimed_claim(claim: Any) -> Claim:
    """`claim`, a text or a `Claim`, as a Claim.  Raises KIP_2003 if its text is none, or can't be stored."""
    stated = claim if isinstance(claim, Claim) else Claim(claim)
    if not isinstance(stated.text, str):
        refuse("KIP_2003", "AttributeError", f"A claim's text is a string, not {type(stated.text).__name__}.")
    check_scalar(stated.text)
    return replace(stated, produced_by=mapped(stated.produced_by, PRODUCED_BY))


def _fields(entry: Any) -> Mapping[str, Any]:
    if isinstance(entry, Evidence):
        return {
            "source_id": entry.source_id,
            "tier": entry.tier,
            "direction": entry.direction,
            "weight": entry.claimed_weight,
            "time": entry.time,
        }
    if not isinstance(entry, Mapping):
        refuse("KIP_2003", "TypeError", f"A piece of evidence is an object, not {type(entry).__name__}.")
    return entry
