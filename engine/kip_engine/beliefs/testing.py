"""For tests alone: puts anything into a space that the verbs would refuse, and looks at it as it lies there.

The golden vectors were observed on a store that anybody may write to by hand.  `put` writes records tagged as
beliefs that no verb made, well or ill formed, over the same nodes that the verbs use.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from kip_cypher.query import Query
from kip_engine.delete.cascade import DELETE_LINKS, LINKS_ON_ROOTS
from kip_engine.owned import Origin, register
from kip_engine.secrets import mask_text
from kip_engine.spaces import Space
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.upsert.apply import timestamp
from kip_grammar.errors import KipError

from . import malformed
from .entries import entry_row
from .granting import move
from .ranking import checked_k, rank
from .records import Belief, Claim, Evidence, RankedBelief
from .rejudging import Changed, rejudge_if
from .sources import BELIEF_TAG, FIELDS, Source, guarded, read_item, write_source
from .stored import READ_BELIEF, belief_of, belief_rows, link_row
from .vocabulary import IS_BELIEF, OWNER, VOCABULARY, claim_digest, source_key
from .writing import Writing

REMOVE_BELIEF: Final = (
    """
MATCH (belief:Concept {id: $id})
OPTIONAL MATCH (belief)-[:has_evidence|had_evidence]->(entry)
WITH belief, collect(entry) AS entries
WITH [belief] + entries AS roots
"""
    + LINKS_ON_ROOTS
    + DELETE_LINKS
    + "FOREACH (root IN roots | DELETE root)"
)
LISTING: Final = (
    """
MATCH (item:Concept) WHERE item.space = $space AND item.type IN ['Belief', 'BeliefSource']
AND item._order IS NOT NULL
WITH item AS belief ORDER BY belief._order
RETURN """
    + READ_BELIEF
)
FOUND: Final = "OPTIONAL MATCH (source:Concept {key: $key}) RETURN source.id"
GET: Final = (
    """
MATCH (source:Concept {key: $key})
OPTIONAL MATCH (source)-[:is_belief]->(own)
WITH coalesce(own, source) AS belief WHERE belief._order IS NOT NULL
RETURN """
    + READ_BELIEF
)


def put(
    space: Space,
    source_id: str | None = None,
    *,
    kind: str = "text",
    text: str = "",
    payload: Mapping[str, Any] | None = None,
    tags: Sequence[str] = (),
    scope: str = "local",
) -> Program[str]:
    """The id of an item that was put in the place of what had that id.  Raises KIP_2002 `bad_kind`."""
    identity = secrets.token_hex(8) if source_id is None else source_id
    source = guarded(Source(identity, kind, scope, text, payload or {}, tags))
    yield from register(VOCABULARY, space)
    yield Transaction(lambda: _put(space.name, source))
    return identity


def remove(space: Space, source_id: str) -> Program[bool]:
    """Remove an item with the evidence it has, not that which cites it; whether there was one."""
    existed: bool = yield Transaction(lambda: _remove(space.name, mask_text(source_id)))
    return existed


def set_scope(space: Space, source_id: str, scope: str) -> Program[bool]:
    """Move an item into another scope, whoever may; whether there was one."""
    moved: bool = yield Transaction(lambda: _set_scope(space.name, mask_text(source_id), scope))
    return moved


def get(space: Space, source_id: str) -> Program[Belief | None]:
    """The belief with this id, None if there is nothing; raises KIP_2002 for what is none."""
    rows = yield Query(GET, {"key": source_key(space.name, mask_text(source_id))})
    return _belief(rows[0]) if rows else None


def listing(space: Space) -> Program[list[tuple[str, Belief | KipError]]]:
    """Everything tagged as a belief, by id, in store order: the belief, or what is wrong with it."""
    rows = yield Query(LISTING, {"space": space.name})
    return [(row[0]["name"], _outcome(row)) for row in rows if "claim" in row[0]]


def retrieve_injected(
    space: Space,
    scope: str | None,
    scores: Sequence[tuple[str, float]],
    k: Any = 8,
    min_credence: float | None = None,
) -> Program[list[RankedBelief]]:
    """What retrieval makes of relevances from elsewhere, best first; `scope` None for every scope."""
    wanted = checked_k(k)
    found = {
        identity: belief
        for identity, belief in (yield from listing(space))
        if isinstance(belief, Belief) and scope in (None, belief.scope)
    }
    hits = [(score, found[identity]) for identity, score in scores if identity in found]
    return rank(hits, wanted, min_credence)


def check_records(space: Space, scope: str | None) -> Program[None]:
    """Raises KIP_2002 if any record in `scope` (None: in any) is tagged as a belief and isn't one."""
    for stored, *_ in (yield Query(LISTING, {"space": space.name})):
        if stored.get("_aside") is None and scope in (None, stored.get("scope")):
            malformed.check(stored.get("_malformed"))


