"""Which elements a plan refers to, and which of them it may change."""

from __future__ import annotations

from collections.abc import Iterator

from kip_cypher import keys, names

from .operations import Plan
from .references import ConceptRef, IdRef, LinkRef, Ref
from .state import Element, State


class Wanted:
    """Keys and ids to find; each maps to whether its element is to be locked and read whole."""

    def __init__(self, plan: Plan, space: str) -> None:
        self.space = space
        self.concept_keys: dict[str, bool] = {}
        self.concept_ids: dict[str, bool] = {}
        self.link_ids: dict[str, bool] = {}
        self.links: dict[int, dict[LinkRef, bool]] = {}
        self._definitions: set[tuple[str, str]] = set()
        for put in plan.operations:
            self._add(put.ref, put.may_change)

    def whole(self, state: State) -> Iterator[Element]:
        """The elements of `state` that an operation may change, some perhaps twice."""
        yield from _chosen(self.concept_keys, state.concepts)
        yield from _chosen(self.concept_ids, state.by_id)
        yield from _chosen(self.link_ids, state.by_id)
        for links in self.links.values():
            for ref, whole in links.items():
                if whole and (element := state.find(ref)) is not None:
                    yield element

    def _add(self, ref: Ref, whole: bool = False) -> None:
        """Want the element of `ref`, its definition and its ends."""
        if isinstance(ref, ConceptRef):
            _want(self.concept_keys, ref.key, whole)
            self._add_definition(names.CONCEPT_TYPE, ref.type)
        elif isinstance(ref, IdRef):
            _want(self.concept_ids if ref.id.startswith("C:") else self.link_ids, ref.id, whole)
        else:
            self._add_link(ref, whole)

    def _add_link(self, ref: LinkRef, whole: bool) -> None:
        links = self.links.setdefault(ref.depth, {})
        known = ref in links
        links[ref] = whole or links.get(ref, False)
        if not known:
            self._add_definition(names.PROPOSITION_TYPE, ref.predicate)
            self._add(ref.subject)
            self._add(ref.object)

    def _add_definition(self, meta_type: str, name: str) -> None:
        if (meta_type, name) not in self._definitions:
            self._definitions.add((meta_type, name))
            _want(self.concept_keys, keys.concept_key(self.space, meta_type, name), False)


def _want(group: dict[str, bool], value: str, whole: bool) -> None:
    group[value] = whole or group.get(value, False)


def _chosen(group: dict[str, bool], elements: dict[str, Element]) -> Iterator[Element]:
    for value, whole in group.items():
        if whole and (element := elements.get(value)) is not None:
            yield element
