"""The brain's verbs: their parameters, whether they change anything, and what runs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from kip_engine.storage.steps import Program

from . import adapters, binding_verbs, event_verbs, profile_verbs, reading, resolving, serving
from .auto_feedback import auto_feedback
from .bindings import ACTIVE, ARCHIVED
from .caller import Caller
from .feedback import feedback
from .parameters import Parameter, Signature, anything, flag, integer, text, texts
from .profile_verbs import INACTIVE
from .reading import Pending

Answer: TypeAlias = dict[str, Any]
Given: TypeAlias = Mapping[str, Any]
Run: TypeAlias = Callable[[Caller, Given], Program[Answer]]
RunRead: TypeAlias = Callable[[Caller, Given, Pending], Program[Answer]]


class Verb(NamedTuple):
    """A verb: `changes` says that it writes; `shows` that it shows posteriors, pending uses included.

    An `internal` verb is not offered to agents.
    """

    says: str
    signature: Signature
    run: Run | None = None
    shows: RunRead | None = None
    changes: bool = False
    internal: bool = False

    def describe(self, name: str) -> Answer:
        """What `help` answers."""
        described = [
            {"name": each.name, "type": _type(each), "required": each.required, "description": each.says}
            for each in self.signature.parameters
        ]
        return {"verb": name, "description": self.says, "params": described, "internal": self.internal}


def result_rows(given: Any) -> bool:
    """A list of objects, each with an `id` of text."""
    return isinstance(given, list)


def _type(parameter: Parameter) -> str:
    return (parameter.check.__doc__ or "").rstrip(".").lower()


def _shows_state(caller: Caller, given: Given, pending: Pending) -> Program[Answer]:
    return (yield from reading.state(caller, pending))


U32, I32, I64 = integer(0, 2**32 - 1), integer(-(2**31), 2**31 - 1), integer(-(2**63), 2**63 - 1)
PROFILE_ID = Parameter("profile_id", text, True, "the profile")
CALLERS = (
    Parameter("actor", text, False, "the caller's identity, * for all"),
    Parameter("namespace", text, False, "the caller's namespace, * for all"),
    Parameter("consumer_kind", text, False, "what the answers are for, * for all"),
)
FILTERS = (Parameter("profile_id", text, False, "the profile"), *CALLERS)
SERVED = (
    Parameter("served_by_profile_id", text, False, "the profile that served"),
    Parameter("scorer_run_id", text, False, "who grades, together with serve_ledger_id"),
    Parameter("serve_ledger_id", text, False, "the row of the ledger that is graded"),
)
FEEDBACK = Signature(
    (
        Parameter("target_id", text, True, "the element that is judged"),
        Parameter("signal", text, True, "what is said of it"),
        *SERVED,
        Parameter("section_signals", anything, False, "judgements of its sections"),
    )
)
LIFE = Signature((PROFILE_ID,))

VERBS: dict[str, Verb] = {
    "brain.state": Verb(
        "The whole state of the namespace.", Signature(lenient=True), shows=_shows_state, internal=True
    ),
    "brain.config": Verb(
        "The three scalars of the built-in profile.",
        Signature((Parameter("parameter", text, False, "recall::relevance_weight or another"),)),
        shows=reading.config,
        internal=True,
    ),
    "brain.events": Verb(
        "The newest events.",
        Signature((Parameter("limit", U32, False, "how many, 20 if absent, at most 100"),)),
        event_verbs.events,
        internal=True,
    ),
    "brain.event_counts": Verb(
        "Events in a window of time, counted.",
        Signature(
            (
                Parameter("since", text, False, "from when, required"),
                Parameter("until", text, False, "before when, else now"),
                Parameter("actor", text, False, "whose"),
                Parameter("kind", text, False, "of what kind"),
                Parameter("by_profile", flag, False, "also by profile"),
                Parameter("by_work_class", flag, False, "also by class of work"),
                Parameter("cost_sums", flag, False, "also sums of cost"),
            )
        ),
        event_verbs.event_counts,
    ),
    "brain.profiles": Verb(
        "What profiles there are.",
        Signature((Parameter("lifecycle", text, False, "active, inactive or archived"),)),
        shows=reading.profiles,
    ),
    "brain.profile": Verb(
        "One profile with all it believes.",
        Signature((Parameter("profile_id"), Parameter("id", text, False, "another name of profile_id"))),
        shows=reading.profile,
    ),
    "brain.resolve": Verb(
        "Which profile serves.",
        Signature(
            (CALLERS[0], CALLERS[1], Parameter("consumer_kind", text, True, "what the answers are for"))
        ),
        resolving.resolve,
    ),
    "brain.activate": Verb(
        "Let a profile serve.", LIFE, partial(profile_verbs.set_lifecycle, lifecycle=ACTIVE), changes=True
    ),
    "brain.deactivate": Verb(
        "Let a profile rest.", LIFE, partial(profile_verbs.set_lifecycle, lifecycle=INACTIVE), changes=True
    ),
    "brain.archive": Verb(
        "Archive a profile for good.",
        LIFE,
        partial(profile_verbs.set_lifecycle, lifecycle=ARCHIVED),
        changes=True,
    ),
    "brain.reset": Verb(
        "Let a profile begin anew.",
        Signature((Parameter("profile_id", text, False, "balanced-recall-v1 if absent"),)),
        profile_verbs.reset,
        changes=True,
    ),
    "brain.feedback": Verb("Judge an element.", FEEDBACK, feedback, changes=True),
    "brain.emit": Verb("An older name of brain.feedback.", FEEDBACK, feedback, changes=True, internal=True),
    "brain.auto_feedback": Verb(
        "Judge the first result of a recall.",
        Signature(
            (
                Parameter("query", text, True, "what was asked"),
                Parameter("results", result_rows, True, "what was answered, the best first"),
                Parameter("signal", text, False, "implicit_positive if absent"),
                *SERVED,
            )
        ),
        auto_feedback,
        changes=True,
    ),
    "brain.record_serve": Verb(
        "Note what was served in answer to a query.",
        Signature(
            (
                Parameter("consumer_kind", text, True, "what the answers were for"),
                Parameter("target_ids", texts, True, "the elements that were served"),
                Parameter("query_raw", text, True, "the query"),
                Parameter("served_by_profile_id", text, False, "the profile that served"),
                Parameter("served_at", I64, False, "microseconds since 1970, now if absent"),
            )
        ),
        serving.record_serve,
        changes=True,
        internal=True,
    ),
    "brain.bind": Verb(
        "Let a profile serve some callers.",
        Signature((PROFILE_ID, *CALLERS, Parameter("priority", I32, False, "0 if absent"))),
        binding_verbs.bind,
        changes=True,
    ),
    "brain.unbind": Verb("Remove bindings.", Signature(FILTERS), binding_verbs.unbind, changes=True),
    "brain.bindings": Verb("The bindings.", Signature(FILTERS, lenient=True), binding_verbs.bindings),
    "brain.create_profile": Verb(
        "Make a profile.",
        Signature(
            (
                Parameter("name", text, True, "letters, digits and hyphens"),
                Parameter("description"),
                Parameter("consumer_kind", text, False, "recall if absent"),
                Parameter("seed_priors", anything, False, '{"section_posteriors": {…}}'),
            ),
            lenient=True,
        ),
        profile_verbs.create_profile,
        changes=True,
    ),
    "brain.register_adapter": Verb(
        "Note an adapter.",
        Signature(
            (
                Parameter("adapter_id", text, True),
                Parameter("content_hash", text, True),
                Parameter("base_model_revision", text, True),
                Parameter("metadata", anything, False, "what else is to be known of it"),
            )
        ),
        adapters.register_adapter,
        changes=True,
    ),
}