def _belief(row: Sequence[Any]) -> Belief:
    malformed.check(row[0].get("_malformed") or (None if "claim" in row[0] else "missing:claim"))
    return belief_of(*row)


def _outcome(row: Sequence[Any]) -> Belief | KipError:
    try:
        return _belief(row)
    except KipError as error:
        return error


def _put(space: str, source: Source) -> Body[None]:
    item = yield from read_item(space, source.id)
    if item.source is not None:
        yield from _take_away(space, item.source, item.belief)
    writing = Writing(Origin(space, OWNER, timestamp()))
    if BELIEF_TAG in source.tags:
        yield from _forge(writing, source, item.source, item.place)
    else:
        write_source(writing, source, item.source, item.place)
    yield writing.query()
    yield from rejudge_if(item.policy, space, Changed(sources=[source_key(space, source.id)]))


def _remove(space: str, source_id: str) -> Body[bool]:
    item = yield from read_item(space, source_id, items=0)
    if item.exists and item.source is not None:
        yield from _take_away(space, item.source, item.belief)
        yield from rejudge_if(item.policy, space, Changed(sources=[source_key(space, source_id)]))
    return item.exists


def _take_away(space: str, source: Mapping[str, Any], belief: Mapping[str, Any] | None) -> Body[None]:
    """What is left is a name that nothing is known of."""
    if belief is not None:
        yield Query(REMOVE_BELIEF, {"id": belief["id"]})
    writing = Writing(Origin(space, OWNER, timestamp()))
    writing.change(source, dict.fromkeys(FIELDS))
    yield writing.query()


def _set_scope(space: str, source_id: str, scope: str) -> Body[bool]:
    item = yield from read_item(space, source_id, items=0)
    stored = item.belief or item.source
    if stored is None or not item.exists:
        return False
    writing = Writing(Origin(space, OWNER, timestamp()))
    writing.change(stored, move(space, stored, scope))
    yield writing.query()
    beliefs = [] if item.belief is None else [item.belief["id"]]
    yield from rejudge_if(item.policy, space, Changed(beliefs, [source_key(space, source_id)]))
    return True


def _forge(writing: Writing, source: Source, stored: Mapping[str, Any] | None, order: int) -> Body[None]:
    """A record tagged as a belief, as it lies there: its credence is what it says."""
    complaint, claim, credence, history = _read_payload(source.payload)
    space = writing.origin.space
    key = source.payload.get("key")
    hidden = {
        "_claim": claim_digest(space, key) if isinstance(key, str) else None,
        "_order": order,
        "_entries": len(history),
        "_malformed": complaint,
        "_aside": None if source.kind == "record" else True,
        "_raw": json.dumps([source.text, source.payload, list(source.tags)]),
    }
    belief = Belief(source.id, claim, credence, tuple(history), source.scope)
    concept, *_ = belief_rows(writing.origin, belief, hidden)
    concept["properties"]["_text_in"] = concept["properties"]["_scope"] if source.text else None
    writing.concepts.append(concept)
    own = writing.source(source.id, None if stored is None else stored["id"])
    writing.links.append(link_row(writing.origin, IS_BELIEF, own, concept["properties"]["id"]))
    for number, entry in enumerate(history, 1):
        cited = yield Query(FOUND, {"key": source_key(space, entry.source_id)})
        target = writing.source(entry.source_id, cited[0][0])
        ends = concept["properties"]["id"], belief.id
        writing.entries.append(entry_row(writing.origin, ends, target, entry, number))


def _read_payload(payload: Mapping[str, Any]) -> tuple[str | None, Claim, float, list[Evidence]]:
    """What is wrong with the payload of a belief, if anything, and its claim, credence and history."""
    try:
        claim = payload["claim"]
        stated = Claim(claim["text"], dict(claim.get("produced_by", {})), claim.get("quantity"))
        return None, stated, payload["credence"], [_entry(**entry) for entry in _history(payload)]
    except KeyError as error:
        return f"missing:{error.args[0]}", Claim(""), 0.5, []
    except KipError as error:
        return error.detail, Claim(""), 0.5, []
    except (TypeError, ValueError, AttributeError) as error:
        return type(error).__name__, Claim(""), 0.5, []


def _history(payload: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    history: Sequence[Mapping[str, Any]] = payload.get("evidence_history", [])
    return history


def _entry(
    source_id: str,
    tier: str,
    direction: str = "+",
    weight: float = 1.0,
    time: float = 0.0,
    verified: bool = True,
) -> Evidence:
    return Evidence(source_id, tier, direction, weight, time, verified)
