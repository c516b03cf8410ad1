"""Rebuilds the brain's state from its log, and says where what was stored differed."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from kip_cypher.query import Query
from kip_engine.overtaken import Overtaken, until_not_overtaken
from kip_engine.storage.steps import Body, Program, Transaction
from kip_grammar.errors import KipError

from .bindings import BUILT_IN
from .brain import Brain
from .caller import Caller
from .comparing import differences
from .folding import BOUND, Folded, fresh
from .mending import mend_accounts, mend_bindings, mend_profile
from .whole import ALL, Whole

PAGE = 2_000

NAMESPACES = "MATCH (n:BrainNamespace) WHERE n.space = $space RETURN n.name ORDER BY n.name"
# Profiles in the order of their ids, then the namespace: so do verbs that lock several.
LOCK_PROFILES = """
MATCH (profile:Concept) WHERE profile._brain_registry = $namespace
WITH profile ORDER BY profile.profile_id
SET profile._lock = true REMOVE profile._lock
RETURN profile.profile_id
"""
LOCK = """
MATCH (namespace:BrainNamespace {key: $namespace})
SET namespace._lock = true REMOVE namespace._lock
WITH namespace
RETURN namespace.created_at, COLLECT {
  MATCH (profile:Concept) WHERE profile._brain_registry = $namespace RETURN profile.profile_id
}
"""
ROWS = """
MATCH (row:Concept) WHERE row._brain_log = $namespace AND row.sequence > $after
RETURN properties(row) ORDER BY row.sequence LIMIT $page
"""
BINDINGS = """
MATCH (binding:Concept) WHERE binding._brain_table = $namespace AND binding.sequence IS NOT NULL
RETURN properties(binding) ORDER BY binding.sequence
"""
ACCOUNTS = """
MATCH (profile:Concept) WHERE profile._brain_registry = $namespace
MATCH (profile)-[gates:brain_gates]->(target)
MATCH (link:Proposition {id: gates.id})
RETURN profile.profile_id, target.id, link.mass, link.at_us
"""
LIVING = """
UNWIND $ids AS id
CALL (id) {
  MATCH (t:Concept {id: id}) RETURN t
  UNION ALL
  MATCH (t:Proposition {id: id}) RETURN t
}
WITH t WHERE t.space = $space
RETURN t.id, elementId(t)
"""


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What the rebuild of a namespace found: rows folded, and what differed in the stored state.

    Each difference is a sentence; if there are any, the stored state is now the folded one.
    """

    namespace: str
    rows: int
    profiles: int
    entities: int
    differences: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {**asdict(self), "differences": list(self.differences)}


def rebuild(brain: Brain) -> Program[list[Rebuilt]]:
    """Fold the log of every namespace of the space; where the stored state differs, write it anew."""
    done = []
    for (name,) in (yield Query(NAMESPACES, {"space": brain.space.name})):
        caller = brain.caller(name)
        yield from brain.catch_up(caller)
        work = Transaction(lambda caller=caller: _rebuild(caller))  # type: ignore[misc]
        done.append((yield from until_not_overtaken(work)))
    return done


def _rebuild(caller: Caller) -> Body[Rebuilt]:
    created_at = yield from _lock(caller)
    stored = yield from _stored(caller)
    folded = yield from _folded(caller, _beginning(caller, stored.get(BUILT_IN), created_at))
    living = yield from _living(caller, folded)
    found = yield from _mend_profiles(caller, folded, stored, living)
    found += [f"profile {name}: the log doesn't know it" for name in stored.keys() - folded.profiles.keys()]
    found += yield from _mend_bindings(caller, folded)
    found += yield from _mend_accounts(caller, folded, living)
    entities = sum(len(profile.numbers) for profile in stored.values())
    return Rebuilt(caller.namespace, folded.rows, len(stored), entities, tuple(found))


def _lock(caller: Caller) -> Body[str]:
    """Lock everything; when the namespace began."""
    locked = [name for (name,) in (yield Query(LOCK_PROFILES, {"namespace": caller.key}))]
    created_at, present = (yield Query(LOCK, {"namespace": caller.key}))[0]
    if set(present) != set(locked):
        raise Overtaken
    return str(created_at)


def _stored(caller: Caller) -> Body[dict[str, Whole]]:
    """The stored profiles by id, but for those that can't be read."""
    readable = {}
    for row in (yield Query(ALL, {"namespace": caller.key})):
        with suppress(KipError):
            found = Whole(*row)
            readable[found.id] = found
    return readable


def _beginning(caller: Caller, built_in: Whole | None, created_at: str) -> Folded:
    if built_in is None:
        return fresh(created_at, caller.settings.entity_capacity)
    return fresh(built_in.properties["created_at"], built_in.properties["_brain_capacity"])


def _folded(caller: Caller, folded: Folded) -> Body[Folded]:
    after = 0
    while rows := (yield Query(ROWS, {"namespace": caller.key, "after": after, "page": PAGE})):
        for (row,) in rows:
            folded.fold(row)
        after = rows[-1][0]["sequence"]
    return folded


def _living(caller: Caller, folded: Folded) -> Body[dict[str, str]]:
    """The nodes of all elements that profiles know and that still exist, by id."""
    named = {name for profile in folded.profiles.values() for name in profile.recall.entities.posteriors}
    ids = sorted(named | {target for _, target in folded.accounts})
    living: dict[str, str] = {}
    for start in range(0, len(ids), PAGE):
        page = {"ids": ids[start : start + PAGE], "space": caller.space.name}
        rows = yield Query(LIVING, page)
        living.update((name, node) for name, node in rows)
    return living


def _mend_profiles(
    caller: Caller, folded: Folded, stored: Mapping[str, Whole], living: Mapping[str, str]
) -> Body[list[str]]:
    found = []
    for name, told in folded.profiles.items():
        apart = differences(name, told, stored.get(name), living)
        if apart:
            yield from mend_profile(caller, name, told, living)
        found += apart
    return found


def _mend_bindings(caller: Caller, folded: Folded) -> Body[list[str]]:
    rows = yield Query(BINDINGS, {"namespace": caller.key})
    stored = [{name: row[name] for name in BOUND} for (row,) in rows]
    told = list(folded.bindings.values())
    if stored == told:
        return []
    yield from mend_bindings(caller, folded)
    return [f"bindings: {len(stored)} are stored, the log tells {len(told)}, not all the same"]


def _mend_accounts(caller: Caller, folded: Folded, living: Mapping[str, str]) -> Body[list[str]]:
    rows = yield Query(ACCOUNTS, {"namespace": caller.key})
    stored = {(name, target): (mass, at_us) for name, target, mass, at_us in rows}
    told = {key: account for key, account in folded.accounts.items() if key[1] in living}
    if stored == told:
        return []
    yield from mend_accounts(caller, folded, living)
    return [f"gate accounts: {len(stored)} are stored, the log tells {len(told)}, not all the same"]
