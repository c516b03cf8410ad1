"""What recall reads besides KIP: the brain's weights, credences of beliefs, and what resonance answers.

Each is read only where the memory has it in use, so that one without costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kip_cypher.query import Query
from kip_engine import embedding, resonance
from kip_engine.beliefs.access import LOCAL, PUBLIC
from kip_engine.beliefs.vocabulary import BELIEF, scope_digest
from kip_engine.brain import resolving
from kip_engine.brain.bindings import BUILT_IN, RECALL
from kip_engine.brain.brain import Brain
from kip_engine.brain.stored import scalars
from kip_engine.resonance import Resonance
from kip_engine.spaces import Space
from kip_engine.storage.steps import Program
from kip_grammar.errors import KipError

from .analysis.asked import Context
from .ranking import Weights
from .relevance import ACTIVATION

PROFILE = """
OPTIONAL MATCH (profile:Concept {key: $profile}) WHERE profile._owner = 'brain'
RETURN properties(profile)
"""
SETTINGS = """
OPTIONAL MATCH (space:Space {name: $space})
RETURN space.recall_activation, space.embedding_model
"""
# Beliefs of the scope that recall works in come before published ones.
CREDENCES = """
UNWIND $ids AS id
CALL (id) {
  MATCH (element:Concept {id: id}) RETURN element
  UNION ALL
  MATCH (element:Proposition {id: id}) RETURN element
}
MATCH (belief:Belief)-[:about]->(element) WHERE belief._scope IN $scopes AND belief.credence IS NOT NULL
WITH id, belief ORDER BY CASE WHEN belief._scope = $scopes[0] THEN 0 ELSE 1 END, belief.id
RETURN id, head(collect(belief.credence))
"""
LEVELS = """
UNWIND $ids AS id
MATCH (form:Concept {id: id})
WHERE coalesce(form.access_level, '') = 'private' OR coalesce(form.m_access_level, '') = 'private'
RETURN count(*)
"""
LEADING = ("forward", "0", "0b")
"""The tiers of resonance whose answers are exact or bound."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How answers are ranked: the profile's weights and the space's activation (0 for none).

    `by_meaning` says whether the space can be searched by meaning: its vectors are of the embedder in use.
    """

    weights: Weights = field(default_factory=Weights)
    activation: float = ACTIVATION
    by_meaning: bool = False


def tuning(brain: Brain, context: Context) -> Program[Tuning]:
    """The weights of the profile that serves whoever asks, and the setting of the space."""
    ((activation, model),) = yield Query(SETTINGS, {"space": brain.space.name})
    weights = yield from _weights(brain, context)
    embedder = embedding.active()
    by_meaning = embedder is not None and model == embedder.model
    return Tuning(weights, ACTIVATION if activation is None else float(activation), by_meaning)


def credences(space: Space, ids: Iterable[str]) -> Program[dict[str, float]]:
    """How far what is asked about is believed, for those elements that there is a belief about."""
    if not uses_beliefs(space):
        return {}
    scopes = [scope_digest(space.name, scope) for scope in (LOCAL, PUBLIC)]
    rows = yield Query(CREDENCES, {"ids": list(ids), "scopes": scopes})
    return {identity: float(credence) for identity, credence in rows}


def uses_beliefs(space: Space) -> bool:
    """Whether there may be beliefs."""
    return BELIEF in space.schema.types


def uses_resonance(space: Space) -> bool:
    """Whether there may be learned forms."""
    return "ResonantForm" in space.schema.types


def resonant(space: Space, question: str) -> Program[Resonance | None]:
    """What the learned forms answer, if it is no mere quotation and none of them was learned in private."""
    found = yield from resonance.recall(space, question)
    if found.text is None or found.echoed or not found.elements:
        return None
    rows = yield Query(LEVELS, {"ids": list(found.elements)})
    return None if rows[0][0] else found


def _weights(brain: Brain, context: Context) -> Program[Weights]:
    if not brain.in_use:
        return Weights(profile=BUILT_IN)
    profile = yield from _profile(brain, [context.counterparty, context.agent])
    if profile is None:
        return Weights()
    rows = yield Query(PROFILE, {"profile": brain.caller().profile_key(profile)})
    return _read(profile, rows)


def _profile(brain: Brain, actors: Sequence[str | None]) -> Program[str | None]:
    """The profile bound to whoever asks, or through whom, or else the one that serves all."""
    given: list[str | None] = [actor for actor in actors if actor]
    answer: Mapping[str, Any] = {}
    for actor in given or [None]:
        caller = brain.caller(actor=actor)
        asked = {"actor": None, "namespace": caller.namespace, "consumer_kind": RECALL}
        try:
            answer = yield from resolving.resolve(caller, asked)
        except KipError:
            return None
        if answer["matched_binding"]:
            break
    return str(answer["resolved_profile_id"])


def _read(profile: str, rows: Sequence[Sequence[Any]]) -> Weights:
    if rows[0][0] is None:
        return Weights(profile=profile)
    found = scalars(rows[0][0])
    return Weights(found.relevance.mean, found.salience.mean, found.temporal.mean, profile)
