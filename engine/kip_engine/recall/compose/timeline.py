"""What has changed: "previously … until … → now …"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kip_engine.recall.result import Item, Sentence

from .phrases import day, how_sure, noted, plain, since


def split(items: Sequence[Item]) -> tuple[list[list[Item]], list[Item]]:
    """Facts of one subject and predicate of which one at least was replaced, oldest first; and the rest."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        if item.kind == "fact":
            groups.setdefault(repr((item.subject, item.predicate)), []).append(item)
    changed = [_lineage(group) for group in groups.values() if any(item.superseded for item in group)]
    told = {item.id for group in changed for item in group}
    return [sorted(group, key=_begin) for group in changed], [item for item in items if item.id not in told]


def _lineage(group: Sequence[Item]) -> list[Item]:
    """What was replaced, and what has held since: not what held already before the first replacement."""
    first = min(_end(item) or _begin(item) for item in group if item.superseded)
    return [item for item in group if item.superseded or _begin(item) >= first]


def tell(chains: Sequence[Sequence[Item]]) -> Iterator[Sentence]:
    """One sentence for each chain."""
    for chain in chains:
        yield Sentence(_chain(chain), tuple(item.id for item in chain))


def _chain(chain: Sequence[Item]) -> str:
    past = [item for item in chain if item.superseded]
    present = [item for item in chain if not item.superseded]
    steps = [f"previously {plain(item.said)}{noted(_until(item, chain), how_sure(item))}" for item in past]
    now = " and ".join(f"{plain(item.said)}{noted(_from(item), how_sure(item))}" for item in present)
    shown = " → ".join([*steps, *([f"now {now}"] if now else [])])
    return f"{shown[:1].upper()}{shown[1:]}."


def _until(item: Item, chain: Sequence[Item]) -> str | None:
    ended = _end(item)
    if ended is None:
        later = [_begin(other) for other in chain if _begin(other) > _begin(item)]
        ended = min(later, default=None)
    return None if ended is None else f"until {day(ended)}"


def _from(item: Item) -> str | None:
    return since(item)


def _end(item: Item) -> str | None:
    return item.dates.get("superseded_at")


def _begin(item: Item) -> str:
    known = (item.dates.get(key) for key in ("created_at", "first_observed", "observed_at"))
    return next(filter(None, known), "")
