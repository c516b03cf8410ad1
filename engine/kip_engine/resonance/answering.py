"""From what a tier found to the answer it gives."""

from __future__ import annotations

from typing import Any

from .question import Asked, Form
from .results import Resonance, Spans, outside


def answer(
    asked: Asked,
    tier: str,
    found: Form,
    *,
    spans: Spans = (),
    moves: int = 1,
    via: Form | None = None,
    **more: Any,
) -> Resonance:
    """`found` as the answer of `tier`, accounting for `spans`; it was read from the stored form `via`."""
    elements = dict.fromkeys(form.id for form in (via, found) if form)
    return Resonance(
        asked.query,
        found.text,
        tier,
        accounted=spans,
        moves=moves,
        unexplained=outside(asked.query, spans),
        provenance=provenance(asked, tier),
        elements=tuple(elements),
        **more,
    )


def silence(asked: Asked) -> Resonance:
    """No answer."""
    return Resonance(asked.query, unexplained=asked.query, provenance=provenance(asked, "silence"))


def provenance(asked: Asked, tier: str) -> str:
    """How the answer was found, and what wasn't tried."""
    return "; ".join([f"recall-{tier}", *asked.notes])
