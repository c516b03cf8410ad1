"""Learning: pairs and deposits, written in batches.

A batch is one transaction of about ten queries, however many pairs it has.  It begins by locking the scale of
the space, so that writers take turns: no form is made twice, and numbers come in the order of the lessons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kip_cypher import keys
from kip_cypher.query import Query
from kip_engine import owned
from kip_engine.spaces import Space
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.upsert.apply import timestamp
from kip_grammar.errors import KipError

from . import writes
from .forms import digest, text_of
from .lessons import Lesson, Place, gram_rows, hidden, lengths, masses, pairs, token_rows

OWNER = "resonance"
VOCABULARY = owned.Vocabulary(OWNER, "kip_engine.resonance")
FORM = "ResonantForm"
LEADS_TO = "leads_to"

BATCH_PAIRS = 500
BATCH_BYTES = 131_072
KEPT = 512
"""Memberships of a window that are stored, if the hub bound is smaller: more are only counted."""


@dataclass(frozen=True, slots=True)
class Learned:
    """What was taught: lessons taken, and how many forms and edges were new to the space."""

    lessons: int = 0
    forms: int = 0
    edges: int = 0

    def __add__(self, other: Learned) -> Learned:
        return Learned(self.lessons + other.lessons, self.forms + other.forms, self.edges + other.edges)


def learn(space: Space, left: Any, right: Any) -> Program[Learned]:
    """Learn that `left` leads to `right`.  Raises KIP_2003 for what is no form."""
    return (yield from _take(space, [Lesson(text_of(left), text_of(right))]))


def deposit(space: Space, text: Any) -> Program[Learned]:
    """Keep `text`, without saying what it leads to.  Raises KIP_2003 for what is no form."""
    return (yield from _take(space, [Lesson(text_of(text))]))


def learn_many(
    space: Space, lessons: Iterable[tuple[Any, Any]], on_progress: Callable[[Learned], None]
) -> Program[Learned]:
    """Learn pairs in order, batch by batch; `on_progress` is told of every batch what was learned so far.

    Raises KIP_2003 at the first pair that is none: the batches before it are in, its own is not.
    """
    total = Learned()
    for batch in _batches(lessons):
        total += yield from _take(space, batch)
        on_progress(total)
    return total


def _batches(lessons: Iterable[tuple[Any, Any]]) -> Iterator[list[Lesson]]:
    batch: list[Lesson] = []
    size = 0
    for given in _several(lessons):
        batch.append(_pair(given))
        size += sum(map(len, batch[-1].texts))
        if len(batch) == BATCH_PAIRS or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _several(given: Any) -> Iterable[Any]:
    if isinstance(given, (str, bytes, Mapping)) or not isinstance(given, Iterable):
        raise _no_pair(given)
    return given


def _pair(given: Any) -> Lesson:
    if not isinstance(given, (tuple, list)) or len(given) != 2:
        raise _no_pair(given)
    return Lesson(text_of(given[0]), text_of(given[1]))


def _no_pair(given: Any) -> KipError:
    return KipError(
        "KIP_2003",
        f"What is learned are pairs of texts, not {type(given).__name__}.",
        hint="Give (left, right).",
    )


def _take(space: Space, lessons: list[Lesson]) -> Program[Learned]:
    yield from owned.register(VOCABULARY, space)
    learned: Learned = yield Transaction(lambda: _batch(space.name, lessons))
    return learned


def _batch(space: str, lessons: Sequence[Lesson]) -> Body[Learned]:
    origin = owned.Origin(space, OWNER, timestamp())
    locked = yield Query(writes.LOCK, {"space": space, "now": origin.now})
    if not locked:
        raise _deleted(space)
    forms, edges, contexts, *known_lengths = locked[0]
    places = yield from _find_places(space, lessons, forms)
    new_edges = yield from _find_new_edges(space, places, pairs(lessons))
    _count_degrees(places, new_edges)
    yield from _write_forms(origin, places)
    yield from _write_edges(origin, places, new_edges, edges)
    made = Learned(len(lessons), sum(place.is_new for place in places.values()), len(new_edges))
    contexts += sum(place.outs > 0 and not place.was_context for place in places.values())
    rows = gram_rows(places, new_edges)
    kept = max(KEPT, int(contexts**0.5) + 2)
    yield Query(writes.INDEX_WINDOWS, {"space": space, "rows": rows, "kept": kept})
    yield Query(writes.INDEX_TOKENS, {"space": space, "rows": token_rows(space, places)})
    merged = [sorted({*old, *new}) for old, new in zip(known_lengths, lengths(places), strict=True)]
    counts = {"forms": forms + made.forms, "edges": edges + made.edges, "contexts": contexts}
    grown = {"space": space, **counts, "lengths": merged[0], "plain_lengths": merged[1]}
    yield Query(writes.GROW_SCALE, grown)
    return made


def _deleted(space: str) -> KipError:
    return KipError(
        "KIP_3002",
        f"The memory {space!r} was deleted.",
        hint="Connect again to begin a new memory of that name.",
    )


def _find_places(space: str, lessons: Sequence[Lesson], last: int) -> Body[dict[str, Place]]:
    counted = masses(lessons)
    digests = {digest(text): text for text in counted}
    rows = yield Query(writes.KNOWN_FORMS, {"space": space, "digests": list(digests)})
    known = {
        digests[row[0]]: Place(*row[1:], is_new=False, was_context=row[5] > 0)  # type: ignore[misc]
        for row in rows
    }
    places: dict[str, Place] = {}
    for text, mass in counted.items():
        if text not in known:
            last += 1
        places[text] = known.get(text) or Place(last)
        places[text].mass = mass
    return places


def _find_new_edges(
    space: str, places: dict[str, Place], wanted: list[tuple[str, str]]
) -> Body[list[tuple[str, str]]]:
    found = {
        keys.link_key(space, places[left].id, LEADS_TO, places[right].id): (left, right)
        for left, right in wanted
        if not (places[left].is_new or places[right].is_new)
    }
    rows = (yield Query(writes.KNOWN_EDGES, {"keys": list(found)})) if found else []
    known = {found[key] for (key,) in rows}
    return [edge for edge in wanted if edge not in known]


def _count_degrees(places: dict[str, Place], edges: list[tuple[str, str]]) -> None:
    for left, right in edges:
        places[left].outs += 1
        places[right].ins += 1


def _write_forms(origin: owned.Origin, places: dict[str, Place]) -> Body[None]:
    new = {text: place for text, place in places.items() if place.is_new}
    rows = []
    for text, place in new.items():
        row = owned.concept(origin, FORM, text, {"mass": place.mass}, exact=True, searched=False)
        rows.append({**row, "properties": {**row["properties"], **hidden(text, place)}})
    by_id = {row["properties"]["id"]: row["properties"]["name"] for row in rows}
    for identity, node in (yield Query(owned.CREATE_CONCEPTS, {"rows": rows})):
        place = new[by_id[identity]]
        place.id, place.node = identity, node
    grown = [
        {"seq": place.seq, "mass": place.mass, "ins": place.ins, "outs": place.outs}
        for place in places.values()
        if not place.is_new
    ]
    if grown:
        yield Query(writes.GROW_FORMS, {"space": origin.space, "rows": grown, "now": origin.now})


def _write_edges(
    origin: owned.Origin, places: dict[str, Place], edges: list[tuple[str, str]], last: int
) -> Body[None]:
    rows = []
    for seq, (left, right) in enumerate(edges, start=last + 1):
        ends = [(places[text].id, places[text].node) for text in (left, right)]
        row = owned.link(origin, LEADS_TO, ends[0], ends[1])
        rows.append({**row, "properties": {**row["properties"], "_seq": seq}})
    if rows:
        yield Query(owned.CREATE_LINKS, {"rows": rows})
