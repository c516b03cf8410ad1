"""Snapshots of a namespace's whole state as JSON documents, and what must hold of one that is read back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kip_grammar.errors import KipError

from .arithmetic.beta import Beta
from .complaints import invalid

ORDER_VERSION = 1
REQUIRED = ("profiles", "balanced_recall", "bindings")
SCALARS = ("relevance", "salience", "temporal")
COUNTERS = ("total_events", "exploration_epoch")
RECALL_REQUIRED = (*SCALARS, "entity_posteriors", *COUNTERS)
SECTION_REQUIRED = ("posteriors", "priors", *COUNTERS)


def parse(document: Any) -> None:
    """Check the form of a snapshot: all parts that have no default, and posteriors that are such.

    Raises KIP_2003: `missing_param`, `bad_param_type`, `alpha` or `beta`.
    """
    fields = _object("snapshot", document, REQUIRED)
    _object("profiles", fields["profiles"])
    _list("bindings", fields["bindings"])
    for label, state in _recall_states(fields):
        recall = _object(label, state, RECALL_REQUIRED)
        for scalar in SCALARS:
            _posterior(f"{label}.{scalar}", recall[scalar])
        _posteriors(f"{label}.entity_posteriors", recall["entity_posteriors"])
        _list(f"{label}.entity_posterior_order", recall.get("entity_posterior_order", []))
    for name, state in _object("section_states", fields.get("section_states", {})).items():
        sections = _object(f"section_states.{name}", state, SECTION_REQUIRED)
        _posteriors(f"section_states.{name}.posteriors", sections["posteriors"])
        _posteriors(f"section_states.{name}.priors", sections["priors"])


def validate(document: Mapping[str, Any], capacity: int) -> None:
    """Check a snapshot of good form: entities within `capacity`, and an order that covers each once.

    Raises KIP_2003: `over_capacity`, `order_version`, `order_duplicate`, `order_unknown`, `order_incomplete`.
    """
    for label, recall in _recall_states(document):
        entities, order = recall["entity_posteriors"], recall.get("entity_posterior_order", [])
        _check_order(label, recall.get("entity_posteriors_version", 0), order, entities, capacity)


def _check_order(label: str, version: int, order: list[str], entities: dict[str, Any], capacity: int) -> None:
    if len(entities) > capacity:
        raise invalid("over_capacity", f"{label} has {len(entities)} entities; {capacity} are allowed.")
    if version > ORDER_VERSION:
        raise invalid("order_version", f"The order of {label} has the unknown version {version}.")
    if len(set(order)) < len(order):
        raise invalid("order_duplicate", f"The order of {label} names an entity twice.")
    if set(order) - entities.keys():
        raise invalid("order_unknown", f"The order of {label} names an entity that has no posterior.")
    if version == 0 and order:
        raise invalid("order_version", f"The order of {label} must be empty in version 0.")
    if version == ORDER_VERSION and len(order) != len(entities):
        raise invalid("order_incomplete", f"The order of {label} doesn't cover all entities.")


def _recall_states(fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "balanced_recall", fields["balanced_recall"]
    for name, state in _object("profile_states", fields.get("profile_states", {})).items():
        yield f"profile_states.{name}", state


def _posteriors(label: str, given: Any) -> None:
    for name, posterior in _object(label, given).items():
        _posterior(f"{label}.{name}", posterior)


def _posterior(label: str, given: Any) -> None:
    counts = _object(label, given, ("alpha", "beta"))
    try:
        Beta(*(_number(f"{label}.{name}", counts[name]) for name in ("alpha", "beta")))
    except KipError as error:
        raise invalid(error.detail, f"{label}: {error.message}") from error


def _object(label: str, given: Any, required: tuple[str, ...] = ()) -> Mapping[str, Any]:
    if not isinstance(given, Mapping):
        raise invalid("bad_param_type", f"{label} is an object.")
    for name in required:
        if name not in given:
            raise invalid("missing_param", f"{label} has no `{name}`.")
    return given


def _list(label: str, given: Any) -> None:
    if not isinstance(given, list):
        raise invalid("bad_param_type", f"{label} is a list.")


def _number(label: str, given: Any) -> float:
    if isinstance(given, (int, float)) and not isinstance(given, bool):
        return float(given)
    raise invalid("bad_param_type", f"{label} is a number.")
