"""The state of a namespace as a JSON document, as `state` and `profile` show it and snapshots hold it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from .arithmetic.beta import Beta
from .recall_state import RecallState
from .section_state import SectionState

Document: TypeAlias = dict[str, Any]
ENTITY_VERSION = 1


def recall(state: RecallState) -> Document:
    """Scalars and entities, in the order in which these came."""
    scalars, entities = state.scalars, state.entities
    return {
        "relevance": counts(scalars.relevance),
        "salience": counts(scalars.salience),
        "temporal": counts(scalars.temporal),
        "entity_posteriors": {name: counts(posterior) for name, posterior in entities.posteriors.items()},
        "entity_posteriors_version": ENTITY_VERSION,
        "entity_posterior_order": entities.order,
        "total_events": scalars.total_events,
        "exploration_epoch": scalars.exploration_epoch,
    }


def sections(state: SectionState) -> Document:
    """Posteriors and priors by section."""
    return {
        "posteriors": {name: counts(posterior) for name, posterior in state.posteriors.items()},
        "priors": {name: counts(prior) for name, prior in state.priors.items()},
        "total_events": state.total_events,
        "exploration_epoch": state.exploration_epoch,
    }


def section_summaries(state: SectionState) -> Document:
    """Each section's posterior in numbers, and its weight by what is known."""
    weights = state.weights()
    return {
        name: {**counts(posterior), **moments(posterior), "weight": weights[name]}
        for name, posterior in state.posteriors.items()
    }


def record(properties: Mapping[str, Any], total_events: int) -> Document:
    """What is listed of a profile."""
    names = ("description", "consumer_kind", "state_class", "lifecycle", "created_at")
    shown = {name: properties[name] for name in names}
    epoch = properties["exploration_epoch"]
    return {"id": properties["profile_id"], **shown, "total_events": total_events, "exploration_epoch": epoch}


def whole(
    profiles: Iterable[tuple[Document, RecallState, SectionState | None]],
    bindings: list[Document],
    built_in: str,
) -> Document:
    """The whole state: records with their snapshots, the states beside them, bindings in order."""
    document: Document = {"profiles": {}, "profile_states": {}, "bindings": bindings, "section_states": {}}
    for shown, recalled, sectioned in profiles:
        snapshot = recall(recalled)
        document["profiles"][shown["id"]] = {**shown, "state_snapshot": snapshot}
        if shown["id"] == built_in:
            document["balanced_recall"] = snapshot
        else:
            document["profile_states"][shown["id"]] = snapshot
        if sectioned is not None:
            document["section_states"][shown["id"]] = sections(sectioned)
    return {**document, "router_state": {}, "adapter_set": {}}


def counts(posterior: Beta) -> Document:
    """α and β."""
    return {"alpha": posterior.alpha, "beta": posterior.beta}


def moments(posterior: Beta) -> Document:
    """Mean, variance and effective sample size."""
    return {"mean": posterior.mean, "variance": posterior.variance, "ess": posterior.ess}
