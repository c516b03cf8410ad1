"""One run of one DELETE."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kip_cypher.query import Query
from kip_engine.targets import Selection
from kip_engine.update.kinds import binding_of, is_link, tests_values
from kip_engine.update.locking import locked, unlocked
from kip_grammar import ast


@dataclass(frozen=True, slots=True)
class Call:
    """The text and its pattern, what that selects, the space, and whether anything is to be written."""

    text: str
    where: tuple[ast.Clause, ...]
    target: ast.Variable
    selection: Selection
    space: str
    write: bool

    @property
    def is_link(self) -> bool:
        """Whether the target can be nothing but a link."""
        return is_link(binding_of(self.where, self.target))

    def locked(self, work: str, parameters: Mapping[str, Any]) -> Query:
        """The query that locks the targets and goes on with `work`."""
        return locked(self.selection, work, parameters, limit=None, tests_values=tests_values(self.where))

    def unlocked(self, work: str, parameters: Mapping[str, Any]) -> Query:
        """The query that goes on with `work`, which only reads."""
        return unlocked(self.selection, work, parameters, limit=None)
