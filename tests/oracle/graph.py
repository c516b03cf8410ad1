"""The data model in memory: concepts and links, with their JSON attributes and metadata (section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Concept:
    """A concept node; its id is its identity."""

    id: str
    type: str = field(compare=False)
    name: str = field(compare=False)
    attributes: Mapping[str, Any] = field(compare=False)
    metadata: Mapping[str, Any] = field(compare=False)


@dataclass(frozen=True, slots=True)
class Link:
    """A proposition link; `subject` and `object` are ids of concepts or links."""

    id: str
    subject: str = field(compare=False)
    predicate: str = field(compare=False)
    object: str = field(compare=False)
    attributes: Mapping[str, Any] = field(compare=False)
    metadata: Mapping[str, Any] = field(compare=False)


Element: TypeAlias = Concept | Link
Binding: TypeAlias = Concept | Link | str | None
"""What a variable holds: an element, a predicate name, or null."""


class Graph:
    """All elements of a space."""

    def __init__(self, concepts: Iterable[Concept], links: Iterable[Link]) -> None:
        self.concepts = tuple(concepts)
        self.links = tuple(links)
        self.elements: dict[str, Element] = {e.id: e for e in (*self.concepts, *self.links)}

    @classmethod
    def of_json(cls, concepts: Iterable[Mapping[str, Any]], links: Iterable[Mapping[str, Any]]) -> Graph:
        """The graph of elements as FIND returns them."""
        return cls((Concept(**c) for c in concepts), (Link(**link) for link in links))

    def step(self, element: Element, predicate: str) -> set[Element]:
        """Where the links under `predicate` lead from `element`."""
        return {
            self.elements[link.object]
            for link in self.links
            if link.subject == element.id and link.predicate == predicate
        }


def element_json(element: Element) -> dict[str, Any]:
    """The element as FIND projects it."""
    if isinstance(element, Concept):
        fields: tuple[str, ...] = ("id", "type", "name", "attributes", "metadata")
    else:
        fields = ("id", "subject", "predicate", "object", "attributes", "metadata")
    return {name: getattr(element, name) for name in fields}


def walk(graph: Graph, start: Element, predicate: str, lower: int, upper: int | None) -> set[Element]:
    """The ends of all walks of `lower` to `upper` hops from `start` (None: any number)."""
    level: set[Element] = {start}
    for _ in range(lower):
        level = {end for element in level for end in graph.step(element, predicate)}
    reached, hops = set(level), lower
    while level and (upper is None or hops < upper):
        level = {end for element in level for end in graph.step(element, predicate)} - reached
        reached |= level
        hops += 1
    return reached
