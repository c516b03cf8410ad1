"""Takes evidence back (specification of beliefs, section 7): one transaction, whatever it reaches."""

from __future__ import annotations

import math
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kip_cypher.query import Query
from kip_engine import owned
from kip_engine.owned import Origin, Row
from kip_engine.secrets import mask_text
from kip_engine.spaces import Space
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.upsert.apply import timestamp

from .access import View
from .arguments import text
from .cascade import AMEND, CASCADE, HIT, LEVELS
from .ledger import STRICT, taken
from .records import Change
from .rejudging import Changed, rejudge
from .vocabulary import OWNER, RETRACTION, source_key

PAGE: Final = 1_000
CHANGES: Final = """
MATCH (entry:BeliefEvidence) WHERE entry._retraction = $retraction AND entry._change > $after
WITH entry ORDER BY entry._change LIMIT $page
MATCH (belief)-[:had_evidence]->(entry)-[:cited_source]->(source)
RETURN entry._change, belief.name, source.source_id, entry.level, entry.credence_before, entry.credence_after,
  entry.grounded_before, entry.grounded_after, entry.entries_left
ORDER BY entry._change
"""


@dataclass(frozen=True, slots=True)
class Retracted:
    """What a retraction did: `count` changes on `levels` levels, recorded under `id`."""

    id: str
    count: int
    levels: int


def retract(space: Space, view: View, source_id: Any, reason: Any) -> Program[Retracted]:
    """Take all evidence that cites `source_id` away from the beliefs in the scope of `view`, with all that
    rested on it alone.

    `source_id` need not exist.  Nothing is remembered of a retraction that changes nothing.  Raises KIP_2003.
    """
    identity = text(source_id, "A source's id")
    why = None if reason is None else mask_text(text(reason, "A reason"))
    attributes = {"source_id": mask_text(identity), "count": 0, "levels": 0}
    attributes |= {key: value for key, value in (("scope", view.scope), ("reason", why)) if value is not None}
    done: Retracted = yield Transaction(lambda: _work(view, source_key(space.name, identity), attributes))
    return done


def changes(retraction_id: str, after: int = -1) -> Program[tuple[list[Change], int]]:
    """A page of a retraction's changes, after the one of number `after`, and the number of its last."""
    rows = yield Query(CHANGES, {"retraction": retraction_id, "after": after, "page": PAGE})
    return [_change(row) for row in rows], rows[-1][0] if rows else after


def _work(view: View, key: str, attributes: dict[str, Any]) -> Body[Retracted]:
    retraction = _retraction(view.space, attributes)
    parameters = {
        "space": view.space,
        "items": 0,
        "scope": view.scope,
        "now": retraction["properties"]["_updated_at"],
        "retraction": retraction,
    }
    begin, first, count, levels, pending, policy = [key], 0, 0, 0, True, ""
    while pending:
        query = Query(CASCADE, {**parameters, "begin": begin, "first": first})
        [(policy, changed, deep, pending)] = taken((yield query), view.space)
        begin, first = [], first + LEVELS
        count, levels = count + changed, levels + deep
    if policy == STRICT and count:
        yield from _judge_anew(view.space, retraction["properties"])
    return Retracted(retraction["properties"]["id"], count, levels)


def _judge_anew(space: str, retraction: Mapping[str, Any]) -> Body[None]:
    [(hit,)] = yield Query(HIT, {"retraction": retraction["id"]})
    yield from rejudge(space, Changed(beliefs=hit))
    yield Query(AMEND, {"beliefs": hit, "name": retraction["name"]})


def _retraction(space: str, attributes: dict[str, Any]) -> Row:
    origin = Origin(space, OWNER, timestamp())
    return owned.concept(origin, RETRACTION, f"retraction {secrets.token_hex(8)}", attributes, searched=False)


def _change(row: Sequence[Any]) -> Change:
    _, belief_id, cause, level, before, after, *rest = row
    return Change(belief_id, cause, level, _number(before), _number(after), *rest)


def _number(stored: float | None) -> float:
    return math.nan if stored is None else stored
