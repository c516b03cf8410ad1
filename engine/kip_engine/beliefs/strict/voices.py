"""What each source says to each belief, before anything is judged (STRICT, rules 4 and 6)."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ..tiers import STRENGTH
from ..validation import check_tier
from .records import LiveBelief, LiveEntry, Reason

TIERS: tuple[str, ...] = tuple(STRENGTH)
RANK: Mapping[str, int] = {tier: rank for rank, tier in enumerate(TIERS)}
"""The tiers by strength: 0 is a model's assertion, which grounds nothing."""

HIGHEST = len(TIERS) - 1

View: TypeAlias = frozenset[str]
"""The scopes that a scope can read: what lies elsewhere is a base to it, like anything that is no belief."""


@dataclass(slots=True)
class Voice:
    """One source of one belief.

    `entry` speaks for it, the newest of its highest tier; `position` is its place in the order of arrival.
    `rank` is that of its tier if it can ground, else 0.  `target` is the number of the belief that it cites,
    None for a base.  The rest is the verdict: `refusal` says why it is refused, `bound` is the rank of what
    it stands on, `counts` is false if others stand on the same.
    """

    entry: LiveEntry
    position: int
    target: int | None = None
    refusal: Reason = Reason.NONE
    bound: int = HIGHEST
    counts: bool = True

    @property
    def is_open(self) -> bool:
        """Whether it may speak at all."""
        return self.refusal not in (Reason.SHUT, Reason.ITSELF)

    @property
    def rank(self) -> int:
        """The rank of what it claims, 0 if it can ground nothing."""
        return RANK[self.entry.tier] if self.entry.resolves and self.entry.weight > 0 else 0

    def judge(self, bound: int, refusal: Reason) -> None:
        """It stands on what has the rank `bound`; with none it is refused for the reason `refusal`."""
        self.bound = bound
        self.refusal = Reason.NONE if bound else refusal

    @property
    def effective(self) -> int:
        """The rank that it grounds the belief with, 0 if it doesn't."""
        return 0 if self.refusal else min(self.rank, self.bound)


class Way(NamedTuple):
    """A supporting voice as others see it: on what the belief stands, and how firmly (`rank`)."""

    source_id: str
    target: int | None
    rank: int


@dataclass(slots=True)
class Judged:
    """A belief while it is judged: its voices in order of arrival, and the ways down from it, if known.

    `refuted` says whether what grounds it speaks against it on the whole.
    """

    belief: LiveBelief
    view: View
    voices: list[Voice]
    ways: list[Way] = field(default_factory=list)
    refuted: bool = False

    def ways_down(self, without: Container[int | None] = ()) -> list[Way]:
        """Its supporting voices as they are judged, but for those that cite one of `without`."""
        return [
            Way(voice.entry.source_id, voice.target, voice.effective)
            for voice in self.voices
            if voice.effective and voice.entry.direction == "+" and voice.target not in without
        ]

    def ways_hoped_for(self, peers: Container[int | None]) -> list[Way]:
        """Its ways down if no voice that cites one of `peers` were refused, or weaker than claimed."""
        return self.ways_down(without=peers) + [
            Way(voice.entry.source_id, voice.target, voice.rank)
            for voice in self.voices
            if voice.rank and voice.entry.direction == "+" and voice.target in peers and voice.is_open
        ]


def listen(beliefs: Sequence[LiveBelief], readable: Mapping[str, Collection[str]]) -> list[Judged]:
    """The beliefs in the order given, with their voices; equal views are one object."""
    numbers = {belief.id: number for number, belief in enumerate(beliefs)}
    views = _views({belief.scope for belief in beliefs}, readable)
    heard = [Judged(belief, views[belief.scope], _voices(belief)) for belief in beliefs]
    for each in heard:
        for voice in each.voices:
            number = numbers.get(voice.entry.source_id)
            if number is not None and beliefs[number].scope in each.view:
                voice.target = number
    return heard


def _views(scopes: set[str], readable: Mapping[str, Collection[str]]) -> dict[str, View]:
    shared: dict[View, View] = {}
    views = {}
    for scope in scopes:
        view = frozenset(scopes.intersection(readable.get(scope, (scope, "public"))))
        views[scope] = shared.setdefault(view, view)
    return views


def _voices(belief: LiveBelief) -> list[Voice]:
    by_source: dict[str, Voice] = {}
    for position, entry in enumerate(belief.entries):
        check_tier(entry.tier)
        before = by_source.get(entry.source_id)
        if before is None or RANK[entry.tier] >= RANK[before.entry.tier]:
            by_source[entry.source_id] = Voice(entry, position, refusal=_refusal(belief, entry.source_id))
    return sorted(by_source.values(), key=_position)


def _refusal(belief: LiveBelief, source_id: str) -> Reason:
    if source_id in belief.shut:
        return Reason.SHUT
    return Reason.ITSELF if source_id == belief.id else Reason.NONE


def _position(voice: Voice) -> int:
    return voice.position
