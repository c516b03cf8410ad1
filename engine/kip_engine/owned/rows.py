"""Rows for queries that create owned elements: label and stored properties, as KML would have written them.

An element that nobody looks for by its words can stay out of the text index (`searched=False`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from kip_cypher import keys, names
from kip_cypher.values import check_scalar, encode
from kip_engine import ids
from kip_engine.search.text import stored_text
from kip_engine.upsert.flush import CREATE_CONCEPTS, CREATE_LINKS

__all__ = ["CREATE_CONCEPTS", "CREATE_LINKS", "Origin", "Row", "concept", "link", "link_properties", "stored"]

Row: TypeAlias = dict[str, Any]
"""`label` and `properties`; a link's row also has `subject` and `object`, Neo4j's ids of its ends."""


@dataclass(frozen=True, slots=True)
class Origin:
    """In which space, by whose verbs, and when (`timestamp()`) elements are written."""

    space: str
    owner: str
    now: str

    def properties(self, identity: str) -> dict[str, Any]:
        """What every element of this origin has."""
        own = {"space": self.space, "id": identity, "_version": 1, "_updated_at": self.now}
        return {**own, names.OWNER: self.owner}


def concept(
    origin: Origin,
    type_name: str,
    name: str,
    attributes: Mapping[str, Any],
    *,
    exact: bool = False,
    searched: bool = True,
) -> Row:
    """A new concept `{type_name, name}`; with `exact`, names are told apart by code points instead of NFC.

    Raises KIP_2003 for what can't be stored.
    """
    check_scalar(name)
    key = keys.exact_concept_key if exact else keys.concept_key
    identity = {
        "type": type_name,
        "name": name,
        "key": key(origin.space, type_name, name),
        "name_key": keys.name_key(origin.space, name),
    }
    properties = {**origin.properties(ids.new_concept_id()), **identity, **stored(attributes)}
    return _row(type_name, properties, searched)


def link(
    origin: Origin,
    predicate: str,
    subject: tuple[str, Any],
    target: tuple[str, Any],
    attributes: Mapping[str, Any] | None = None,
) -> Row:
    """A new link between ends given as (KIP id, Neo4j's element id), for CREATE_LINKS."""
    properties = link_properties(origin, predicate, subject[0], target[0], attributes)
    return {**_row(predicate, properties, bool(attributes)), "subject": subject[1], "object": target[1]}


def link_properties(
    origin: Origin, predicate: str, subject: str, target: str, attributes: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The stored properties of a new link between the elements with these KIP ids."""
    identity = {
        "predicate": predicate,
        "subject": subject,
        "object": target,
        "key": keys.link_key(origin.space, subject, predicate, target),
    }
    return {**origin.properties(ids.new_link_id(predicate)), **identity, **stored(attributes or {})}


def stored(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes as properties; None becomes an explicit null.  Raises KIP_2003 for what can't be stored."""
    named = {names.attribute_property(key): encode(value) for key, value in attributes.items()}
    nulls = sorted(key for key, value in named.items() if value is None)
    values = {key: value for key, value in named.items() if value is not None}
    return {**values, names.NULLS: nulls} if nulls else values


def _row(kind: str, properties: dict[str, Any], searched: bool) -> Row:
    text = stored_text(properties) if searched else None
    return {"label": names.label(kind), "properties": {**properties, "search_text": text}}
