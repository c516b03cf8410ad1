"""What recall reads from."""

from __future__ import annotations

from dataclasses import dataclass

from kip_engine.brain.brain import Brain
from kip_engine.execute import Setting
from kip_engine.statements import Statements


@dataclass(frozen=True, slots=True)
class Memory:
    """The space in its setting, prepared statements, the brain."""

    setting: Setting
    statements: Statements
    brain: Brain
