"""Beliefs and evidence as they are stored, and back."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from kip_cypher.names import metadata_property
from kip_cypher.values import decode
from kip_engine import owned
from kip_engine.owned import Origin, Row
from kip_engine.search import terms

from .credence import is_grounded
from .records import Belief, Claim, Evidence
from .vocabulary import (
    BELIEF,
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


def in_scope(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The hidden properties by which a belief with these properties is found within its scope.

    `_words` is `search_text` in a language of the scope's own, so that neither what is found nor how often
    words occur tells of other scopes.
    """
    space, text = stored["space"], stored["search_text"]
    scope = scope_digest(space, stored.get("scope"))
    ours, theirs = (f" {terms.space_prefix(name)}" for name in (space, scope))
    return {
        "_scope": scope,
        "_text_in": scope if stored["claim"] else None,
        "_words": f" {text}".replace(ours, theirs)[1:],
    }


def _given(key: str, value: Any) -> dict[str, Any]:
    return {} if value is None else {key: value}
