"""Between the brain's values and the properties of its elements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from kip_grammar.errors import KipError

from .arithmetic.beta import Beta
from .recall_state import Scalars

Properties: TypeAlias = dict[str, Any]
SCALARS = ("relevance", "salience", "temporal")


def scalars(properties: Mapping[str, Any]) -> Scalars:
    """The scalars of a stored profile."""
    relevance, salience, temporal = (posterior(properties, name) for name in SCALARS)
    counted = properties["total_events"], properties["exploration_epoch"]
    return Scalars(relevance, salience, temporal, *counted)


def scalar_properties(given: Scalars) -> Properties:
    """What a profile stores of them."""
    counts: Properties = {}
    for name in SCALARS:
        counts.update(posterior_properties(getattr(given, name), f"{name}_"))
    return {**counts, "total_events": given.total_events, "exploration_epoch": given.exploration_epoch}


def posterior(properties: Mapping[str, Any], prefix: str = "") -> Beta:
    """A stored posterior, `<prefix>_alpha` and `<prefix>_beta`.  Raises KIP_4003 if it is none."""
    start = f"{prefix}_" if prefix else ""
    alpha, beta = properties.get(f"{start}alpha"), properties.get(f"{start}beta")
    try:
        return Beta(float(alpha or 0.0), float(beta or 0.0))
    except KipError as error:
        raise KipError(
            "KIP_4003",
            f"The brain's state has a posterior ({alpha}, {beta}) that is none.",
            hint="`kip doctor --rebuild-brain` restores the state from its log.",
            detail="invalid_state",
        ) from error


def posterior_properties(given: Beta, start: str = "") -> Properties:
    """What is stored of a posterior."""
    return {f"{start}alpha": given.alpha, f"{start}beta": given.beta}
