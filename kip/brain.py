"""`client.brain`: profiles that learn from feedback how to weigh what a memory offers.

Each method runs a program of the engine; those of the async client are the same, awaited.
"""

from __future__ import annotations

from collections.abc import Awaitable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from kip_engine.brain.audit import Step
from kip_engine.brain.brain import Brain as Engine
from kip_engine.brain.caller import Caller
from kip_engine.brain.interface import Verbs
from kip_engine.brain.rebuild import Rebuilt
from kip_engine.brain.results import (
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
from kip_engine.brain.settings import Settings as BrainSettings
from kip_engine.storage.steps import Program

__all__ = ["AsyncBrain", "Brain", "BrainSettings"]

T = TypeVar("T")


class Run(Protocol):
    """Runs a program."""

    def __call__(self, program: Program[T]) -> T: ...


class AsyncRun(Protocol):
    """Runs a program, awaited."""

    def __call__(self, program: Program[T]) -> Awaitable[T]: ...


class Brain:
    """The brain of one memory, for one caller.

    A memory has a brain per `namespace`, such as `local` or `team:alice`, each with profiles of its own.
    `actor` is who calls (None: nobody in particular).  Errors are KipErrors whose `detail` is a short code.
    """

    def __init__(self, run: Run, brain: Engine, caller: Caller | None = None) -> None:
        self._run = run
        self._brain = brain
        self._verbs = Verbs(brain, caller or brain.caller())

    def scoped(self, *, namespace: str | None = None, actor: str | None = None) -> Brain:
        """The same brain for another caller.  Raises KIP_2003 (`bad_namespace`)."""
        return Brain(self._run, self._brain, self._brain.caller(namespace, actor))

    def call(self, verb: str, parameters: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Any verb by its name, such as `brain.feedback`, with JSON in and out.

        `{"help": true}` describes it; `namespace` selects whose brain is meant.  Raises KIP_2003
        (`unknown_verb`, `bad_namespace`, `unknown_param`, `missing_param`, `bad_param_type`) and what the
        verb raises.
        """
        return self._run(self._verbs.dispatch(verb, parameters or {}))

    def create_profile(
        self,
        name: str,
        *,
        description: str | None = None,
        consumer_kind: str | None = None,
        seed_priors: Mapping[str, Any] | None = None,
    ) -> Created:
        """Make an inactive profile for a kind of consumer (`recall`), perhaps with priors for its sections.

        Raises KIP_2003 (`name_empty`, `name_grammar`, `consumer_kind_empty`, `consumer_kind_wildcard`,
        `secret`, `seed_…`) and KIP_3003 (`profile_exists`).
        """
        given = {"description": description, "consumer_kind": consumer_kind, "seed_priors": seed_priors}
        return self._run(self._verbs.create_profile({"name": name, **given}))

    def profile(self, profile_id: str) -> Profile:
        """One profile with all it believes.  Raises KIP_3002 (`profile_not_found`)."""
        return self._run(self._verbs.profile({"profile_id": profile_id}))

    def profiles(self, lifecycle: str | None = None) -> list[ProfileRecord]:
        """What profiles there are, by id.  Raises KIP_2003 (`bad_lifecycle`)."""
        return self._run(self._verbs.profiles({"lifecycle": lifecycle}))

    def activate(self, profile_id: str) -> Moved:
        """Let a profile serve.  Raises KIP_3002; KIP_3004 (`archived_terminal`)."""
        return self._run(self._verbs.move("activate", {"profile_id": profile_id}))

    def deactivate(self, profile_id: str) -> Moved:
        """Let a profile rest; it goes on learning.  Raises KIP_3002; KIP_3004 (`archived_terminal`)."""
        return self._run(self._verbs.move("deactivate", {"profile_id": profile_id}))

    def archive(self, profile_id: str) -> Moved:
        """Archive a profile for good.  Raises as `activate`; KIP_2002 (`active_to_archived`)."""
        return self._run(self._verbs.move("archive", {"profile_id": profile_id}))

    def reset(self, profile_id: str | None = None) -> Reset:
        """Let a profile, or the built-in one, begin anew.  Raises KIP_3002; KIP_3004 (`archived_reset`)."""
        return self._run(self._verbs.reset({"profile_id": profile_id}))

    def resolve(
        self, consumer_kind: str, *, actor: str | None = None, namespace: str | None = None
    ) -> Resolution:
        """Which profile serves.  Without `actor` the caller's is taken.  Raises KIP_3002 (`unresolved`)."""
        given = {"consumer_kind": consumer_kind, "actor": actor, "namespace": namespace}
        return self._run(self._verbs.resolve(given))

    def bind(
        self,
        profile_id: str,
        *,
        actor: str | None = None,
        namespace: str | None = None,
        consumer_kind: str | None = None,
        priority: int | None = None,
    ) -> Binding:
        """Let a profile serve some callers; what is left open matches all.

        Raises KIP_2003 (`wildcard_inside_value`, `secret`), KIP_3002; KIP_3004 (`archived_bind`).
        """
        callers = {"actor": actor, "namespace": namespace, "consumer_kind": consumer_kind}
        return self._run(self._verbs.bind({"profile_id": profile_id, **callers, "priority": priority}))

    def unbind(
        self,
        *,
        profile_id: str | None = None,
        actor: str | None = None,
        namespace: str | None = None,
        consumer_kind: str | None = None,
    ) -> int:
        """Remove the bindings that all given fields match; returns how many.

        Raises KIP_2003 (`unbind_without_filter`) if no field is given.
        """
        callers = {"actor": actor, "namespace": namespace, "consumer_kind": consumer_kind}
        return self._run(self._verbs.unbind({"profile_id": profile_id, **callers}))

    def bindings(
        self,
        *,
        profile_id: str | None = None,
        actor: str | None = None,
        namespace: str | None = None,
        consumer_kind: str | None = None,
    ) -> list[Binding]:
        """The bindings that all given fields match, in their order."""
        callers = {"actor": actor, "namespace": namespace, "consumer_kind": consumer_kind}
        return self._run(self._verbs.bindings({"profile_id": profile_id, **callers}))

    def feedback(
        self,
        target_id: str,
        signal: str,
        *,
        served_by_profile_id: str | None = None,
        section_signals: Mapping[str, str] | None = None,
        scorer_run_id: str | None = None,
        serve_ledger_id: str | None = None,
    ) -> Feedback:
        """Judge an element: useful, not_useful, wrong, explicit_…, implicit_…, or correction.

        The profile that served learns: the named one, else the one bound to the caller, else the built-in
        one.  A scorer that grades a row of the ledger twice counts once.  Raises KIP_2003, KIP_3002, KIP_3004
        with the codes of the specification, section 8.1, in its order.
        """
        given = {
            "target_id": target_id,
            "signal": signal,
            "served_by_profile_id": served_by_profile_id,
            "section_signals": section_signals,
            "scorer_run_id": scorer_run_id,
            "serve_ledger_id": serve_ledger_id,
        }
        return self._run(self._verbs.feedback("feedback", given))

    def emit(self, target_id: str, signal: str, **given: Any) -> Feedback:
        """An older name of `feedback`."""
        return self._run(self._verbs.feedback("emit", {"target_id": target_id, "signal": signal, **given}))

    def auto_feedback(
        self,
        query: str,
        results: Sequence[Mapping[str, Any]],
        *,
        signal: str | None = None,
        served_by_profile_id: str | None = None,
        scorer_run_id: str | None = None,
        serve_ledger_id: str | None = None,
    ) -> Feedback:
        """Judge the first result of a recall, `implicit_positive` unless told otherwise.

        Raises KIP_2003 (`query_empty`) and what `feedback` raises.
        """
        given = {
            "query": query,
            "results": _listed(results),
            "signal": signal,
            "served_by_profile_id": served_by_profile_id,
            "scorer_run_id": scorer_run_id,
            "serve_ledger_id": serve_ledger_id,
        }
        return self._run(self._verbs.feedback("auto_feedback", given))

    def record_serve(
        self,
        consumer_kind: str,
        target_ids: Sequence[str],
        query_raw: str,
        *,
        served_by_profile_id: str | None = None,
        served_at: int | None = None,
    ) -> Served:
        """Note what was served in answer to a query, now or `served_at` microseconds since 1970."""
        given = {"consumer_kind": consumer_kind, "target_ids": _listed(target_ids), "query_raw": query_raw}
        served = {"served_by_profile_id": served_by_profile_id, "served_at": served_at}
        return self._run(self._verbs.record_serve({**given, **served}))

    def config(self, parameter: str | None = None) -> dict[str, Any]:
        """The scalars of the built-in profile, or one in full.  Raises KIP_3002 (`unknown_parameter`)."""
        return self._run(self._verbs.plain("config", {"parameter": parameter}))

    def state(self) -> dict[str, Any]:
        """The whole state of the namespace, as a snapshot."""
        return self._run(self._verbs.plain("state", {}))

    def events(self, limit: int | None = None) -> list[Event]:
        """The newest events first: 20, or `limit` of them, at most 100."""
        return self._run(self._verbs.events({"limit": limit}))

    def event_counts(
        self,
        since: str,
        until: str | None = None,
        *,
        actor: str | None = None,
        kind: str | None = None,
        by_profile: bool = False,
        by_work_class: bool = False,
        cost_sums: bool = False,
    ) -> EventCounts:
        """How many events happened in [since, until), times in ISO 8601.

        Raises KIP_2003 (`since_missing`, `since_bad`, `until_bad`, `kind_bad`).
        """
        window = {"since": since, "until": until, "actor": actor, "kind": kind}
        options = {"by_profile": by_profile, "by_work_class": by_work_class, "cost_sums": cost_sums}
        return self._run(self._verbs.event_counts({**window, **options}))

    def register_adapter(
        self,
        adapter_id: str,
        content_hash: str,
        base_model_revision: str,
        metadata: Mapping[str, Any] | None = None,
    ) -> Adapter:
        """Note an adapter of the base model in use.  Raises KIP_2003 (`revision_mismatch`)."""
        checked = {"content_hash": content_hash, "base_model_revision": base_model_revision}
        return self._run(
            self._verbs.register_adapter({"adapter_id": adapter_id, **checked, "metadata": metadata})
        )

    def weights(self, profile_id: str, *, sample: bool = False, rng: Any = None) -> dict[str, float]:
        """How much room a profile gives each section; the weights sum to 1.

        With `sample` they are drawn by Thompson while the profile explores; `rng` is a NumPy generator or a
        seed.  Raises KIP_3002 (`profile_not_found`).
        """
        return self._run(self._verbs.weights(profile_id, sample, rng))

    def history(self, profile_id: str, parameter: str) -> list[Step]:
        """Which events moved a posterior, and by how much, oldest first.

        `parameter` is relevance, salience, temporal, a section's name or an element's id.  Raises KIP_3002.
        """
        return self._run(self._verbs.history(profile_id, parameter))

    def rebuild(self) -> list[Rebuilt]:
        """Fold every namespace's log anew; where the stored state differs, that is mended and told."""
        return self._run(self._verbs.rebuild())


class AsyncBrain:
    """The brain of one memory, for one caller.  See `Brain`."""

    def __init__(self, run: AsyncRun, brain: Engine, caller: Caller | None = None) -> None:
        self._run = run
        self._brain = brain
        self._verbs = Verbs(brain, caller or brain.caller())

    def scoped(self, *, namespace: str | None = None, actor: str | None = None) -> AsyncBrain:
        """The same brain for another caller.  See `Brain.scoped`."""
        return AsyncBrain(self._run, self._brain, self._brain.caller(namespace, actor))

    async def call(self, verb: str, parameters: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Any verb by its name.  See `Brain.call`."""
        return await self._run(self._verbs.dispatch(verb, parameters or {}))

    async def create_profile(
        self,
        name: str,
        *,
        description: str | None = None,
        consumer_kind: str | None = None,
        seed_priors: Mapping[str, Any] | None = None,
    ) -> Created:
        """Make an inactive profile.  See `Brain.create_profile`."""
        given = {"description": description, "consumer_kind": consumer_kind, "seed_priors": seed_priors}
        return await self._run(self._verbs.create_profile({"name": name, **given}))

    async def profile(self, profile_id: str) -> Profile:
        """One profile with all it believes.  See `Brain.profile`."""
        return await self._run(self._verbs.profile({"profile_id": profile_id}))

    async def profiles(self, lifecycle: str | None = None) -> list[ProfileRecord]:
        """What profiles there are.  See `Brain.profiles`."""
        return await self._run(self._verbs.profiles({"lifecycle": lifecycle}))

    async def activate(self, profile_id: str) -> Moved:
        """Let a profile serve.  See `Brain.activate`."""
        return await self._run(self._verbs.move("activate", {"profile_id": profile_id}))

    async def deactivate(self, profile_id: str) -> Moved:
        """Let a profile rest.  See `Brain.deactivate`."""
        return await self._run(self._verbs.move("deactivate", {"profile_id": profile_id}))

    async def archive(self, profile_id: str) -> Moved:
        """Archive a profile for good.  See `Brain.archive`."""
        return await self._run(self._verbs.move("archive", {"profile_id": profile_id}))

    async def reset(self, profile_id: str | None = None) -> Reset:
        """Let a profile begin anew.  See `Brain.reset`."""
        return await self._run(self._verbs.reset({"profile_id": profile_id}))

    async def resolve(
        self, consumer_kind: str, *, actor: str | None = None, namespace: str | None = None
    ) -> Resolution:
        """Which profile serves.  See `Brain.resolve`."""
        given = {"consumer_kind": consumer_kind, "actor": actor, "namespace": namespace}
        return await self._run(self._verbs.resolve(given))

    async def bind(
        self,
        profile_id: str,
        *,
        actor: str | None = None,
        namespace: str | None = None,
        consumer_kind: str | None = None,
        priority: int | None = None,
    ) -> Binding:
        """Let a profile serve some callers.  See `Brain.bind`."""
        callers = {"actor": actor, "namespace": namespace, "consumer_kind": consumer_kind}
        given = {"profile_id": profile_id, **callers, "priority": priority}
        return await self._run(self._verbs.bind(given))

    async def unbind(
        self,
        *,
        profile_id: str | None = None,
        actor: str | None = None,
        namespace: str | None = None,
        consumer_kind: str | None = None,
    ) -> int:
        """Remove bindings.  See `Brain.unbind`."""
        callers = {"actor": actor, "namespace": namespace, "consumer_kind": consumer_kind}
        return await self._run(self._verbs.unbind({"profile_id": profile_id, **callers}))

    async def bindings(
        self,
        *,
        profile_id: str | None = None,
        actor: str | None = None,
        namespace: str | None = None,
        consumer_kind: str | None = None,
    ) -> list[Binding]:
        """The bindings.  See `Brain.bindings`."""
        callers = {"actor": actor, "namespace": namespace, "consumer_kind": consumer_kind}
        return await self._run(self._verbs.bindings({"profile_id": profile_id, **callers}))

    async def feedback(
        self,
        target_id: str,
        signal: str,
        *,
        served_by_profile_id: str | None = None,
        section_signals: Mapping[str, str] | None = None,
        scorer_run_id: str | None = None,
        serve_ledger_id: str | None = None,
    ) -> Feedback:
        """Judge an element.  See `Brain.feedback`."""
        given = {
            "target_id": target_id,
            "signal": signal,
            "served_by_profile_id": served_by_profile_id,
            "section_signals": section_signals,
            "scorer_run_id": scorer_run_id,
            "serve_ledger_id": serve_ledger_id,
        }
        return await self._run(self._verbs.feedback("feedback", given))

    async def emit(self, target_id: str, signal: str, **given: Any) -> Feedback:
        """An older name of `feedback`."""
        judged = {"target_id": target_id, "signal": signal, **given}
        return await self._run(self._verbs.feedback("emit", judged))

    async def auto_feedback(
        self,
        query: str,
        results: Sequence[Mapping[str, Any]],
        *,
        signal: str | None = None,
        served_by_profile_id: str | None = None,
        scorer_run_id: str | None = None,
        serve_ledger_id: str | None = None,
    ) -> Feedback:
        """Judge the first result of a recall.  See `Brain.auto_feedback`."""
        given = {
            "query": query,
            "results": _listed(results),
            "signal": signal,
            "served_by_profile_id": served_by_profile_id,
            "scorer_run_id": scorer_run_id,
            "serve_ledger_id": serve_ledger_id,
        }
        return await self._run(self._verbs.feedback("auto_feedback", given))

    async def record_serve(
        self,
        consumer_kind: str,
        target_ids: Sequence[str],
        query_raw: str,
        *,
        served_by_profile_id: str | None = None,
        served_at: int | None = None,
    ) -> Served:
        """Note what was served.  See `Brain.record_serve`."""
        given = {"consumer_kind": consumer_kind, "target_ids": _listed(target_ids), "query_raw": query_raw}
        served = {"served_by_profile_id": served_by_profile_id, "served_at": served_at}
        return await self._run(self._verbs.record_serve({**given, **served}))

    async def config(self, parameter: str | None = None) -> dict[str, Any]:
        """The scalars of the built-in profile.  See `Brain.config`."""
        return await self._run(self._verbs.plain("config", {"parameter": parameter}))

    async def state(self) -> dict[str, Any]:
        """The whole state of the namespace, as a snapshot."""
        return await self._run(self._verbs.plain("state", {}))

    async def events(self, limit: int | None = None) -> list[Event]:
        """The newest events first.  See `Brain.events`."""
        return await self._run(self._verbs.events({"limit": limit}))

    async def event_counts(
        self,
        since: str,
        until: str | None = None,
        *,
        actor: str | None = None,
        kind: str | None = None,
        by_profile: bool = False,
        by_work_class: bool = False,
        cost_sums: bool = False,
    ) -> EventCounts:
        """How many events happened.  See `Brain.event_counts`."""
        window = {"since": since, "until": until, "actor": actor, "kind": kind}
        options = {"by_profile": by_profile, "by_work_class": by_work_class, "cost_sums": cost_sums}
        return await self._run(self._verbs.event_counts({**window, **options}))

    async def register_adapter(
        self,
        adapter_id: str,
        content_hash: str,
        base_model_revision: str,
        metadata: Mapping[str, Any] | None = None,
    ) -> Adapter:
        """Note an adapter.  See `Brain.register_adapter`."""
        checked = {"content_hash": content_hash, "base_model_revision": base_model_revision}
        given = {"adapter_id": adapter_id, **checked, "metadata": metadata}
        return await self._run(self._verbs.register_adapter(given))

    async def weights(self, profile_id: str, *, sample: bool = False, rng: Any = None) -> dict[str, float]:
        """How much room a profile gives each section.  See `Brain.weights`."""
        return await self._run(self._verbs.weights(profile_id, sample, rng))

    async def history(self, profile_id: str, parameter: str) -> list[Step]:
        """Which events moved a posterior.  See `Brain.history`."""
        return await self._run(self._verbs.history(profile_id, parameter))

    async def rebuild(self) -> list[Rebuilt]:
        """Fold every namespace's log anew.  See `Brain.rebuild`."""
        return await self._run(self._verbs.rebuild())


def _listed(given: Any) -> Any:
    """Several things as a list, as JSON has them; what isn't several things stays for the verb to refuse."""
    one = isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable)
    return given if one else list(given)
