"""Of several that a name may mean, the likeliest: the most recent interaction, then the most evidence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .finds import Candidate, Element, Finds
from .grounding import Grounded, Grounding
from .result import Alternative
from .texts import known_as


def choose(grounding: Grounding, finds: Finds) -> tuple[Grounding, list[Alternative]]:
    """The grounding with the likeliest concept of each name alone, and the others by name."""
    chosen, others = [], []
    for grounded in grounding.subjects:
        ranked = sorted(grounded.concepts, key=lambda concept: _likelihood(concept, finds), reverse=True)
        chosen.append(Grounded(grounded.asked, (ranked[0],), grounded.fit))
        others += [_alternative(grounded.asked, concept) for concept in ranked[1:]]
    named = grounding.named - {c["id"] for g in grounding.subjects for c in g.concepts}
    named |= {grounded.concept["id"] for grounded in chosen if grounded.concept["id"] in grounding.named}
    return Grounding(tuple(chosen), grounding.unknown, grounding.counterparty, frozenset(named)), others


def set_aside(finds: Finds, chosen: Grounding, meant: Iterable[Element]) -> None:
    """Drop what is about somebody else of the same name."""
    kept = {concept["id"] for concept in chosen.concepts}
    others = {concept["id"] for concept in meant} - kept
    for identity in [c.id for c in finds.candidates.values() if others and _is_about(c, others, kept)]:
        del finds.candidates[identity]


def _is_about(candidate: Candidate, others: set[str], kept: set[str]) -> bool:
    element = candidate.element
    own = {element["subject"], element["object"]} if candidate.is_link else {candidate.id}
    return bool(others & own) or bool(others & candidate.near and not kept & candidate.near)


def _likelihood(concept: Element, finds: Finds) -> tuple[str, float, str]:
    summary = concept["attributes"].get("interaction_summary")
    summary = summary if isinstance(summary, dict) else {}
    met = [row for row in finds.rows.get("around.latest", ()) if row["person"]["id"] == concept["id"]]
    seen = [_text(row["event"]["attributes"].get("start_time")) for row in met]
    count = summary.get("interaction_count")
    evidence = float(count) if isinstance(count, (int, float)) else 0.0
    evidence += sum(concept["id"] in _about(candidate) for candidate in finds.candidates.values())
    return max(_text(summary.get("last_seen_at")), *seen, ""), evidence, concept["id"]


def _about(candidate: Candidate) -> set[Any]:
    element = candidate.element
    return {element.get("subject"), element.get("object"), *candidate.near}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _alternative(asked: str, concept: Element) -> Alternative:
    return Alternative(asked, concept["type"], concept["name"], known_as(concept))
