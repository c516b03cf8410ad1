"""One judgement of one element, and what is found of it before it counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

KIND = "feedback_explicit"
TOLD = ("section_signals", "scorer_run_id", "serve_ledger_id", "gate")
"""What the payload of an event may hold beside its signal, the profile and how that was found."""


class Found(NamedTuple):
    """What the query before a judgement finds, in its order."""

    opened: bool
    node: str | None
    target: str
    type: str | None
    profile: str | None
    own: Mapping[str, Any] | None
    by_binding: bool
    serve: str | None
    served: Mapping[str, Any] | None
    claimed: bool
    weighs: str | None
    posterior: Mapping[str, Any] | None
    gates: str | None
    account: Mapping[str, Any] | None
    sections: list[tuple[str, Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was said of an element, when and how long it took; `forced_zero` makes it count nothing."""

    event_id: str
    signal: str
    resolution: str
    sections: Mapping[str, str] | None
    scorer: str | None
    row_id: str | None
    now_us: int
    duration_us: int
    forced_zero: bool = False
    claims: tuple[str, ...] = ()
