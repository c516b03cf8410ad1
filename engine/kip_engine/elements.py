"""Stored properties as the JSON of KIP's elements (section 2): what every read answers with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal

from kip_cypher.names import NULLS, split_properties
from kip_cypher.values import decode

from .overtaken import Overtaken

Properties = Mapping[str, Any]
Element = dict[str, Any]


def element_json(properties: Properties) -> Element:
    """The concept or link that `properties` are of.

    This and the next two raise Overtaken for an element that was deleted while the query that found it ran:
    the database then answers with what is left, nothing.
    """
    return link_json(properties) if "predicate" in properties else concept_json(properties)


def concept_json(properties: Properties) -> Element:
    """A concept: `id`, `type`, `name`, `attributes`, `metadata`."""
    attributes, metadata = fields_json(properties)
    return {
        "id": _identity(properties),
        "type": properties["type"],
        "name": properties["name"],
        "attributes": attributes,
        "metadata": metadata,
    }


def link_json(properties: Properties) -> Element:
    """A link: `id`, `subject` and `object` (their ids), `predicate`, `attributes`, `metadata`."""
    attributes, metadata = fields_json(properties)
    return {
        "id": _identity(properties),
        "subject": properties["subject"],
        "predicate": properties["predicate"],
        "object": properties["object"],
        "attributes": attributes,
        "metadata": metadata,
    }


def _identity(properties: Properties) -> Any:
    if (identity := properties.get("id")) is None:
        raise Overtaken
    return identity


def fields_json(properties: Properties) -> tuple[Element, Element]:
    """An element's (attributes, metadata), values decoded, explicit nulls in their places."""
    fields: dict[str, Element] = {"attributes": {}, "metadata": {}, "": {}}
    for name, value in properties.items():
        field, key = _place(name)
        fields[field][key] = decode(value) if isinstance(value, list) else value
    for name in properties.get(NULLS) or ():
        field, key = _place(name)
        fields[field][key] = None
    return fields["attributes"], fields["metadata"]


@lru_cache(maxsize=4096)
def _place(name: str) -> tuple[Literal["attributes", "metadata", ""], str]:
    # Properties recur from element to element; which field a name belongs to is worked out once.
    attributes, metadata = split_properties({name: ()})
    for key in attributes:
        return "attributes", key
    for key in metadata:
        return "metadata", key
    return "", name
