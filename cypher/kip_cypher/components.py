"""Connected components of patterns: patterns that share an element belong together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from . import mentions, plan
from .bindings import Binding


@dataclass(frozen=True, slots=True)
class Component:
    """Patterns connected by shared elements, in text order."""

    UNANCHORED: ClassVar[int] = 3

    patterns: tuple[plan.Pattern, ...]

    @property
    def bindings(self) -> frozenset[Binding]:
        """All it binds."""
        return frozenset(b for pattern in self.patterns for b in mentions.in_pattern(pattern))

    @property
    def rank(self) -> int:
        """How good its best anchor is: 0 identity, 1 name, 2 type, 3 none but a link's predicate."""
        return min(map(_rank, self.patterns))

    def touches(self, bound: frozenset[Binding]) -> bool:
        """Whether an element of it is bound already."""
        return any(b in bound for pattern in self.patterns for b in _elements(pattern))

    def first_link(self) -> plan.LinkPattern:
        """The link to start from when nothing better is given: one with a predicate, if any."""
        links = [p for p in self.patterns if isinstance(p, plan.LinkPattern)]
        return next((link for link in links if link.predicates), links[0])


def components(patterns: Sequence[plan.Pattern]) -> list[Component]:
    """The components of `patterns`, in the order of their first pattern."""
    groups: list[tuple[set[Binding], list[int]]] = []
    for index, pattern in enumerate(patterns):
        elements, members = set(_elements(pattern)), [index]
        apart = []
        for group in groups:
            if group[0] & elements:
                elements |= group[0]
                members = group[1] + members
            else:
                apart.append(group)
        groups = [*apart, (elements, members)]
    groups.sort(key=lambda group: min(group[1]))
    return [Component(tuple(patterns[i] for i in sorted(members))) for _, members in groups]


def _elements(pattern: plan.Pattern) -> Iterable[Binding]:
    if isinstance(pattern, plan.LinkPattern):
        return (pattern.subject, pattern.object, pattern.link)
    return mentions.in_pattern(pattern)


def _rank(pattern: plan.Pattern) -> int:
    if isinstance(pattern, plan.LinkIdPattern):
        return 0
    if isinstance(pattern, plan.ConceptPattern):
        return 0 if pattern.is_unique else 1 if pattern.name is not None else 2
    return Component.UNANCHORED
