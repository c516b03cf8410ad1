"""What the brain learns from: signals, their names, and the evidence each of them is.

| signal | relevance | salience | temporal | entity of the target |
| --- | --- | --- | --- | --- |
| recall hit | success | | success up to 50 ms, else failure | success |
| recall miss | failure | | failure | |
| accessed | | | | success |
| useful | | success | | success |
| not_useful, wrong | | failure | | failure |
| explicit, implicit | | by sign, weighted | | by sign, weighted |
| correction | failure, weighted | failure, weighted | | failure, weighted |

A weighted signal of weight 0 is no evidence at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from .arithmetic.beta import NO_SHIFT, Shift, shift

FAST_US = 50_000
IMPLICIT_WEIGHT = 0.1
PLAIN = ("useful", "not_useful", "wrong")
IMPLICIT = frozenset({"implicit_positive", "implicit_negative"})
WEIGHTS = {
    "explicit_positive": 1.5,
    "explicit_negative": 1.5,
    "implicit_positive": IMPLICIT_WEIGHT,
    "implicit_negative": IMPLICIT_WEIGHT,
    "correction": 2.0,
}
NAMES = (*PLAIN, *WEIGHTS)
POSITIVE = frozenset({"useful", "explicit_positive", "implicit_positive"})
SECTION_SHIFTS = {"useful": Shift(1.0, 0.0), "not_useful": Shift(0.0, 1.0), "wrong": Shift(0.0, 2.0)}
"""What a section's own signal adds to it: only here `wrong` counts twice."""


class EntityShift(NamedTuple):
    """Evidence about one entity."""

    target: str
    shift: Shift


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a signal adds to the three scalars, and to which entity."""

    relevance: Shift = NO_SHIFT
    salience: Shift = NO_SHIFT
    temporal: Shift = NO_SHIFT
    entity: EntityShift | None = None


NO_EVIDENCE = Evidence()


@dataclass(frozen=True, slots=True)
class RecallHit:
    """A recall found `target` in `latency_us` microseconds."""

    target: str
    latency_us: int

    def evidence(self) -> Evidence:
        """The row of the table."""
        hit = shift(True)
        return Evidence(hit, NO_SHIFT, shift(self.latency_us <= FAST_US), EntityShift(self.target, hit))


@dataclass(frozen=True, slots=True)
class RecallMiss:
    """A recall found nothing, or failed."""

    def evidence(self) -> Evidence:
        """The row of the table."""
        return Evidence(shift(False), NO_SHIFT, shift(False))


@dataclass(frozen=True, slots=True)
class Accessed:
    """Someone read or stored `target`."""

    target: str

    def evidence(self) -> Evidence:
        """The row of the table."""
        return Evidence(entity=EntityShift(self.target, shift(True)))


@dataclass(frozen=True, slots=True)
class Irrelevant:
    """An event that is counted, and no evidence: also a search that was completed."""

    def evidence(self) -> Evidence:
        """The row of the table."""
        return NO_EVIDENCE


@dataclass(frozen=True, slots=True)
class Feedback:
    """A judgement of `target`: useful, not_useful or wrong; perhaps one for each of some sections as well."""

    target: str
    signal: str
    sections: Mapping[str, str] = field(default_factory=dict)

    def evidence(self) -> Evidence:
        """The row of the table."""
        by = shift(self.signal == "useful")
        return Evidence(salience=by, entity=EntityShift(self.target, by))


@dataclass(frozen=True, slots=True)
class Weighted:
    """An explicit or implicit judgement, or a correction, that counts `weight` (at least 0)."""

    target: str
    signal: str
    weight: float

    def evidence(self) -> Evidence:
        """The row of the table."""
        if self.weight <= 0:
            return NO_EVIDENCE
        by = shift(self.signal in POSITIVE, self.weight)
        relevance = by if self.signal == "correction" else NO_SHIFT
        return Evidence(relevance, by, NO_SHIFT, EntityShift(self.target, by))


Signal: TypeAlias = RecallHit | RecallMiss | Accessed | Irrelevant | Feedback | Weighted
