"""From fits to scores: relevance, salience and recency, mixed by the brain profile's weights.

    relevance   prior + (1 - prior) * t / (t + HALF), with t the fit after activation
    salience    salience_score / 100 of what happened; of what was observed n times n / (n + 4)
    recency     halves every 30 days
    score       (relevance * r + salience * s + recency * t) / (r + s + t), times the credence where there is
                evidence for or against

A score says how well something answers, never how true it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from .finds import Candidate, Element, Finds
from .relevance import Fit

HALF = 0.6
HALF_LIFE_DAYS = 30.0
OBSERVED_HALF = 4
PLACE = 0.002
"""What a statement's own order counts: a place further down, a little less."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What relevance, salience and recency count (each above 0), and the profile they come from."""

    relevance: float = 0.7
    salience: float = 0.2
    recency: float = 0.1
    profile: str | None = None


def score(
    candidate: Candidate, fit: Fit, finds: Finds, weights: Weights, credence: float | None, now: datetime
) -> float:
    """The score of a candidate, 0 to 1."""
    total = weights.relevance + weights.salience + weights.recency
    mixed = (
        weights.relevance * relevance(candidate, fit)
        + weights.salience * salience(candidate.element, finds)
        + weights.recency * recency(candidate.element, finds, now)
    )
    return round(mixed / total * (1.0 if credence is None else credence), 6)


def relevance(candidate: Candidate, fit: Fit) -> float:
    """How well a candidate fits, 0 to 1: by what it was asked for with, and by what it says."""
    by_text = fit.together / (fit.together + HALF)
    prior = max(0.0, candidate.prior - PLACE * candidate.place)
    return prior + (1 - prior) * by_text


def salience(element: Element, finds: Finds) -> float:
    """How memorable it is, 0 to 1; 0 where nobody said."""
    scored = _number(element["attributes"].get("salience_score"))
    if scored is not None:
        return min(1.0, max(0.0, scored / 100))
    count = evidence_count(element, finds)
    return count / (count + OBSERVED_HALF) if count else 0.0


def recency(element: Element, finds: Finds, now: datetime) -> float:
    """How recent it is, 1 for now; 0 where nothing says when."""
    when = _moment(latest_date(dates(element, finds)))
    if when is None:
        return 0.0
    days = (now - when).total_seconds() / 86_400
    return float(0.5 ** (max(0.0, days) / HALF_LIFE_DAYS))


def evidence_count(element: Element, finds: Finds) -> int | None:
    """How many observations bear a fact out, or what it leads to."""
    parts = [element, finds.concept(element.get("object"))]
    for part in parts:
        for field in ("attributes", "metadata") if part is not None else ():
            count = _number(part[field].get("evidence_count")) if part is not None else None
            if count is not None and count >= 0:
                return int(count)
    return None


_DATES = ("start_time", "end_time", "due_at", "first_observed", "last_observed", "fulfilled_at")
_METADATA_DATES = ("created_at", "observed_at", "superseded_at", "expires_at")
_YEAR = re.compile(r"\d{4}")


def dates(element: Element, finds: Finds) -> dict[str, str]:
    """The dates of an element, and of what a fact leads to where it has none of its own."""
    target = finds.concept(element.get("object"))
    found = _dates(target) if target is not None else {}
    return {**found, **_dates(element)}


def latest_date(found: Mapping[str, str]) -> str | None:
    """When it was last true or seen, of `dates`."""
    for key in ("last_observed", "start_time", "observed_at", "created_at", "first_observed"):
        if key in found:
            return found[key]
    return None


def _dates(element: Element) -> dict[str, str]:
    attributes, metadata = element["attributes"], element["metadata"]
    found = {key: attributes.get(key) for key in _DATES} | {key: metadata.get(key) for key in _METADATA_DATES}
    return {key: value for key, value in found.items() if isinstance(value, str) and _YEAR.search(value)}


def _moment(text: str | None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
