"""Where a stored profile differs from what its log tells: sentences, none if they are equal bit for bit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from .arithmetic.beta import Beta
from .folding import Profile
from .section_state import SectionState
from .whole import Whole

RECORD = ("description", "consumer_kind", "lifecycle", "created_at")
SCALARS = ("relevance", "salience", "temporal", "total_events", "exploration_epoch")
MOST_NAMED = 3


def differences(name: str, told: Profile, stored: Whole | None, living: Collection[str]) -> list[str]:
    """How `stored` differs from what the log has `told`; `living` are the elements that still exist."""
    if stored is None:
        return [f"profile {name}: is missing, or can't be read"]
    found = (*_record(told, stored), *_scalars(told, stored), *_sections(told.sections, stored.sections))
    return [f"profile {name}: {sentence}" for sentence in (*found, *_entities(told, stored, living))]


def entities(told: Profile, living: Collection[str]) -> dict[str, tuple[Beta, int]]:
    """The posteriors and numbers of the entities that still exist."""
    known = told.recall.entities
    numbers = known.numbers
    return {
        name: (posterior, numbers[name]) for name, posterior in known.posteriors.items() if name in living
    }


def _record(told: Profile, stored: Whole) -> Iterator[str]:
    for name in RECORD:
        yield from _differ(name, told.record[name], stored.properties[name])


def _scalars(told: Profile, stored: Whole) -> Iterator[str]:
    for name in SCALARS:
        yield from _differ(name, getattr(told.recall.scalars, name), getattr(stored.recall.scalars, name))


def _sections(told: SectionState | None, stored: SectionState | None) -> Iterator[str]:
    if told is None or stored is None:
        yield from _differ("sections", told is not None, stored is not None)
        return
    for name in ("total_events", "exploration_epoch"):
        yield from _differ(f"section {name}", getattr(told, name), getattr(stored, name))
    for name in told.priors:
        yield from _differ(f"section {name}", told.posteriors.get(name), stored.posteriors.get(name))
        yield from _differ(f"section prior {name}", told.priors[name], stored.priors.get(name))


def _entities(told: Profile, stored: Whole, living: Collection[str]) -> Iterator[str]:
    inserted = stored.properties["_brain_inserted"]
    yield from _differ("entities that came", told.recall.entities.inserted, inserted)
    known = entities(told, living)
    kept = {
        name: (posterior, stored.numbers[name])
        for name, posterior in stored.recall.entities.posteriors.items()
    }
    apart = sorted(name for name in known.keys() | kept.keys() if known.get(name) != kept.get(name))
    for name in apart[:MOST_NAMED]:
        yield from _differ(f"entity {name}", known.get(name), kept.get(name))
    if len(apart) > MOST_NAMED:
        yield f"and {len(apart) - MOST_NAMED} more entities"


def _differ(what: str, told: Any, stored: Any) -> Iterator[str]:
    if told != stored:
        yield f"{what} is {_shown(stored)}, the log says {_shown(told)}"


def _shown(value: Any) -> str:
    if isinstance(value, Beta):
        return f"({value.alpha}, {value.beta})"
    if isinstance(value, Mapping | tuple):
        return ", ".join(map(_shown, value))
    return str(value)
