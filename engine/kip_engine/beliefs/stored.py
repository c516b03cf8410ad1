"""Beliefs and evidence as they are stored, and back."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from kip_cypher.keys import link_key
from kip_cypher.names import metadata_property
from kip_cypher.values import decode
from kip_engine import owned
from kip_engine.owned import Origin, Row
from kip_engine.search.text import stored_text

from .credence import contribution, is_grounded, is_grounding
from .records import Belief, Claim, Evidence
from .vocabulary import (
    BELIEF,
    CITED_SOURCE,
    CITES_SOURCE,
    EVIDENCE,
    HAD_EVIDENCE,
    HAS_EVIDENCE,
    IS_BELIEF,
    SOURCE,
    scope_digest,
    source_name,
)

VERSION: Final = metadata_property("_version")

# From `belief` to what `belief_of` needs of it.
READ_BELIEF: Final = """
properties(belief),
COLLECT {
  MATCH (belief)-[:has_evidence]->(entry)-[:cites_source]->(source)
  RETURN [source.source_id, entry.tier, entry.direction, entry.weight, entry.time, entry.verified,
    entry.claimed_weight]
  ORDER BY entry._order
},
[(belief)-[:about]->(element) | element.id]
"""


BELIEFS: Final = (
    """
UNWIND range(0, size($ids) - 1) AS place
MATCH (belief:Concept {id: $ids[place]})
RETURN """
    + READ_BELIEF
    + "ORDER BY place"
)


def belief_of(stored: Mapping[str, Any], history: Iterable[Sequence[Any]], about: Sequence[str]) -> Belief:
    """The belief of the columns of READ_BELIEF."""
    return Belief(
        stored["name"],
        claim_of(stored),
        stored.get("credence", math.nan),
        tuple(Evidence(*fields) for fields in history),
        stored.get("scope"),  # type: ignore[arg-type]
        about[0] if about else None,
    )


def claim_of(stored: Mapping[str, Any]) -> Claim:
    """The claim of a belief's stored properties."""
    return Claim(stored["claim"], decode(stored.get("produced_by", [])) or {}, decode(stored.get("quantity")))


def belief_rows(origin: Origin, belief: Belief, hidden: Mapping[str, Any]) -> tuple[Row, Row, Row]:
    """What a new belief is made of: itself, its BeliefSource, and the link between them.

    `hidden` holds further properties.
    """
    attributes = {
        "claim": belief.claim.text,
        "credence": belief.credence,
        "grounded": is_grounded(belief.evidence_history),
        **_given("scope", belief.scope),
        **_given("produced_by", dict(belief.claim.produced_by) or None),
        **_given("quantity", belief.claim.quantity),
    }
    concept = owned.concept(origin, BELIEF, belief.id, attributes, exact=True)
    concept["properties"].update(hidden, **in_scope(concept["properties"]))
    source = source_row(origin, belief.id)
    ends = (source["properties"]["id"], concept["properties"]["id"])
    return concept, source, link_row(origin, IS_BELIEF, *ends)


def source_row(origin: Origin, source_id: str) -> Row:
    """A new BeliefSource of which nothing is known but its id."""
    attributes = {"source_id": source_id}
    return owned.concept(origin, SOURCE, source_name(source_id), attributes, exact=True, searched=False)


def link_row(origin: Origin, predicate: str, subject: str, target: str) -> Row:
    """A new link between the concepts with these KIP ids."""
    return {"label": predicate, "properties": owned.link_properties(origin, predicate, subject, target)}


def evidence_row(
    origin: Origin, belief: tuple[str, str], source: str, entry: Evidence, order: int, *, kept: bool = False
) -> dict[str, Row]:
    """A new piece of evidence, number `order` of the belief with (KIP id, name) `belief`, and its links.

    `kept` notes how it was judged beside how it counts, which STRICT will change.  The links carry the keys
    that they will have once the evidence is retracted: Cypher can't hash.
    """
    name = f"{entry.direction} {entry.tier} #{order} of {belief[1]}"
    concept = owned.concept(origin, EVIDENCE, name, _attributes(entry), searched=False)["properties"]
    concept.update(_order=order, _log_odds=contribution(entry) if entry.weight > 0 else 0.0)
    if kept:
        concept.update(_weight=entry.weight, _verified=entry.verified)
    has = _link(origin, (HAS_EVIDENCE, HAD_EVIDENCE), belief[0], concept["id"])
    cites = _link(origin, (CITES_SOURCE, CITED_SOURCE), concept["id"], source)
    return {"has": has, "evidence": concept, "cites": cites}


def in_scope(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The hidden properties by which a belief with these properties is found within its scope.

    `_words` is `search_text` in a language of the scope's own, so that neither what is found nor how often
    words occur tells of other scopes.
    """
    scope = scope_digest(stored["space"], stored.get("scope"))
    return {
        "_scope": scope,
        "_text_in": scope if stored["claim"] else None,
        "_words": stored_text({**stored, "space": scope}),
    }


def _attributes(entry: Evidence) -> dict[str, Any]:
    return {
        "tier": entry.tier,
        "direction": entry.direction,
        "weight": entry.weight,
        "claimed_weight": entry.claimed_weight,
        "time": entry.time,
        "verified": entry.verified,
        "grounding": is_grounding(entry),
    }


def _link(origin: Origin, predicates: tuple[str, str], subject: str, target: str) -> Row:
    live, past = predicates
    properties = owned.link_properties(origin, live, subject, target)
    return {**properties, "_past_key": link_key(origin.space, subject, past, target)}


def _given(key: str, value: Any) -> dict[str, Any]:
    return {} if value is None else {key: value}
