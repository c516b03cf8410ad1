"""Grants of one scope to another, and publishing (specification of beliefs, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from kip_cypher.query import Query
from kip_engine import owned
from kip_engine.owned import Origin
from kip_engine.search.text import stored_text
from kip_engine.secrets import mask_text
from kip_engine.spaces import Space
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.upsert.apply import timestamp
from kip_grammar.errors import KipError

from .access import (
    PUBLIC,
    REVISIONS,
    THEN_VISIBLE,
    Scope,
    View,
    checked_access,
    checked_scope,
    scope_key,
    scope_name,
)
from .arguments import listed, text
from .begun import begun
from .ledger import TAKE_LEDGER, taken
from .rejudging import Changed, rejudge_if
from .stored import in_scope, link_row
from .validation import refuse
from .vocabulary import MAY_READ, MAY_WRITE, OWNER, SCOPE, scope_digest, source_key
from .writing import Writing

MODES: Final = {"read": (MAY_READ,), "write": (MAY_WRITE,), "both": (MAY_READ, MAY_WRITE)}

READ_GRANTS: Final = (
    TAKE_LEDGER
    + """
OPTIONAL MATCH (principal:Concept {key: $principal})
OPTIONAL MATCH (scope:Concept {key: $scope})
RETURN ledger.policy, principal.id, scope.id,
  [(principal)-[granted:may_read_scope|may_write_scope]->(scope) | type(granted)]
"""
)
REVOKE: Final = """
MATCH (:Concept {key: $principal})-[granted:may_read_scope|may_write_scope]->(:Concept {key: $scope})
MATCH (link:Proposition {id: granted.id})-[end:SUBJECT|OBJECT]->()
DELETE granted, end, link
"""
CAN: Final = """
OPTIONAL MATCH (:Concept {key: $principal})-[granted:may_read_scope|may_write_scope]->(:Concept {key: $scope})
RETURN collect(type(granted))
"""
READ_PUBLISHED: Final = (
    TAKE_LEDGER
    + THEN_VISIBLE
    + """
UNWIND $keys AS key
OPTIONAL MATCH (source:Concept {key: key})
OPTIONAL MATCH (source)-[:is_belief]->(belief)
WITH ledger, visible, coalesce(belief, source) AS item
RETURN ledger.policy, CASE WHEN item.scope IN visible THEN properties(item) END
"""
)


def grant(space: Space, principal: Scope, scope: Scope, mode: str, access: str | None) -> Program[None]:
    """Let those who work in `principal` read, write (publish into) or both what is in `scope`.

    Grants have a direction.  `access` names the list of grants to add to.  Raises KIP_2002 for an unknown
    mode.
    """
    pair = checked_scope(principal), checked_scope(scope)
    if text(mode, "A grant's mode") not in MODES:
        refuse("KIP_2002", "bad_mode", f"A grant is for {', '.join(MODES)}, not {mode!r}.", hint="")
    access_list = checked_access(access)
    if REVISIONS not in pair and all(pair):
        yield from begun(space, lambda: _granting(space.name, pair, MODES[mode], access_list))


def revoke(space: Space, principal: Scope, scope: Scope, access: str | None) -> Program[None]:
    """Take back what was granted.  A scope always reads and writes itself and `public`."""
    pair, listed = (checked_scope(principal), checked_scope(scope)), checked_access(access)
    keys = _keys(space.name, pair, listed)
    yield Transaction(lambda: _revoke(space.name, keys, pair[0], listed))


def can(space: Space, principal: Scope, scope: Scope, access: str | None) -> Program[tuple[bool, bool]]:
    """Whether those who work in `principal` may read, and may write, what is in `scope`."""
    pair = checked_scope(principal), checked_scope(scope)
    [(granted,)] = yield Query(CAN, _keys(space.name, pair, checked_access(access)))
    return _may(pair, MAY_READ, granted), _may(pair, MAY_WRITE, granted)


def publish(
    space: Space, ids: Iterable[str], *, to: Scope, by: Scope, access: str | None
) -> Program[list[str]]:
    """Move beliefs and sources into the scope `to`, and return the ids of those that were moved.

    `by` is the scope that publishes: it must be allowed to write `to`, or KIP_3004 `AccessDeniedError` is
    raised.  What doesn't exist, or can't be read by it, is left out.
    """
    target, principal = checked_scope(to), checked_scope(by) if by else ""
    view = View(space.name, principal, checked_access(access))
    wanted = [str(identity) for identity in listed(ids, "What is published")]
    moved = yield Transaction(lambda: _publish(view, wanted, target))
    return [identity for identity in wanted if identity in moved]


def move(space: str, stored: Mapping[str, Any], scope: str | None) -> dict[str, Any]:
    """The changes to an item's stored properties that put it into `scope`."""
    moved = {**stored, "scope": scope}
    text = stored_text({key: value for key, value in moved.items() if value is not None})
    searched = text if stored.get("search_text") else None
    if "claim" in stored:
        return {"scope": scope, "search_text": text, **in_scope({**moved, "search_text": text})}
    digest = scope_digest(space, scope) if stored.get("_text_in") else None
    return {"scope": scope, "search_text": searched, "_text_in": digest}


