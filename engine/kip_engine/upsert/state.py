"""The part of a space that a write looks at, held in memory while its operations run one after another."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kip_cypher.names import CONCEPT_TYPE, NULLS, PROPOSITION_TYPE

from .references import ConceptRef, IdRef, LinkRef, Ref

Properties: TypeAlias = dict[str, Any]
Triple: TypeAlias = tuple[str, str, str]


@dataclass(slots=True, eq=False)
class Element:
    """A concept or link, stored already (`node` is its Neo4j element id) or about to be created.

    `kind` is the type or predicate, `owner` whose verbs alone may write it (None: KML may).  A stored element
    that is only pointed at has no `properties` here and version 0: it was found, but not read.  `pending` is
    what a stored one's properties have yet to become.
    """

    id: str
    kind: str
    version: int
    node: str | None = None
    name: str | None = None
    key: str = ""
    owner: str | None = None
    ends: tuple[Element, Element] | None = None
    properties: Properties = field(default_factory=dict)
    nulls: set[str] = field(default_factory=set)
    pending: Properties = field(default_factory=dict)
    _entry: tuple[int, int] = (-1, 0)

    @property
    def is_link(self) -> bool:
        """Whether it is a link; only concepts have names."""
        return self.name is None

    def fill(self, properties: Properties) -> None:
        """Take over what is stored."""
        self.properties = properties
        self.version = properties["_version"]
        self.nulls = set(properties.get(NULLS) or ())

    def version_before(self, statement: int) -> int:
        """The version that the element had when `statement` began; 0 if it did not exist."""
        entered, version = self._entry
        return version if entered == statement else self.version

    def bump(self, statement: int) -> None:
        """Count one change of the element by `statement`."""
        if self._entry[0] != statement:
            self._entry = (statement, self.version)
        self.version += 1


class State:
    """Elements by id, by key and by triple, and the types and predicates that are defined so far."""

    def __init__(self) -> None:
        self.by_id: dict[str, Element] = {}
        self.concepts: dict[str, Element] = {}
        self.links: dict[Triple, Element] = {}
        self._found: dict[LinkRef, Element] = {}
        self.defined: dict[str, set[str]] = {CONCEPT_TYPE: set(), PROPOSITION_TYPE: set()}
        self.owners: dict[tuple[str, str], str] = {}

    def add_concept(self, element: Element, key: str) -> None:
        """Make a concept findable, and what it defines defined."""
        self.by_id[element.id] = element
        self.concepts[key] = element
        if element.kind in self.defined and element.name is not None:
            self.defined[element.kind].add(element.name)
            if element.owner is not None:
                self.owners[element.kind, element.name] = element.owner

    def add_link(self, element: Element, triple: Triple) -> None:
        """Make a link findable."""
        self.by_id[element.id] = element
        self.links[triple] = element

    def find(self, ref: Ref) -> Element | None:
        """The element of `ref`, if it exists at this point."""
        if isinstance(ref, ConceptRef):
            return self.concepts.get(ref.key)
        if isinstance(ref, IdRef):
            return self.by_id.get(ref.id)
        known = self._found.get(ref)
        if known is None and (triple := self.triple(ref)) is not None:
            known = self.links.get(triple)
            if known is not None:
                self._found[ref] = known
        return known

    def triple(self, ref: LinkRef) -> Triple | None:
        """What identifies the link of `ref`, or None if one of its ends does not exist."""
        subject = self.find(ref.subject)
        target = None if subject is None else self.find(ref.object)
        return None if subject is None or target is None else (subject.id, ref.predicate, target.id)

    def created(self) -> list[Element]:
        """The elements that are not stored yet, in the order of their ids."""
        return [element for element in self.by_id.values() if element.node is None]

    def changed(self) -> list[Element]:
        """The stored elements to update."""
        return [element for element in self.by_id.values() if element.pending]


def found(state: State, row: Any) -> None:
    """Put the element of one row of a find query into `state`, once."""
    node, element_id, key, kind, name, subject, target, owner = row
    element = state.by_id.get(element_id) or Element(element_id, kind, 0, node, name, key=key, owner=owner)
    if subject is None:
        state.add_concept(element, key)
    else:
        state.add_link(element, (subject, kind, target))
