"""The brain of one client: its settings, its hook, and the way from a verb's name to its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kip_engine.spaces import Space
from kip_engine.storage.steps import Program

from . import clock, replay
from .caller import Caller
from .complaints import invalid
from .events import Event
from .hook import Hook
from .names import check_actor, check_namespace
from .opening import is_known
from .settings import Settings
from .uses import Use
from .verbs import VERBS, Answer, Verb

NAMESPACE = "namespace"


class Brain:
    """The verbs of one client on one space."""

    def __init__(self, space: Space, settings: Settings | None = None) -> None:
        self.space = space
        self.settings = settings or Settings()
        self.hook = Hook()
        self._known: set[str] = set()

    def caller(self, namespace: str | None = None, actor: str | None = None) -> Caller:
        """A caller of the verbs, that of the settings by default.  Raises KIP_2003 for what names none."""
        own = self.settings
        named = own.namespace if namespace is None else check_namespace(namespace)
        return Caller(self.space, own, named, check_actor(own.actor if actor is None else actor))

    @property
    def in_use(self) -> bool:
        """Whether anything has been changed in this memory's brain, as far as this client knows."""
        return is_known(self.space)

    def note(self, event: Event, caller: Caller | None = None) -> None:
        """Let the built-in profile learn from a use of the memory, soon.

        Nothing is noted in a memory whose brain isn't in use: it begins with the first verb that changes it.
        """
        if self.in_use:
            user = caller or self.caller()
            self.hook.note(user.namespace, Use(event, user.label, clock.now_us()))

    def call(self, caller: Caller, name: str, given: Any) -> Program[Answer]:
        """Run a verb.  Raises KIP_2003 (`unknown_verb`, those of its parameters) and what the verb raises."""
        verb = find_verb(name)
        read = verb.signature.read(given)
        yield from self.catch_up(caller)
        if verb.changes:
            yield from self.hook.flush(caller)
        if verb.show is not None:
            return (yield from verb.show(caller, read, self.hook.pending(caller.namespace)))
        assert verb.run is not None, "a verb is run or shows something"
        return (yield from verb.run(caller, read))

    def dispatch(self, caller: Caller, name: str, given: Any) -> Program[Answer]:
        """Run a verb as text doors do: `help` describes it, `namespace` selects whose state is meant.

        Verbs that have a parameter `namespace` of their own get it as well.  Raises KIP_2003
        (`bad_namespace`) and what `call` raises.
        """
        verb = find_verb(name)
        if not isinstance(given, Mapping):
            raise invalid("bad_param_type", "The parameters of a verb are an object.")
        if given.get("help") is True:
            return verb.describe(name)
        if NAMESPACE in given:
            caller = caller.within(check_namespace(given[NAMESPACE]))
            given = given if _takes_namespace(verb) else _without_namespace(given)
        return (yield from self.call(caller, name, given))

    def catch_up(self, caller: Caller) -> Program[None]:
        """Fold what a namespace's state doesn't know, once per client."""
        if caller.namespace not in self._known:
            yield from replay.catch_up(caller)
            self._known.add(caller.namespace)

    def flush(self) -> Program[None]:
        """Write what the hook has noted, everywhere."""
        for namespace in self.hook.namespaces:
            caller = self.caller(namespace)
            yield from self.catch_up(caller)
            yield from self.hook.flush(caller)


def find_verb(name: str) -> Verb:
    """The verb of that name.  Raises KIP_2003 (`unknown_verb`)."""
    if not isinstance(name, str) or name not in VERBS:
        raise invalid("unknown_verb", f"The brain has no verb {name!r:.80}.", f"Verbs: {', '.join(VERBS)}.")
    return VERBS[name]


def _takes_namespace(verb: Verb) -> bool:
    return any(parameter.name == NAMESPACE for parameter in verb.signature.parameters)


def _without_namespace(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name != NAMESPACE}
