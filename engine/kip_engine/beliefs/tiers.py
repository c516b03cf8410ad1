"""How strong evidence is, by where it comes from (specification of beliefs, section 1.1)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

MODEL_ASSERTION: Final = "model_assertion"

STRENGTH: Final[Mapping[str, float]] = MappingProxyType(
    {
        MODEL_ASSERTION: 0.05,
        "executable": 0.3,
        "simulation": 0.5,
        "held_out_truth": 0.8,
        "real_measurement": 1.0,
    }
)
"""Strength of each tier, weakest first.  What a model merely asserts hardly counts."""

K: Final = 3.0
"""Log-odds of one entry of strength 1 and weight 1."""

MODEL_ASSERTION_CAP: Final = 0.5
"""Highest credence of a belief without a grounding entry."""

NEUTRAL: Final = 0.5
"""Credence of a belief without evidence."""
