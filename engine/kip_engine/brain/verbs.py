"""The brain's verbs: their parameters, whether they change anything, and what runs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from kip_engine.storage.steps import Program

from . import adapters, binding_verbs, event_verbs, profile_verbs, reading, resolving, serving, signatures
from .auto_feedback import auto_feedback
from .bindings import ACTIVE, ARCHIVED
from .caller import Caller
from .feedback import feedback
from .parameters import Parameter, Signature
from .profile_verbs import INACTIVE
from .reading import Pending

Answer: TypeAlias = dict[str, Any]
Given: TypeAlias = Mapping[str, Any]
Run: TypeAlias = Callable[[Caller, Given], Program[Answer]]
Show: TypeAlias = Callable[[Caller, Given, Pending], Program[Answer]]


class Verb(NamedTuple):
    """A verb that is run, or that shows posteriors, uses that are still waiting included.

    `changes` says that it writes; an `internal` verb is not offered to agents.
    """

    says: str
    signature: Signature
    run: Run | None = None
    show: Show | None = None
    changes: bool = False
    internal: bool = False

    def describe(self, name: str) -> Answer:
        """What `help` answers."""
        described = [
            {"name": each.name, "type": _type(each), "required": each.required, "description": each.says}
            for each in self.signature.parameters
        ]
        return {"verb": name, "description": self.says, "params": described, "internal": self.internal}


def _type(parameter: Parameter) -> str:
    return (parameter.check.__doc__ or "").rstrip(".").lower()


def _shows(says: str, signature: Signature, show: Show, *, internal: bool = False) -> Verb:
    return Verb(says, signature, show=show, internal=internal)


def _changes(says: str, signature: Signature, run: Run, *, internal: bool = False) -> Verb:
    return Verb(says, signature, run, changes=True, internal=internal)


def _moves(says: str, lifecycle: str) -> Verb:
    return _changes(says, signatures.LIFE, partial(profile_verbs.set_lifecycle, lifecycle=lifecycle))


VERBS: dict[str, Verb] = {
    "brain.state": _shows("The whole state of the namespace.", signatures.ANY, reading.state, internal=True),
    "brain.config": _shows(
        "The three scalars of the built-in profile.", signatures.CONFIG, reading.config, internal=True
    ),
    "brain.events": Verb("The newest events.", signatures.EVENTS, event_verbs.events, internal=True),
    "brain.event_counts": Verb(
        "Events in a window of time, counted.", signatures.EVENT_COUNTS, event_verbs.event_counts
    ),
    "brain.profiles": _shows("What profiles there are.", signatures.PROFILES, reading.profiles),
    "brain.profile": _shows("One profile with all it believes.", signatures.PROFILE, reading.profile),
    "brain.resolve": Verb("Which profile serves.", signatures.RESOLVE, resolving.resolve),
    "brain.activate": _moves("Let a profile serve.", ACTIVE),
    "brain.deactivate": _moves("Let a profile rest.", INACTIVE),
    "brain.archive": _moves("Archive a profile for good.", ARCHIVED),
    "brain.reset": _changes("Let a profile begin anew.", signatures.RESET, profile_verbs.reset),
    "brain.feedback": _changes("Judge an element.", signatures.FEEDBACK, feedback),
    "brain.emit": _changes("An older name of brain.feedback.", signatures.FEEDBACK, feedback, internal=True),
    "brain.auto_feedback": _changes(
        "Judge the first result of a recall.", signatures.AUTO_FEEDBACK, auto_feedback
    ),
    "brain.record_serve": _changes(
        "Note what was served in answer to a query.",
        signatures.RECORD_SERVE,
        serving.record_serve,
        internal=True,
    ),
    "brain.bind": _changes("Let a profile serve some callers.", signatures.BIND, binding_verbs.bind),
    "brain.unbind": _changes("Remove bindings.", signatures.UNBIND, binding_verbs.unbind),
    "brain.bindings": Verb("The bindings.", signatures.BINDINGS, binding_verbs.bindings),
    "brain.create_profile": _changes(
        "Make a profile.", signatures.CREATE_PROFILE, profile_verbs.create_profile
    ),
    "brain.register_adapter": _changes(
        "Note an adapter.", signatures.REGISTER_ADAPTER, adapters.register_adapter
    ),
}
