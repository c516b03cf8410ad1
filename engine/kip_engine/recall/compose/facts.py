"""Facts, events and concepts, one sentence each; facts before events, by what they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kip_engine.recall.result import Item, Sentence

from .phrases import day, how_sure, noted, observed, plain, quoted, since


def tell(items: Sequence[Item]) -> Iterator[Sentence]:
    """A sentence for each item: durable facts first, grouped by what they are about, then events by time."""
    durable = [item for item in items if item.kind != "event"]
    for group in _by_subject(durable):
        yield from map(one, group)
    events = [item for item in items if item.kind == "event"]
    yield from map(one, sorted(events, key=lambda item: item.dates.get("start_time", "")))


def one(item: Item) -> Sentence:
    """What one item says."""
    return Sentence(_PHRASES[item.kind](item), (item.id,))


def _by_subject(items: Iterable[Item]) -> Iterable[list[Item]]:
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(repr(item.subject), []).append(item)
    return groups.values()


def _fact(item: Item) -> str:
    shown = plain(item.said) + (f": {quoted(item.details)}" if item.details else "")
    replaced = "superseded" if item.superseded else None
    return f"{shown}{noted(how_sure(item), since(item), observed(item), replaced)}."


def _concept(item: Item) -> str:
    subject = item.subject or {}
    title = "Of me" if item.said == "I" else f"{plain(item.said)} ({subject.get('type', '')})"
    shown = title if item.text in (item.said, subject.get("name")) else f"{title}: {quoted(item.text)}"
    return f"{shown}{noted(how_sure(item), since(item), observed(item))}."


def _event(item: Item) -> str:
    when = f"{day(item.dates['start_time'])}, " if "start_time" in item.dates else ""
    who = ", ".join(map(plain, item.participants))
    return f"{when}{who or 'it was noted'}: {quoted(item.text)}{noted(how_sure(item))}"


def _resonance(item: Item) -> str:
    return f"{quoted(item.text)} (a learned answer)"


_PHRASES = {"fact": _fact, "concept": _concept, "event": _event, "resonance": _resonance}
