"""Runs a plan's operations in text order on the state in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from kip_cypher import keys, names, schema
from kip_engine import ids
from kip_grammar.errors import KipError

from . import complaints, protect
from .merge import differs, merge
from .operations import Plan, Put
from .references import ConceptRef, IdRef, LinkRef, Ref
from .state import Element, Properties, State, Triple


@dataclass(frozen=True, slots=True)
class Setting:
    """What operations run in: the space, the names to suggest, the text to point at, the hour.

    `owner` is whose verbs write, None for KML.
    """

    space: str
    known: schema.Schema
    text: str
    bootstrap: bool
    now: str
    owner: str | None = None


def timestamp() -> str:
    """The present, as `_updated_at` has it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def apply(plan: Plan, state: State, setting: Setting) -> list[Element]:
    """Run `plan` on `state`; the elements of its top-level blocks, in order.

    Raises KIP_2001 (undefined types and predicates), KIP_3002 (what doesn't exist), KIP_3004 (protected
    elements) and KIP_3005 (version guards), each with its place in the text.
    """
    runner = _Runner(state, setting)
    elements = []
    for put in plan.operations:
        element = runner.put(put)
        if put.listed:
            elements.append(element)
    return elements


class _Runner:
    def __init__(self, state: State, setting: Setting) -> None:
        self.state = state
        self.setting = setting
        self._proven: dict[Ref, Element] = {}

    def put(self, put: Put) -> Element:
        ref = put.ref
        self._check_defined(ref)
        if isinstance(ref, LinkRef):
            return self._put_link(put, ref)
        element = self.state.find(ref)
        if element is not None:
            return self._change(put, element)
        if isinstance(ref, IdRef):
            raise self._missing(ref)
        self._check_version(put, 0)
        return self._create_concept(put, ref)

    def _put_link(self, put: Put, ref: LinkRef) -> Element:
        subject, target = self._end(ref.subject), self._end(ref.object)
        triple = (subject.id, ref.predicate, target.id)
        element = self.state.links.get(triple)
        if element is not None:
            return self._change(put, element)
        self._check_version(put, 0)
        return self._create_link(put, triple, (subject, target))

    def _end(self, ref: Ref) -> Element:
        """What a link begins or ends with: no link that the engine's verbs take away as they please."""
        element = self._existing(ref)
        if element.is_link and element.owner is not None:
            raise protect.passing(element.owner, element.kind).located(self.setting.text, ref.offset)
        return element

    def _existing(self, ref: Ref) -> Element:
        """The element that `ref` must name; the definitions it needs are checked on the way down."""
        known = self._proven.get(ref)
        if known is not None:
            return known
        self._check_defined(ref)
        if isinstance(ref, LinkRef):
            triple = (self._existing(ref.subject).id, ref.predicate, self._existing(ref.object).id)
            element = self.state.links.get(triple)
        else:
            element = self.state.find(ref)
        if element is None:
            raise self._missing(ref)
        self._proven[ref] = element
        return element

    def _change(self, put: Put, element: Element) -> Element:
        self._check_version(put, element.version_before(put.statement))
        self._check_owner(put, element)
        changes = {key: value for key, value in put.changes.items() if differs(element, key, value)}
        if changes:
            self._check_protection(put, element.kind, element.name, changes)
            element.bump(put.statement)
            merge(element, {**changes, "_version": element.version, "_updated_at": self.setting.now})
        return element

    def _create_concept(self, put: Put, ref: ConceptRef) -> Element:
        self._check_protection(put, ref.type, ref.name, put.changes)
        element = Element(ids.new_concept_id(), ref.type, 0, name=ref.name)
        name_key = keys.name_key(self.setting.space, ref.name)
        self._create(put, element, {"type": ref.type, "name": ref.name, "key": ref.key, "name_key": name_key})
        self.state.add_concept(element, ref.key)
        return element

    def _create_link(self, put: Put, triple: Triple, ends: tuple[Element, Element]) -> Element:
        subject, predicate, target = triple
        element = Element(ids.new_link_id(predicate), predicate, 0, ends=ends)
        key = keys.link_key(self.setting.space, *triple)
        self._create(put, element, {"predicate": predicate, "subject": subject, "object": target, "key": key})
        self.state.add_link(element, triple)
        return element

    def _create(self, put: Put, element: Element, identity: Properties) -> None:
        meta_type = names.PROPOSITION_TYPE if element.ends else names.CONCEPT_TYPE
        self._check_owned(put, element, self.state.owners.get((meta_type, element.kind)))
        element.bump(put.statement)
        own = {"space": self.setting.space, "id": element.id, "_version": 1, "_updated_at": self.setting.now}
        merge(element, {**own, **self._signature(), **identity, **put.changes})

    def _signature(self) -> Properties:
        return {} if self.setting.owner is None else {names.OWNER: self.setting.owner}

    def _check_defined(self, ref: Ref) -> None:
        if isinstance(ref, ConceptRef):
            self._check_name(ref, "concept type", ref.type, names.CONCEPT_TYPE, self.setting.known.types)
        elif isinstance(ref, LinkRef):
            self._check_name(
                ref, "predicate", ref.predicate, names.PROPOSITION_TYPE, self.setting.known.predicates
            )

    def _check_name(self, ref: Ref, kind: str, name: str, meta_type: str, known: frozenset[str]) -> None:
        defined = self.state.defined[meta_type]
        if name in defined or (self.setting.bootstrap and name in names.META_TYPES):
            return
        error = schema.undefined(kind, name, (known | defined) - {name}, meta_type)
        raise error.located(self.setting.text, ref.offset)

    def _check_protection(
        self, put: Put, type_name: str, name: str | None, changes: Mapping[str, Any]
    ) -> None:
        if self.setting.bootstrap or name is None:
            return
        try:
            protect.check_change(type_name, name, changes)
        except KipError as error:
            raise error.located(self.setting.text, put.offset) from None

    def _check_owner(self, put: Put, element: Element) -> None:
        if self.setting.owner is not None and element.owner is None:
            raise protect.taken(self.setting.owner, element.kind, element.name)
        if put.changes:
            self._check_owned(put, element, element.owner)

    def _check_owned(self, put: Put, element: Element, owner: str | None) -> None:
        if owner is not None and owner != self.setting.owner:
            raise protect.owned(owner, element.kind, element.name).located(self.setting.text, put.offset)

    def _check_version(self, put: Put, found: int) -> None:
        if put.expect_version is not None and put.expect_version != found:
            raise complaints.conflict(put, found).located(self.setting.text, put.offset)

    def _missing(self, ref: Ref) -> KipError:
        return complaints.missing(ref).located(self.setting.text, ref.offset)
