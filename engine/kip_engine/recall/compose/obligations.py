"""What is owed: overdue first, then what is due soonest, then what has no date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kip_engine.recall.result import Item, Sentence

from .phrases import day, how_sure, noted, plain, quoted


def is_obligation(item: Item) -> bool:
    """Whether an item is something owed."""
    return item.kind == "concept" and (item.subject or {}).get("type") == "Commitment"


def tell(items: Sequence[Item], now: str) -> Iterator[Sentence]:
    """A sentence for each, with who owes whom."""
    for item in sorted(items, key=lambda item: item.dates.get("due_at", "~")):
        yield Sentence(
            f"{_owed(item)}: {quoted(item.text)}{noted(_due(item, now), how_sure(item))}.", (item.id,)
        )


def _owed(item: Item) -> str:
    by, to = (" and ".join(map(plain, people)) for people in (item.owed_by, item.owed_to))
    to = "me" if to == "I" else to
    if by and to:
        return f"{by} {_owe(item.owed_by)} {to}"
    if by:
        return f"To be done by {'me' if by == 'I' else by}"
    return f"Owed to {to}" if to else "Open"


def _owe(people: Sequence[str]) -> str:
    return "owe" if len(people) > 1 or people[0] == "I" else "owes"


def _due(item: Item, now: str) -> str:
    due = item.dates.get("due_at")
    if due is None:
        return "no date"
    return f"overdue since {day(due)}" if due < now else f"due {day(due)}"
