"""What the STRICT policy judges and what it finds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class LiveEntry:
    """A piece of evidence that was not removed.

    `weight` is the claimed one; `resolves` says whether the source resolves in the view of the belief's
    scope.
    """

    id: str
    source_id: str
    tier: str
    direction: str
    weight: float
    resolves: bool


@dataclass(frozen=True, slots=True)
class LiveBelief:
    """A belief with its live entries in order of arrival.

    `shut` are the sources that were retracted from it directly and may not enter again.
    """

    id: str
    scope: str
    entries: Sequence[LiveEntry]
    shut: frozenset[str] = frozenset()


class Status(StrEnum):
    """What became of an entry: it counts, it must not count, or something else counts in its place."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    UNCOUNTED = "uncounted"


class Reason(StrEnum):
    """Why an entry doesn't count, or counts for less than it claims."""

    NONE = ""
    UNVERIFIED = "unverified"
    BOUNDED = "bounded"
    SHUT = "shut"
    ITSELF = "itself"
    CIRCULAR = "circular"
    UNGROUNDED = "ungrounded"
    REFUTED = "refuted"
    SUPERSEDED = "superseded"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an entry is worth: its effective weight and tier, and whether it is verified.

    An accepted entry is UNVERIFIED (it counts as an assertion) or BOUNDED (to `tier`) if `reason` says so.  A
    refused one is SHUT (its source was retracted here), cites the belief ITSELF, is CIRCULAR (what it cites
    stands on this belief only), UNGROUNDED (on nothing) or REFUTED.  An uncounted one is SUPERSEDED by
    another entry of its source or rests on a base SHARED with a stronger one.
    """

    status: Status
    reason: Reason
    weight: float
    verified: bool
    tier: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the verdicts leave a belief: its credence (0 to 1) and whether anything grounds it."""

    credence: float
    grounded: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """The verdict on every entry and the standing of every belief, by their ids."""

    verdicts: Mapping[str, Verdict]
    standings: Mapping[str, Standing]
