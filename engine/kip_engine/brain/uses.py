"""Uses of a memory, as the hook notes them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .events import Event, interpret
from .signals import RecallHit, RecallMiss, Signal


@dataclass(frozen=True, slots=True)
class Use:
    """Uses of a memory that were alike: an event, whose, when it first happened, and how many times."""

    event: Event
    actor: str
    at_us: int
    times: int = 1

    @property
    def signal(self) -> Signal:
        """What each means."""
        return interpret(self.event)

    @property
    def likeness(self) -> object:
        """Uses of equal likeness can be told as one; recalls are told one by one, for their latency."""
        if isinstance(self.signal, RecallHit | RecallMiss):
            return id(self)
        return self.event["verb"], self.event.get("target"), self.actor


def together(uses: Iterable[Use]) -> list[Use]:
    """Uses that are alike as one, in the place of the first."""
    alike: dict[object, Use] = {}
    for use in uses:
        known = alike.get(use.likeness)
        alike[use.likeness] = use if known is None else replace(known, times=known.times + use.times)
    return list(alike.values())
