"""The audit trail: which events moved a posterior, and by how much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from kip_cypher.query import Query
from kip_engine.storage.steps import Program

from . import complaints
from .arithmetic.beta import Beta
from .bindings import BUILT_IN
from .caller import Caller
from .complaints import invalid
from .folding import Folded, Profile, Row, fresh
from .sections import strict
from .targets import is_element_id

PAGE = 2_000
SCALARS = ("relevance", "salience", "temporal")

BEGINNING = """
OPTIONAL MATCH (built_in:Concept {key: $built_in}) WHERE built_in._owner = 'brain'
OPTIONAL MATCH (profile:Concept {key: $profile}) WHERE profile._owner = 'brain'
RETURN built_in.created_at, built_in._brain_capacity, profile IS NOT NULL
"""
ROWS = """
MATCH (row:Concept) WHERE row._brain_log = $namespace AND row.sequence > $after
AND (coalesce(row.served_by_profile_id, row.profile_id) = $profile OR row.replayed)
RETURN properties(row) ORDER BY row.sequence LIMIT $page
"""

Look: TypeAlias = Callable[[Profile], Beta | None]


@dataclass(frozen=True, slots=True)
class Step:
    """A row of the log that moved a posterior.

    `before` is None where the posterior begins, `after` where it ends (an entity that had to leave).
    """

    sequence: int
    at: str
    verb: str
    signal: str | None
    target_id: str | None
    weight: float | None
    before: Beta | None
    after: Beta | None

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return asdict(self)


def history(caller: Caller, profile_id: str, parameter: str) -> Program[list[Step]]:
    """Every step of a posterior: `relevance`, `salience`, `temporal`, a section's name, or an element's id.

    Steps are recomputed from the log.  Raises KIP_3002 (`profile_not_found`, `unknown_parameter`), KIP_2003
    for a blank parameter.
    """
    look = _look(parameter)
    keys = {name: caller.profile_key(name) for name in (BUILT_IN, profile_id)}
    parameters = {"built_in": keys[BUILT_IN], "profile": keys[profile_id]}
    created_at, capacity, known = (yield Query(BEGINNING, parameters))[0]
    if not known and profile_id != BUILT_IN:
        raise complaints.no_profile(profile_id)
    if created_at is None:
        return []
    trail = _Trail(fresh(created_at, capacity), profile_id, look)
    yield from trail.follow(caller)
    return trail.steps


class _Trail:
    """Folds rows and notes what becomes of one posterior."""

    def __init__(self, folded: Folded, profile_id: str, look: Look) -> None:
        self.folded, self.profile_id, self.look = folded, profile_id, look
        self.steps: list[Step] = []
        self.last = self._now()

    def follow(self, caller: Caller) -> Program[None]:
        """Read the log to its end."""
        after = 0
        query = {"namespace": caller.key, "profile": self.profile_id, "page": PAGE}
        while rows := (yield Query(ROWS, {**query, "after": after})):
            for (row,) in rows:
                self._take(row)
            after = rows[-1][0]["sequence"]

    def _take(self, row: Row) -> None:
        self.folded.fold(row)
        now = self._now()
        if now != self.last:
            told = row.get("signal"), row.get("target_id"), row.get("weight")
            self.steps.append(Step(row["sequence"], row["created_at"], row["verb"], *told, self.last, now))
        self.last = now

    def _now(self) -> Beta | None:
        profile = self.folded.profiles.get(self.profile_id)
        return None if profile is None else self.look(profile)


def _look(parameter: str) -> Look:
    if not parameter.strip():
        hint = "Name a scalar, a section or an element."
        raise invalid("missing_param", "It takes the name of a posterior to tell its history.", hint)
    if parameter in SCALARS:
        return lambda profile: getattr(profile.recall.scalars, parameter)
    if strict(parameter) is not None:
        return lambda profile: profile.sections.posteriors.get(parameter) if profile.sections else None
    if not is_element_id(parameter):
        hint = f"Name one of {', '.join(SCALARS)}, a section, or an element by its id."
        raise complaints.missing("unknown_parameter", f"There is no posterior {parameter!r:.80}.", hint)
    return lambda profile: profile.recall.entities.posteriors.get(parameter)
