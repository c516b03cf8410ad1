"""What the brain's verbs answer, typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Result:
    """A verb's answer."""

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Self:
        """The result that an answer says; what it doesn't say keeps its default."""
        known = {each.name for each in fields(cls)}
        return cls(**{name: value for name, value in answer.items() if name in known})

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ProfileRecord(Result):
    """What is listed of a profile."""

    id: str
    description: str
    consumer_kind: str
    state_class: str
    lifecycle: str
    created_at: str
    total_events: int
    exploration_epoch: int


@dataclass(frozen=True, slots=True)
class Posterior(Result):
    """A posterior in numbers: α, β, mean, variance, effective sample size; a section's has its weight too."""

    alpha: float
    beta: float
    mean: float
    variance: float
    ess: float
    weight: float | None = None


@dataclass(frozen=True, slots=True)
class Profile(ProfileRecord):
    """A profile with all it believes.

    `state_snapshot` holds its scalars and entities, `section_posteriors` its sections, None if it was never
    told anything of them.
    """

    state_snapshot: dict[str, Any] = field(default_factory=dict)
    section_posteriors: dict[str, Posterior] | None = None

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Self:
        """The result that an answer says."""
        sections = answer["section_posteriors"]
        typed = None if sections is None else {name: Posterior.of(each) for name, each in sections.items()}
        return cls(**{**answer, "section_posteriors": typed})


@dataclass(frozen=True, slots=True)
class Created(Result):
    """A new profile."""

    profile_id: str
    consumer_kind: str
    lifecycle: str
    description: str


@dataclass(frozen=True, slots=True)
class Moved(Result):
    """A profile and where it stands in its life now."""

    profile_id: str
    lifecycle: str


@dataclass(frozen=True, slots=True)
class Reset(Result):
    """A profile that began anew, and how often it has."""

    profile_id: str
    exploration_epoch: int


@dataclass(frozen=True, slots=True)
class Resolution(Result):
    """Who serves.  `matched_binding` says whether a binding decided it."""

    resolved_profile_id: str
    lifecycle: str
    requested_consumer_kind: str
    matched_consumer_kind: str
    matched_binding: bool


@dataclass(frozen=True, slots=True)
class Binding(Result):
    """Who is served by which profile; `*` matches everything."""

    profile_id: str
    actor: str
    namespace: str
    consumer_kind: str
    priority: int = 0
    created_at: str | None = None


@dataclass(frozen=True, slots=True)
class Feedback(Result):
    """What became of a judgement: an event, or nothing, as its scorer had given it before (`deduped`)."""

    emitted: bool
    signal: str | None = None
    target_id: str | None = None
    event_id: str | None = None
    deduped: bool = False
    reason: str | None = None
    result_count: int | None = None


@dataclass(frozen=True, slots=True)
class Served(Result):
    """How many rows the ledger got, how many it had, and the ids of all of them."""

    written: int
    skipped: int
    query_class: str | None = None
    serve_ledger_ids: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Event(Result):
    """An event of the log."""

    id: str
    verb: str
    outcome: str
    target_id: str | None
    duration_us: int
    created_at: str
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class EventCounts(Result):
    """Events in [since, until), counted; `truncated` if the window holds more than could be counted."""

    since: str
    until: str
    actor: str | None
    kind: str | None
    total: int
    window_event_total: int
    truncated: bool
    counts_by_kind: dict[str, int]
    counts_by_actor: dict[str, int]
    counts_by_verb: dict[str, int]
    by_profile: dict[str, int] | None = None
    counts_by_work_class: dict[str, int] | None = None
    total_cost_unit: int | None = None
    cost_unit_by_verb: dict[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Adapter(Result):
    """An adapter that is registered."""

    adapter_id: str
    content_hash: str
    base_model_revision: str