def _may(pair: Sequence[str], predicate: str, granted: Sequence[str]) -> bool:
    principal, scope = pair
    allowed = bool(principal) and scope != REVISIONS
    return allowed and (scope in (principal, PUBLIC) or predicate in granted)


def _keys(space: str, pair: Sequence[str], access: str) -> dict[str, str]:
    principal, scope = (scope_key(space, access, name) for name in pair)
    return {"principal": principal, "scope": scope}


def _granting(space: str, pair: tuple[str, str], predicates: Sequence[str], access: str) -> Program[None]:
    yield Transaction(lambda: _grant(space, pair, predicates, access))


def _grant(space: str, pair: tuple[str, str], predicates: Sequence[str], access: str) -> Body[None]:
    keys = _keys(space, pair, access)
    rows = yield Query(READ_GRANTS, {"space": space, "items": 0, **keys})
    [(policy, *ends, granted)] = taken(rows, space)
    writing = Writing(Origin(space, OWNER, timestamp()))
    known = dict(zip(pair, ends, strict=True))
    for name in dict.fromkeys(pair):
        known[name] = known[name] or _new_scope(writing, access, name)
    subject, target = (known[name] for name in pair)
    for predicate in predicates:
        if predicate not in granted:
            writing.links.append(link_row(writing.origin, predicate, str(subject), str(target)))
    yield from writing.write()
    yield from _rejudge(policy, space, pair[0], access)


def _new_scope(writing: Writing, access: str, scope: str) -> str:
    attributes = {"scope": scope, "access": access}
    row = owned.concept(
        writing.origin, SCOPE, scope_name(access, scope), attributes, exact=True, searched=False
    )
    writing.concepts.append(row)
    return str(row["properties"]["id"])


def _revoke(space: str, keys: Mapping[str, str], principal: str, access: str) -> Body[None]:
    rows = yield Query(TAKE_LEDGER + "RETURN ledger.policy", {"space": space, "items": 0})
    [(policy,)] = taken(rows, space)
    yield Query(REVOKE, dict(keys))
    yield from _rejudge(policy, space, principal, access)


def _rejudge(policy: str, space: str, principal: str, access: str) -> Body[None]:
    """STRICT judges in the views that the space's own list of grants gives."""
    if access == "":
        yield from rejudge_if(policy, space, Changed(scopes=[scope_digest(space, principal)]))


def _publish(view: View, ids: Sequence[str], target: str) -> Body[set[str]]:
    keys = {identity: source_key(view.space, mask_text(identity)) for identity in ids}
    parameters = {**view.parameters(), "space": view.space, "items": 0, "keys": list(keys.values())}
    rows = yield Query(READ_PUBLISHED, parameters)
    if ids:
        taken(rows, view.space)
    yield from _check_publishing(view, target)
    found = {identity: row[1] for identity, row in zip(keys, rows, strict=True) if row[1] is not None}
    writing = Writing(Origin(view.space, OWNER, timestamp()))
    for stored in found.values():
        writing.change(stored, move(view.space, stored, target))
    yield writing.query()
    if found:
        beliefs = [stored["id"] for stored in found.values() if "claim" in stored]
        changed = Changed(beliefs, [keys[identity] for identity in found])
        yield from rejudge_if(rows[0][0], view.space, changed)
    return set(found)


def _check_publishing(view: View, target: str) -> Body[None]:
    pair = view.scope or "", target
    [(granted,)] = yield Query(CAN, _keys(view.space, pair, view.access))
    if not _may(pair, MAY_WRITE, granted):
        raise _denied(*pair)


def _denied(principal: str, scope: str) -> KipError:
    return KipError(
        "KIP_3004",
        f"{principal!r} may not publish into {scope!r}.",
        hint="Say who publishes (`by`), and have the scope granted for writing: client.beliefs.grant(…).",
        detail="AccessDeniedError",
    )
