"""What of the brain can be set."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from .arithmetic.gate import MASS_CAP
from .complaints import invalid
from .names import LOCAL, check_actor, check_namespace
from .recall_state import ENTITY_CAPACITY
from .signals import IMPLICIT_WEIGHT

BASE_MODEL_REVISION = "base-v0"
_VARIABLES = ("KIP_BRAIN_BASE_MODEL_REVISION", "KHIVE_BRAIN_BASE_MODEL_REVISION")


def _revision() -> str:
    return next((os.environ[name] for name in _VARIABLES if name in os.environ), BASE_MODEL_REVISION)


@dataclass(frozen=True, slots=True)
class Settings:
    """`implicit_weight` is what an implicit signal weighs (the design document says 0.5, its code 0.1).

    `entity_capacity` is how many entities a profile that is made from now on remembers.  `namespace` and
    `actor` are whose the uses are that a client's KIP makes of its memory, and whom its verbs work for unless
    they are told otherwise.  Adapters are registered for `base_model_revision`.
    """

    implicit_weight: float = IMPLICIT_WEIGHT
    entity_capacity: int = ENTITY_CAPACITY
    namespace: str = LOCAL
    actor: str | None = None
    base_model_revision: str = field(default_factory=_revision)

    def __post_init__(self) -> None:
        if not 0.0 < self.implicit_weight <= MASS_CAP:
            raise invalid("implicit_weight", f"An implicit signal weighs above 0, at most {MASS_CAP}.")
        check_namespace(self.namespace)
        check_actor(self.actor)
