"""A compiled FIND: Cypher text, where its parameters come from, and how to read its rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from . import plan
from .lowering.context import Probe
from .lowering.projections import Column
from .query import Query
from .sources import Environment, Source


@dataclass(frozen=True, slots=True)
class Compiled:
    """What running a FIND needs.

    `columns` say how to read the first columns of a row; `sort_keys` more follow, which make the next cursor.
    `scalar` says that the answer is one row of aggregates, `present` which columns can't be null.
    `references` are the elements named by id.
    """

    text: str
    sources: Mapping[str, Source]
    columns: tuple[Column, ...]
    scalar: bool
    present: tuple[int, ...]
    nothing: tuple[int | None, ...]
    sort_keys: int
    limit: Source | None
    references: tuple[plan.Reference, ...]
    probes: tuple[Probe, ...]
    types: frozenset[str]
    predicates: frozenset[str]

    def query(self, environment: Environment) -> Query:
        """The query of one run."""
        return Query(self.text, {name: source.value(environment) for name, source in self.sources.items()})


@dataclass(frozen=True, slots=True)
class Stages:
    """Every stage of one compilation, for explain."""

    planned: plan.FindPlan
    rewritten: plan.FindPlan
    compiled: Compiled
