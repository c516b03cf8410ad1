"""A memory that learns and recalls, and says how many queries that took."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine_memory import Memory

from kip_engine import doctor, resonance
from kip_engine.resonance import Learned, Resonance
from kip_engine.spaces import Space
from kip_engine.storage.steps import Program, Step
from kip_engine.storage.sync import Database


class Resonating:
    """One space, used through the programs of resonance."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    @property
    def space(self) -> Space:
        return self.memory.space

    @property
    def database(self) -> Database:
        return self.memory.database

    def learn(self, left: Any, right: Any) -> Learned:
        return self.database.run(resonance.learn(self.space, left, right))

    def learn_many(self, pairs: Iterable[tuple[Any, Any]]) -> Learned:
        return self.database.run(resonance.learn_many(self.space, pairs, lambda _: None))

    def deposit(self, text: Any) -> Learned:
        return self.database.run(resonance.deposit(self.space, text))

    def recall(self, query: Any, **options: Any) -> Resonance:
        return self.database.run(resonance.recall(self.space, query, **options))

    def round_trips(self, query: str, **options: Any) -> int:
        """How many queries a recall asks."""
        steps: list[Step] = []
        self.database.run(_noting(resonance.recall(self.space, query, **options), steps))
        return len(steps)

    def mass(self, text: str) -> int:
        """How often `text` was taught."""
        rows = self.memory.read(
            "MATCH (f:ResonantForm {space: $space, name: $name}) RETURN f.mass", name=text
        )
        return int(rows[0][0])

    def faults(self) -> list[str]:
        """The checks of the doctor that found something in this space."""
        found = self.database.run(doctor.examine(self.space.name))
        return [finding.check for finding in found if finding.space and not finding.ok]


def _noting(program: Program[Any], steps: list[Step]) -> Program[Any]:
    step = next(program)
    while True:
        steps.append(step)
        try:
            step = program.send((yield step))
        except StopIteration as stop:
            return stop.value
