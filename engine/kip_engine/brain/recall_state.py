"""The state of a recall profile: three scalars, and a bounded memory of entities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from .arithmetic.beta import Beta, Shift
from .signals import Evidence, Signal

ENTITY_CAPACITY = 10_000
ENTITY_PRIOR = Beta(1.0, 1.0)
RELEVANCE = Beta(7.0, 3.0)
SALIENCE = Beta(2.0, 8.0)
TEMPORAL = Beta(1.0, 9.0)


@dataclass(frozen=True, slots=True)
class Scalars:
    """What a profile believes of recall in general.  `exploration_epoch` counts its resets."""

    relevance: Beta = RELEVANCE
    salience: Beta = SALIENCE
    temporal: Beta = TEMPORAL
    total_events: int = 0
    exploration_epoch: int = 0

    def after(self, evidence: Evidence) -> Scalars:
        """These after one event, whatever it was evidence of."""
        return Scalars(
            self.relevance.shifted(evidence.relevance),
            self.salience.shifted(evidence.salience),
            self.temporal.shifted(evidence.temporal),
            self.total_events + 1,
            self.exploration_epoch,
        )

    def reset(self) -> Scalars:
        """The priors again; what was counted stays counted."""
        again = Scalars()
        return replace(again, total_events=self.total_events, exploration_epoch=self.exploration_epoch + 1)


class Entities:
    """Posteriors of entities in the order in which they came; at `capacity` the first to come leaves.

    To be touched again doesn't renew a place.  A capacity of 0 still holds the last one.
    """

    def __init__(self, capacity: int = ENTITY_CAPACITY, posteriors: Mapping[str, Beta] | None = None) -> None:
        self.capacity = capacity
        self.posteriors: dict[str, Beta] = dict(posteriors or {})
        self.inserted = len(self.posteriors)

    @classmethod
    def restored(cls, posteriors: Mapping[str, Beta], order: Iterable[str], capacity: int) -> Entities:
        """From a snapshot: in its order, what it doesn't order by id, cut to capacity."""
        places = dict.fromkeys(name for name in order if name in posteriors)
        names = [*places, *sorted(posteriors.keys() - places.keys())][:capacity]
        return cls(capacity, {name: posteriors[name] for name in names})

    @property
    def order(self) -> list[str]:
        """The entities, the next to leave first."""
        return list(self.posteriors)

    @property
    def numbers(self) -> dict[str, int]:
        """Each entity's number in the order in which all came, those that left included."""
        first = self.inserted - len(self.posteriors) + 1
        return {name: first + place for place, name in enumerate(self.posteriors)}

    def touch(self, name: str, by: Shift) -> str | None:
        """Add evidence about an entity; returns the one that had to leave for it, if any."""
        known = self.posteriors.get(name)
        gone = None if known is not None else self._make_room()
        self.inserted += known is None
        self.posteriors[name] = (known or ENTITY_PRIOR).shifted(by)
        return gone

    def clear(self) -> None:
        """Forget all entities."""
        self.posteriors.clear()

    def _make_room(self) -> str | None:
        if not self.posteriors or len(self.posteriors) < self.capacity:
            return None
        first = next(iter(self.posteriors))
        del self.posteriors[first]
        return first


class RecallState:
    """Scalars and entities together, as a profile has them."""

    def __init__(self, scalars: Scalars | None = None, entities: Entities | None = None) -> None:
        self.scalars = scalars or Scalars()
        self.entities = entities or Entities()

    def apply(self, signal: Signal) -> str | None:
        """Learn from a signal; returns the entity that had to leave, if any."""
        evidence = signal.evidence()
        self.scalars = self.scalars.after(evidence)
        return None if evidence.entity is None else self.entities.touch(*evidence.entity)

    def reset(self) -> None:
        """Begin anew: priors, no entities, one more epoch."""
        self.scalars = self.scalars.reset()
        self.entities.clear()
