"""The shallow merge of changes into one element (section 2.10), and whether they change anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kip_cypher.names import NULLS

from .state import Element


def differs(element: Element, key: str, value: Any) -> bool:
    """Whether setting property `key` to the stored form `value` changes `element`; null is not absence."""
    if value is None:
        return key not in element.nulls
    return key not in element.properties or not _same(element.properties[key], value)


def merge(element: Element, changes: Mapping[str, Any]) -> None:
    """Set properties of `element`; None makes a key an explicit null."""
    nulls = {key for key, value in changes.items() if value is None}
    changes = _with_nulls(element, changes, nulls)
    if element.node is not None:
        element.pending.update(changes)
    element.properties.update(changes)
    for key in nulls:
        del element.properties[key]


def _with_nulls(element: Element, changes: Mapping[str, Any], nulls: set[str]) -> Mapping[str, Any]:
    """`changes`, and with them the list of null keys if it becomes another."""
    after = (element.nulls - changes.keys()) | nulls
    if after == element.nulls:
        return changes
    element.nulls = after
    return {**changes, NULLS: sorted(after) or None}


def _same(one: Any, other: Any) -> bool:
    """Equality of stored forms, which unlike Python's tells true from 1."""
    if type(one) is not type(other) or one != other:
        return False
    return not (isinstance(one, list) and one) or type(one[0]) is type(other[0])
