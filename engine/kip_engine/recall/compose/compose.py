"""The whole answer: what leads, what follows, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kip_engine.recall.analysis.asked import Asked
from kip_engine.recall.finds import Element
from kip_engine.recall.remembering.times import written
from kip_engine.recall.result import Item, Sentence, Status

from . import facts, identity, obligations, timeline

NOTHING = "Nothing in this memory answers that."
WRITE = (
    "Recall only reads. To store this, write it with execute_kip (UPSERT), or have the conversation "
    "remembered (client.remember, `kip remember`)."
)


def compose(
    asked: Asked, items: Sequence[Item], owner: Element | None, gaps: Sequence[str], status: Status
) -> tuple[Sentence, ...]:
    """The sentences of the answer, in order; each but those of status, gaps and dates comes from items."""
    if asked.intent == "store":
        return (Sentence(WRITE, kind="status"),)
    sentences = list(_told(asked, items, owner))
    if asked.currency and items:
        when = f"As of {written(asked.now)[:16].replace('T', ' ')} UTC:"
        sentences.insert(0, Sentence(when, kind="as_of"))
    if status == "not_found":
        sentences.insert(0, Sentence(NOTHING, kind="status"))
    return (*sentences, *(Sentence(gap, kind="gap") for gap in gaps))


def _told(asked: Asked, items: Sequence[Item], owner: Element | None) -> Iterator[Sentence]:
    if asked.intent == "identity" and owner is not None and any(item.id == owner["id"] for item in items):
        yield from identity.tell(owner, items)
        return
    leading = [item for item in items if item.kind == "resonance"]
    urgent = asked.asks("due", "briefing")
    owed = [item for item in items if urgent and obligations.is_obligation(item)]
    rest = [item for item in items if item not in leading and item not in owed]
    chains, rest = timeline.split(rest) if asked.history else ([], rest)
    yield from map(facts.one, leading)
    yield from obligations.tell(owed, written(asked.now))
    yield from timeline.tell(chains)
    yield from facts.tell(rest)
