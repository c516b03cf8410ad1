"""What of the brain can be set."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from .recall_state import ENTITY_CAPACITY
from .signals import IMPLICIT_WEIGHT

BASE_MODEL_REVISION = "base-v0"
_VARIABLES = ("KIP_BRAIN_BASE_MODEL_REVISION", "KHIVE_BRAIN_BASE_MODEL_REVISION")


def _revision() -> str:
    return next((os.environ[name] for name in _VARIABLES if name in os.environ), BASE_MODEL_REVISION)


@dataclass(frozen=True, slots=True)
class Settings:
    """`implicit_weight` is what an implicit signal weighs (the design document says 0.5, its code 0.1).

    `entity_capacity` is how many entities a profile that is made from now on remembers.  Adapters are
    registered for `base_model_revision`.
    """

    implicit_weight: float = IMPLICIT_WEIGHT
    entity_capacity: int = ENTITY_CAPACITY
    base_model_revision: str = field(default_factory=_revision)
