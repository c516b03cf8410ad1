"""What the survivor keeps of the one that goes: what it lacks itself, and for a concept its names and trail.

Properties are in their stored form.  An explicit null is a value like any other: it fills an absent key, and
nothing fills it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kip_cypher import values
from kip_cypher.names import SYSTEM_PROPERTIES, attribute_property
from kip_engine.upsert.merge import merge
from kip_engine.upsert.state import Element, Properties

ALIASES = attribute_property("aliases")
MERGED_FROM = "_merged_from"


def fill_concept(target: Element, source: Element, now: str) -> int:
    """Give `target` what it takes over from `source`; how many attributes that changes.

    Aliases are joined, the source's name among them, because the old names must still lead here.
    """
    changes = {name: value for name, value in _absent(target, source) if _is_attribute(name)}
    changes.pop(ALIASES, None)
    changes.update(_aliases(target, source))
    trail = {MERGED_FROM: merged_from(target, source)}
    merge(target, {**changes, **trail, "_version": target.version + 1, "_updated_at": now})
    return len(changes)


def fill_link(survivor: Element, dropped: Element, stamp: Properties) -> None:
    """Give `survivor` the attributes and metadata that only `dropped` has, and `stamp` if there are any."""
    changes = {
        name: value
        for name, value in _absent(survivor, dropped)
        if _is_attribute(name) or name.startswith("m_")
    }
    if changes:
        merge(survivor, {**changes, **stamp})


def merged_from(target: Element, source: Element) -> list[str]:
    """The `_merged_from` of `target` after the merge: the source's own trail, then the source."""
    inherited = [*target.properties.get(MERGED_FROM, ()), *source.properties.get(MERGED_FROM, ())]
    return list(dict.fromkeys([*inherited, f"{source.kind}:{source.name}"]))


def _absent(one: Element, other: Element) -> Iterator[tuple[str, Any]]:
    """The properties of `other` that `one` doesn't have, explicit nulls included."""
    for name, value in {**other.properties, **dict.fromkeys(other.nulls)}.items():
        if name not in one.properties and name not in one.nulls:
            yield name, value


def _is_attribute(name: str) -> bool:
    return not name.startswith(("m_", "_")) and name not in SYSTEM_PROPERTIES


def _aliases(target: Element, source: Element) -> Properties:
    """The target's aliases, then the source's, then its name, each once; nothing if that is as before."""
    before = values.decode(target.properties.get(ALIASES))
    joined = [*_listed(before), *_listed(values.decode(source.properties.get(ALIASES))), source.name]
    after = _each_once(joined)
    return {} if after == before else {ALIASES: values.encode(after)}


def _each_once(items: Sequence[Any]) -> list[Any]:
    first: dict[str, Any] = {}
    for item in items:
        first.setdefault(values.canonical_json(item), item)
    return list(first.values())


def _listed(value: Any) -> list[Any]:
    """A lone alias that isn't in a list is one all the same."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
