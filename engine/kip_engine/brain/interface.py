"""The verbs as typed programs: what `client.brain` runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kip_engine.storage.steps import Program

from . import audit, reading, rebuild
from .audit import Step
from .brain import Brain
from .caller import Caller
from .parameters import check_text
from .rebuild import Rebuilt
from .results import (
    Adapter,
    Binding,
    Created,
    Event,
    EventCounts,
    Feedback,
    Moved,
    Profile,
    ProfileRecord,
    Reset,
    Resolution,
    Served,
)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Verbs:
    """The verbs of a brain for one caller."""

    brain: Brain
    caller: Caller

    def dispatch(self, verb: str, parameters: Mapping[str, Any]) -> Program[Json]:
        """Any verb by its name."""
        return (yield from self.brain.dispatch(self.caller, verb, parameters))

    def create_profile(self, given: Json) -> Program[Created]:
        """`brain.create_profile`."""
        return Created.of((yield from self._call("create_profile", given)))

    def profile(self, given: Json) -> Program[Profile]:
        """`brain.profile`."""
        return Profile.of((yield from self._call("profile", given)))

    def profiles(self, given: Json) -> Program[list[ProfileRecord]]:
        """`brain.profiles`."""
        rows = (yield from self._call("profiles", given))["profiles"]
        return [ProfileRecord.of(row) for row in rows]

    def move(self, verb: str, given: Json) -> Program[Moved]:
        """`brain.activate`, `brain.deactivate` or `brain.archive`."""
        return Moved.of((yield from self._call(verb, given)))

    def reset(self, given: Json) -> Program[Reset]:
        """`brain.reset`."""
        return Reset.of((yield from self._call("reset", given)))

    def resolve(self, given: Json) -> Program[Resolution]:
        """`brain.resolve`."""
        return Resolution.of((yield from self._call("resolve", given)))

    def bind(self, given: Json) -> Program[Binding]:
        """`brain.bind`."""
        answer = yield from self._call("bind", given)
        return Binding.of({**answer, "priority": given["priority"] or 0})

    def unbind(self, given: Json) -> Program[int]:
        """`brain.unbind`."""
        unbound: int = (yield from self._call("unbind", given))["unbound"]
        return unbound

    def bindings(self, given: Json) -> Program[list[Binding]]:
        """`brain.bindings`."""
        rows = (yield from self._call("bindings", given))["bindings"]
        return [Binding.of(row) for row in rows]

    def feedback(self, verb: str, given: Json) -> Program[Feedback]:
        """`brain.feedback`, `brain.emit` or `brain.auto_feedback`."""
        return Feedback.of((yield from self._call(verb, given)))

    def record_serve(self, given: Json) -> Program[Served]:
        """`brain.record_serve`."""
        return Served.of((yield from self._call("record_serve", given)))

    def plain(self, verb: str, given: Json) -> Program[Json]:
        """`brain.config` or `brain.state`."""
        return (yield from self._call(verb, given))

    def events(self, given: Json) -> Program[list[Event]]:
        """`brain.events`."""
        rows = (yield from self._call("events", given))["events"]
        return [Event.of(row) for row in rows]

    def event_counts(self, given: Json) -> Program[EventCounts]:
        """`brain.event_counts`."""
        return EventCounts.of((yield from self._call("event_counts", given)))

    def register_adapter(self, given: Json) -> Program[Adapter]:
        """`brain.register_adapter`."""
        return Adapter.of((yield from self._call("register_adapter", given)))

    def weights(self, profile_id: str, sample: bool, rng: Any) -> Program[dict[str, float]]:
        """How much room a profile gives each section."""
        wanted = check_text("profile_id", profile_id)
        state = yield from reading.profile_sections(self.caller, wanted)
        return state.weights() if not sample else _sampled(state.sampled(1, rng))

    def history(self, profile_id: str, parameter: str) -> Program[list[Step]]:
        """What moved a posterior."""
        check_text("profile_id", profile_id)
        check_text("parameter", parameter)
        yield from self.brain.catch_up(self.caller)
        return (yield from audit.history(self.caller, profile_id, parameter))

    def rebuild(self) -> Program[list[Rebuilt]]:
        """The state anew, from its log."""
        yield from self.brain.flush()
        return (yield from rebuild.rebuild(self.brain))

    def _call(self, verb: str, given: Json) -> Program[Json]:
        return (yield from self.brain.call(self.caller, f"brain.{verb}", given))


def _sampled(found: tuple[Sequence[str], Any]) -> dict[str, float]:
    names, rows = found
    return dict(zip(names, map(float, rows[0]), strict=True))
