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
    """Accepted: its source doesn't resolve, so it counts as an assertion."""
    BOUNDED = "bounded"
    """Accepted, with the tier of what its source stands on."""
    SHUT = "shut"
    """Refused: its source was retracted from the belief."""
    ITSELF = "itself"
    """Refused: it cites the belief for itself."""
    CIRCULAR = "circular"
    """Refused: what it cites stands on the belief alone."""
    UNGROUNDED = "ungrounded"
    """Refused: what it cites stands on nothing."""
    REFUTED = "refuted"
    """Refused: what it cites is refuted."""
    SUPERSEDED = "superseded"
    """Uncounted: another entry speaks for the source."""
    SHARED = "shared"
    """Uncounted: stronger evidence takes up the bases that it stands on."""

    @property
    def status(self) -> Status:
        """What becomes of an entry for this reason."""
        if self in (Reason.NONE, Reason.UNVERIFIED, Reason.BOUNDED):
            return Status.ACCEPTED
        return Status.UNCOUNTED if self in (Reason.SUPERSEDED, Reason.SHARED) else Status.REFUSED


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an entry is worth and why: its effective weight and tier, and whether it is verified."""

    reason: Reason
    weight: float
    verified: bool
    tier: str

    @property
    def status(self) -> Status:
        """Whether the entry counts."""
        return self.reason.status


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
