"""Why something is believed, as data: what beliefs rest on, and what became of each piece of evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from .credence import contribution, is_grounding
from .records import Evidence
from .strict import Reason, Status
from .tiers import MODEL_ASSERTION

LAUNDERED: Final = "laundered"

REASONS: Final[Mapping[str, str]] = {
    Reason.UNVERIFIED: "its source isn't there, so it counts as an assertion",
    Reason.BOUNDED: "it counts with the tier of what its source stands on",
    Reason.SHUT: "its source was retracted here",
    Reason.ITSELF: "it cites the belief for itself",
    Reason.CIRCULAR: "what it cites stands on this belief alone",
    Reason.UNGROUNDED: "what it cites stands on nothing",
    Reason.REFUTED: "what it cites is refuted",
    Reason.SUPERSEDED: "another piece of evidence speaks for its source",
    Reason.SHARED: "stronger evidence stands on the same ground",
    LAUNDERED: "what it cites stood on this belief alone, or on nothing",
}
"""In words, why a leg doesn't count or counts for less than it claims."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One piece of evidence under a belief.

    `tier` is the claimed one, `counted_tier` the one that it counts with.  `weight` is what counts of
    `claimed_weight`, `log_odds` what it adds.  `status` is accepted, refused or uncounted, `reason` a key of
    REASONS or "".  `belief_id` is set if the source is a belief, `source_kind` and `source_text` if it is
    anything else that exists: both only if the caller sees it.
    """

    source_id: str
    tier: str
    counted_tier: str
    direction: str
    claimed_weight: float
    weight: float
    time: float
    verified: bool
    grounding: bool
    log_odds: float
    status: str
    reason: str
    belief_id: str | None
    source_kind: str | None
    source_text: str | None


@dataclass(frozen=True, slots=True)
class ExplainedBelief:
    """A belief of an explanation, with its legs in order of arrival."""

    id: str
    claim: str
    credence: float | None
    grounded: bool
    scope: str | None
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a belief has the credence that it has.

    `beliefs` holds by id the belief itself (the first) and all that it rests on, directly or not, nearest
    first.  `complete` is false if there were more than were asked for.
    """

    belief_id: str
    beliefs: Mapping[str, ExplainedBelief]
    complete: bool

    @property
    def belief(self) -> ExplainedBelief:
        """The belief that is explained."""
        return self.beliefs[self.belief_id]

    def to_dict(self) -> dict[str, Any]:
        """The explanation, JSON-ready."""
        beliefs = [asdict(belief) for belief in self.beliefs.values()]
        return {"belief": self.belief_id, "complete": self.complete, "beliefs": beliefs}


def explanation(rows: Sequence[Sequence[Any]], most: int) -> Explanation:
    """The first `most` of the beliefs in `rows`, which are [id, claim, credence, grounded, scope, legs]."""
    beliefs = {identity: _belief(identity, *columns) for identity, *columns in rows[:most]}
    return Explanation(rows[0][0], beliefs, len(rows) <= most)


def _belief(identity: str, claim: str, *columns: Any) -> ExplainedBelief:
    credence, grounded, scope, legs = columns
    explained = tuple(_leg(identity, **leg) for leg in legs)
    return ExplainedBelief(identity, claim, credence, bool(grounded), scope, explained)


def _leg(under: str, counted_tier: str | None, reason: str | None, **stored: Any) -> Leg:
    """The leg of the belief `under`, from what is stored; only STRICT notes a counted tier and a reason."""
    tier = MODEL_ASSERTION if not stored["verified"] else counted_tier or stored["tier"]
    why = _why(under, stored) if reason is None else Reason(reason)
    entry = Evidence(
        stored["source_id"], tier, stored["direction"], stored["weight"], stored["time"], stored["verified"]
    )
    return Leg(
        **stored,
        counted_tier=tier,
        grounding=is_grounding(entry),
        log_odds=contribution(entry) if entry.weight > 0 else 0.0,
        status=Status.REFUSED if why == LAUNDERED else Reason(why).status,
        reason=why,
    )


def _why(under: str, stored: Mapping[str, Any]) -> str:
    """Why MIXLE, which notes no reasons, counts evidence as it does."""
    if stored["weight"] < stored["claimed_weight"]:
        return Reason.ITSELF if stored["source_id"] == under else LAUNDERED
    return Reason.NONE if stored["verified"] else Reason.UNVERIFIED
