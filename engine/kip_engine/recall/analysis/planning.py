"""The planner hook: what a caller's planner, perhaps a model, makes of a question; what it leaves out or gets
wrong is what the built-in one says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from inspect import iscoroutine
from typing import Any, TypeAlias

from .analyse import READ
from .asked import INTENTS, Asked, Name
from .scope import Scope
from .text import clean

Planner: TypeAlias = Callable[[str, Mapping[str, Any]], Any]
"""Takes the question and its context (the keys that were given) and returns a mapping, every key optional:

`intent` or `intents`, `names`, `time` ({"start", "end"}, ISO 8601 or null), `history`, `currency`,
`confidence` (0 to 1), `translations` and `predicates` (lists of text).
"""

MOST = 8
_FLAGS = ("history", "currency")


class Nonsense(ValueError):
    """A planner's answer that is none."""


def planned(planner: Planner, query: str, context: Mapping[str, Any], built_in: Asked) -> Asked:
    """`built_in` with what `planner` says of the question instead.

    Raises Nonsense for an answer that can't be read, and whatever the planner raises.
    """
    answer = planner(query, context)
    if iscoroutine(answer):
        answer.close()
    if not isinstance(answer, Mapping):
        raise Nonsense(f"a {type(answer).__name__}, and no mapping")
    changes = {field: read(answer, built_in) for field, read in _READERS.items()}
    return replace(built_in, **{field: value for field, value in changes.items() if value is not None})


def _intents(answer: Mapping[str, Any], _: Asked) -> tuple[str, ...] | None:
    given = answer.get("intents", answer.get("intent"))
    if given is None:
        return None
    intents = (given,) if isinstance(given, str) else _texts(given, "intents")
    if unknown := [intent for intent in intents if intent not in INTENTS]:
        raise Nonsense(f"the intent {unknown[0]!r:.40}")
    return (*dict.fromkeys(intents), "general")


def _names(answer: Mapping[str, Any], _: Asked) -> tuple[Name, ...] | None:
    given = answer.get("names")
    return None if given is None else tuple(map(Name, _texts(given, "names")))


def _scope(answer: Mapping[str, Any], asked: Asked) -> Scope | None:
    given = answer.get("time")
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise Nonsense("a time that is no mapping")
    start, end = (_instant(given.get(edge), asked.now) for edge in ("start", "end"))
    return Scope(str(given.get("phrase", "the time asked for"))[:80], start, end)


def _instant(given: Any, now: datetime) -> datetime | None:
    if given is None:
        return None
    try:
        found = datetime.fromisoformat(given)
        return (found if found.tzinfo else found.replace(tzinfo=now.tzinfo)).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        raise Nonsense(f"the time {given!r:.40}") from None


def _flags(answer: Mapping[str, Any], asked: Asked) -> frozenset[str] | None:
    given = {flag: answer[flag] for flag in _FLAGS if answer.get(flag) is not None}
    if not all(isinstance(value, bool) for value in given.values()):
        raise Nonsense("a flag that is neither true nor false")
    on = {flag for flag, value in given.items() if value}
    return frozenset((asked.flags - given.keys()) | on) if given else None


def _least(answer: Mapping[str, Any], _: Asked) -> float | None:
    given = answer.get("confidence")
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not 0 <= given <= 1:
        raise Nonsense(f"the confidence {given!r:.40}")
    return float(given)


def _listed(field: str) -> Callable[[Mapping[str, Any], Asked], tuple[str, ...] | None]:
    def read(answer: Mapping[str, Any], _: Asked) -> tuple[str, ...] | None:
        given = answer.get(field)
        return None if given is None else _texts(given, field)

    return read


def _texts(given: Any, field: str) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise Nonsense(f"{field} that are no list")
    texts = tuple(given)[:MOST]
    if not all(isinstance(text, str) and text.strip() for text in texts):
        raise Nonsense(f"{field} that are no texts")
    return tuple(clean(text[:READ]) for text in texts)


_READERS: dict[str, Callable[[Mapping[str, Any], Asked], Any]] = {
    "intents": _intents,
    "names": _names,
    "scope": _scope,
    "flags": _flags,
    "least": _least,
    "translations": _listed("translations"),
    "predicates": _listed("predicates"),
}
