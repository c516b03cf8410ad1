"""Which profile serves whom: bindings of callers to profiles, and what serves where none matches.

A binding's fields are texts; `*` matches everything.  The best match is decided by which fields it sets: the
actor weighs 4, the namespace 2, the kind of consumer 1; then by priority, then by age in whole seconds, older
first, then by place in the list, later first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

WILDCARD = "*"
BUILT_IN = "balanced-recall-v1"
ACTIVE = "active"
ARCHIVED = "archived"
CONSUMER_KINDS = ("recall", "knowledge_compose", "rerank")
RECALL = CONSUMER_KINDS[0]


class Candidate(NamedTuple):
    """A profile as far as it matters who is served; `created_us` is microseconds since 1970."""

    id: str
    consumer_kind: str
    lifecycle: str
    created_us: int


class Binding(NamedTuple):
    """A row of the table of bindings."""

    actor: str
    namespace: str
    consumer_kind: str
    profile_id: str
    priority: int
    created_us: int


class Match(NamedTuple):
    """Who serves: the profile, the kind that matched (maybe `*`), and whether a binding says so."""

    profile_id: str
    consumer_kind: str
    bound: bool


def score(actor: str, namespace: str, kind: str) -> int:
    """How specific a binding with these fields is, from 0 to 7."""
    return 4 * (actor != WILDCARD) + 2 * (namespace != WILDCARD) + (kind != WILDCARD)


def resolve(
    profiles: Mapping[str, Candidate],
    bindings: Iterable[Binding],
    actor: str | None,
    namespace: str | None,
    kind: str,
) -> Match | None:
    """The profile that serves consumers of that `kind`, for a caller (None: nobody in particular)."""
    caller = (text_or_wildcard(actor), text_or_wildcard(namespace), kind)
    matching = [row for row in bindings if _matches(row, caller)]
    live = [row for row in matching if row.profile_id in profiles and _is_live(profiles[row.profile_id])]
    if live:
        best = max(reversed(live), key=_rank)
        return Match(best.profile_id, best.consumer_kind, True)
    return _fallback(profiles, kind)


def text_or_wildcard(given: str | None) -> str:
    """What is compared for a field that a caller leaves open: the text `*`, which only `*` matches."""
    return WILDCARD if given is None else given


def _matches(row: Binding, caller: tuple[str, str, str]) -> bool:
    return all(own in (WILDCARD, wanted) for own, wanted in zip(row[:3], caller, strict=True))


def _is_live(profile: Candidate) -> bool:
    return profile.lifecycle != ARCHIVED


def _rank(row: Binding) -> tuple[int, int, int]:
    return score(row.actor, row.namespace, row.consumer_kind), row.priority, -(row.created_us // 1_000_000)


def _fallback(profiles: Mapping[str, Candidate], kind: str) -> Match | None:
    built_in = profiles.get(BUILT_IN)
    if built_in and built_in.lifecycle == ACTIVE and _fits(built_in.consumer_kind, kind):
        return Match(BUILT_IN, built_in.consumer_kind, False)
    fitting = [row for row in profiles.values() if row.consumer_kind == kind and row.lifecycle == ACTIVE]
    if not fitting:
        return None
    oldest = min(fitting, key=lambda row: (row.created_us, row.id))
    return Match(oldest.id, oldest.consumer_kind, False)


def _fits(own: str, wanted: str) -> bool:
    return own == wanted or WILDCARD in (own, wanted)
