"""What beliefs are made of (specification of beliefs, sections 1 and 14): plain values without a database."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .validation import check_direction, check_time, check_weight

AS_EFFECTIVE = math.nan

Changes = TypeVar("Changes")


@dataclass(frozen=True, slots=True)
class Claim:
    """One statement that may be believed.

    `text` is its wording; its normalised form identifies the belief within a scope.  `produced_by` says who
    stated it, in free form; `quantity` is the number it states, None if it states none.
    """

    text: str
    produced_by: Mapping[str, Any] = field(default_factory=dict)
    quantity: float | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """One piece of evidence for or against a claim.

    `source_id` names what it comes from, "" if it doesn't say.  `tier` is one of `tiers.STRENGTH`,
    `direction` "+" (supports) or "-" (contradicts), `weight` at least 0, `time` in seconds since 1970.
    `verified` says whether the source resolved when the evidence was judged.  `weight` is what counts,
    `claimed_weight` what the evidence came with: the same, unless it was refused.

    Raises KIP_2002 (`bad_direction`, `bad_weight`, `bad_time`) and KIP_2003 (wrong types).  The tier is only
    looked at where it counts: an unknown one raises `bad_tier` in `credence` and in assimilate.
    """

    source_id: str
    tier: str
    direction: str = "+"
    weight: float = 1.0
    time: float = field(default_factory=time.time)
    verified: bool = True
    claimed_weight: float = AS_EFFECTIVE

    def __post_init__(self) -> None:
        check_direction(self.direction)
        check_weight(self.weight)
        check_time(self.time)
        if math.isnan(self.claimed_weight):
            object.__setattr__(self, "claimed_weight", self.weight)
        check_weight(self.claimed_weight)


@dataclass(frozen=True, slots=True)
class Belief:
    """A claim, how far it is believed, and why.

    `id` is 16 hexadecimal digits, `credence` the fold of `evidence_history` (0 to 1, 0.5 is neutral; NaN only
    in forged records), which is in order of arrival.  `about` is the id of the KIP element that the claim is
    about, None for free text.
    """

    id: str
    claim: Claim
    credence: float
    evidence_history: tuple[Evidence, ...]
    scope: str = "local"
    about: str | None = None


@dataclass(frozen=True, slots=True)
class RankedBelief:
    """A belief found for a query, and how well it fits (`relevance`, 0 to 1)."""

    belief: Belief
    relevance: float

    @property
    def score(self) -> float:
        """What beliefs are ranked by: relevance times credence."""
        return self.relevance * self.belief.credence


@dataclass(frozen=True, slots=True)
class Change:
    """What a retraction did to one belief.

    `cause` is the id retracted or, further down, that of a cited belief which lost its ground.  `level`
    counts from 0, the beliefs that cite the retracted source itself; `entries_left` is the length of the
    history after this step.
    """

    belief_id: str
    cause: str
    level: int
    credence_before: float
    credence_after: float
    grounded_before: bool
    grounded_after: bool
    entries_left: int


@dataclass(frozen=True, slots=True)
class Retraction(Generic[Changes]):
    """What a retraction did: `count` changes on `levels` levels.

    `changes` iterates over every `Change` in order, read from the graph page by page (asynchronously on the
    asynchronous client).
    """

    source_id: str
    count: int
    levels: int
    changes: Changes
