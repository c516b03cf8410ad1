"""Who the owner of the memory is, in the first person: the narrative, what stays, what has grown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kip_engine.recall.finds import Element
from kip_engine.recall.result import Item, Sentence
from kip_engine.search.text import strings

from .facts import one
from .phrases import day, noted, plain, quoted

_MISSION, _VALUES = "core_mission", "values"


def tell(owner: Element, items: Sequence[Item]) -> Iterator[Sentence]:
    """The account of oneself that `owner` and the lessons and turning points among `items` give."""
    attributes, own = owner["attributes"], (owner["id"],)
    narrative = attributes.get("identity_narrative")
    if isinstance(narrative, str) and narrative.strip():
        yield Sentence(plain(narrative), own)
    for text in _self_model(attributes):
        yield Sentence(text, own)
    others = [item for item in items if item.id != owner["id"]]
    if _is_sparse(attributes, others):
        yield Sentence("My self-model is still sparse; it is only beginning to form.", kind="status")
    directives = [plain(name) for name in _named(attributes.get("core_directives"))]
    if directives:
        yield Sentence(f"What stays fixed in me: {'; '.join(directives)}.", own)
    yield from map(_grown, others)


def _self_model(attributes: Mapping[str, Any]) -> Iterator[str]:
    if mission := attributes.get(_MISSION):
        yield f"My mission: {quoted(str(mission))}."
    if persona := attributes.get("persona"):
        yield f"How I come across: {quoted(str(persona))}."
    if values := _named(attributes.get(_VALUES)):
        yield f"What I have come to value: {'; '.join(map(plain, values))}."
    for key, title in (("strengths", "What I do well"), ("weaknesses", "What I have to watch")):
        if given := list(strings(attributes.get(key))):
            yield f"{title}: {'; '.join(map(plain, given))}."


def _is_sparse(attributes: Mapping[str, Any], others: Sequence[Item]) -> bool:
    return not others and not attributes.get(_MISSION) and not attributes.get(_VALUES)


def _grown(item: Item) -> Sentence:
    if item.kind == "event":
        when = f" on {day(item.dates['start_time'])}" if "start_time" in item.dates else ""
        return Sentence(f"A turning point{when}: {quoted(item.text)}", (item.id,))
    if item.predicate == "learned":
        learned = day(item.dates["created_at"]) if "created_at" in item.dates else None
        return Sentence(f"Since then I have learned: {quoted(item.details)}{noted(learned)}.", (item.id,))
    return one(item)


def _named(values: Any) -> list[str]:
    """Names and descriptions in a list of objects or texts."""
    found = []
    for value in values if isinstance(values, list) else ():
        if isinstance(value, Mapping):
            found.append(": ".join(str(value[key]) for key in ("name", "description") if value.get(key)))
        elif isinstance(value, str):
            found.append(value)
    return [text for text in found if text]
