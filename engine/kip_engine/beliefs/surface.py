"""What of a belief is searched in a small scope: the record as the original would have stored it."""

from __future__ import annotations

import json
from typing import Any

from .claims import claim_key
from .records import Belief, Evidence
from .relevance import searched_surface

TAGS = ("belief",)


def surface(belief: Belief, raw: str | None) -> str:
    """The text that relevance goes by; `raw` is a forged record's [text, payload, tags] as JSON."""
    if raw is None:
        return searched_surface(belief.claim.text, json.dumps(payload(belief)), TAGS)
    text, given, tags = json.loads(raw)
    return searched_surface(text, json.dumps(given), tags)


def payload(belief: Belief) -> dict[str, Any]:
    """The payload of the belief's record (specification of beliefs, section 1)."""
    claim = belief.claim
    return {
        "key": claim_key(claim.text),
        "claim": {"text": claim.text, "produced_by": claim.produced_by, "quantity": claim.quantity},
        "credence": belief.credence,
        "evidence_history": [_entry(entry) for entry in belief.evidence_history],
    }


def _entry(entry: Evidence) -> dict[str, Any]:
    return {
        "source_id": entry.source_id,
        "tier": entry.tier,
        "direction": entry.direction,
        "weight": entry.weight,
        "time": entry.time,
        "verified": entry.verified,
    }
