"""Verbs that read the events of a namespace: judgements, and the uses of the memory that the hook noted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from kip_cypher.query import Query
from kip_cypher.values import decode
from kip_engine.storage.steps import Program

from . import clock
from .caller import Caller
from .complaints import invalid
from .judgement import KIND, TOLD

Answer: TypeAlias = dict[str, Any]
SHOWN = ("recall", "search", "brain.feedback", "brain.emit", "get", "remember")
USED = "audit"
"""The kind of event that a use of the memory is."""
KINDS = frozenset(
    {
        *("audit", "feedback_explicit", "recall_executed", "rerank_executed", "search_executed"),
        *("entity_created", "entity_updated", "entity_deleted", "entity_merged"),
        *("note_created", "note_updated", "note_deleted"),
        *("link_created", "edge_updated", "edge_deleted"),
        *("task_transitioned", "profile_merged", "profile_resolution_recommended", "config_locked"),
        *("phase_started", "phase_completed", "phase_cancelled"),
    }
)
MOST_LISTED = 100
DEFAULT_LISTED = 20
MOST_COUNTED = 50_000
UNSPECIFIED = "unspecified"

EVENTS = """
MATCH (row:Concept)
WHERE row._brain_log = $namespace AND row.created_at IS NOT NULL AND row.kind IS NOT NULL
  AND row.verb IN $verbs
RETURN properties(row) ORDER BY row.created_at DESC, row.sequence DESC LIMIT $limit
"""
_WITHIN = """
  MATCH (row:Concept)
  WHERE row._brain_log = $namespace AND row.created_at >= $since AND row.created_at < $until
    AND row.kind IS NOT NULL AND ($kind IS NULL OR row.kind = $kind)
    AND (size($actors) = 0 OR row.actor IN $actors)
"""
WINDOW = f"""
CALL () {{{_WITHIN}
  RETURN count(row) AS rows, sum(coalesce(row.uses, 1)) AS events
}}
RETURN rows, events, COLLECT {{{_WITHIN}
  WITH row ORDER BY row.created_at DESC, row.sequence DESC LIMIT $most
  RETURN [row.kind, row.actor, row.verb, row.served_by_profile_id, coalesce(row.uses, 1)]
}}
"""


def events(caller: Caller, given: Mapping[str, Any]) -> Program[Answer]:
    """The newest events first."""
    limit = DEFAULT_LISTED if given["limit"] is None else min(given["limit"], MOST_LISTED)
    rows = yield Query(EVENTS, {"namespace": caller.key, "verbs": list(SHOWN), "limit": limit})
    found = [_shown(row[0]) for row in rows]
    return {"count": len(found), "events": found}


def event_counts(caller: Caller, given: Mapping[str, Any]) -> Program[Answer]:
    """How many events a window [since, until) holds, by kind, actor and verb, the newest 50,000 at most.

    On request also by profile, by class of work, and in sums of cost, as far as events tell.  Raises
    KIP_2003 (`since_missing`, `since_bad`, `until_bad`, `kind_bad`).
    """
    window = _window(given)
    kind, actor = given["kind"], given["actor"]
    if kind is not None and kind not in KINDS:
        known = ", ".join(sorted(KINDS))
        raise invalid("kind_bad", f"There is no kind of event {kind!r:.80}.", f"Kinds: {known}.")
    parameters = {
        "namespace": caller.key,
        **{name: clock.as_text(us) for name, us in window.items()},
        "kind": kind,
        "actors": _spellings(actor),
        "most": MOST_COUNTED,
    }
    found, total, rows = (yield Query(WINDOW, parameters))[0]
    return {
        **{name: clock.as_text(us) for name, us in window.items()},
        "actor": actor,
        "kind": kind,
        "total": sum(row[4] for row in rows),
        "counts_by_kind": _counted((row[0], row[4]) for row in rows),
        "counts_by_actor": _counted((row[1], row[4]) for row in rows),
        "counts_by_verb": _counted((row[2], row[4]) for row in rows),
        "truncated": found > len(rows),
        "window_event_total": total,
        **_options(given, rows),
    }


def payload(properties: Mapping[str, Any]) -> Answer:
    """The payload of the event that a stored row is."""
    if properties.get("kind") != KIND:
        return {}
    told = {name: decode(properties[name]) for name in TOLD if name in properties}
    names = ("signal", "served_by_profile_id", "profile_resolution")
    return {**{name: properties[name] for name in names}, **told}


def _shown(properties: Mapping[str, Any]) -> Answer:
    return {
        "id": properties["name"],
        "verb": properties["verb"],
        "outcome": properties["outcome"],
        "target_id": properties.get("target_id"),
        "duration_us": properties["duration_us"],
        "created_at": properties["created_at"],
        "payload": payload(properties),
    }


def _window(given: Mapping[str, Any]) -> dict[str, int]:
    if given["since"] is None:
        raise invalid(
            "since_missing", "The parameter `since` is missing.", "For example 2026-07-01T00:00:00Z."
        )
    until = given["until"]
    return {
        "since": _instant("since", given["since"]),
        "until": clock.now_us() if until is None else _instant("until", until),
    }


def _instant(name: str, given: str) -> int:
    try:
        return clock.as_us(given)
    except (ValueError, OverflowError) as error:
        hint = "Give ISO 8601 with a time zone, such as 2026-07-01T00:00:00Z."
        raise invalid(f"{name}_bad", f"`{name}` is no time: {given!r:.80}.", hint) from error


def _spellings(actor: str | None) -> list[str]:
    """An actor by itself and as events write it."""
    if actor is None:
        return []
    return [actor] if actor.startswith("actor:") else [actor, f"actor:{actor}"]


def _options(given: Mapping[str, Any], rows: list[list[Any]]) -> Answer:
    """What is asked for beside the counts.  Our events tell no class of work and no cost."""
    answer: Answer = {}
    if given["by_profile"]:
        answer["by_profile"] = _counted((row[3] or UNSPECIFIED, 1) for row in rows if row[0] == KIND)
    if given["by_work_class"]:
        answer["counts_by_work_class"] = {}
    if given["cost_sums"]:
        answer |= {"total_cost_unit": 0, "cost_unit_by_verb": {}}
    return answer


def _counted(values: Iterable[tuple[str, int]]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for value, times in values:
        counts[value] += times
    return dict(sorted(counts.items()))
