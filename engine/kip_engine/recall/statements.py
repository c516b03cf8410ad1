"""What is sent in a batch, and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kip_engine.storage.steps import Program
from kip_grammar.errors import KipError

from .patterns import Pattern

Row: TypeAlias = dict[str, Any]
"""A row: what each column holds, by the name of its variable; of a SEARCH `hit`, of a DESCRIBE `domain`."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A statement to send: which, of which pattern, with what, and what fills its slot."""

    pattern: Pattern
    name: str
    given: Mapping[str, Any] = field(default_factory=dict)
    predicates: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What it is called: `C.preferences`."""
        return f"{self.pattern.letter}.{self.name}"

    @property
    def identity(self) -> str:
        """What two askings share that would be answered alike."""
        return f"{self.label} {sorted(self.given.items())!r} {self.predicates!r}"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of an asking: rows, or why there are none."""

    asking: Asking
    rows: list[Row] = field(default_factory=list)
    missing: tuple[str, ...] = ()
    error: KipError | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """Another read beside the statements of a batch: what it is called, and what its rows are counted by."""

    statement: str
    program: Callable[[], Program[Any]]
    rows: Callable[[Any], int]
