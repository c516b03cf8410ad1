"""What was thought of an answer, told to the profile that ranked it."""

from __future__ import annotations

from typing import Any

from kip_engine.brain.bindings import BUILT_IN
from kip_engine.storage.steps import Program
from kip_grammar.errors import KipError

from .memory import Memory
from .result import Item, Recall


def give_feedback(memory: Memory, recall: Recall, signal: str, item: Any = None) -> Program[dict[str, Any]]:
    """Tell the profile that served `recall` that one of its items was `signal` (brain specification, 8).

    `item` is an Item, an item's id or its place (0 is the best, the default).  Returns what `brain.feedback`
    answers.  Raises KIP_3002 if there is no such item, and what `brain.feedback` raises.
    """
    target = _item(recall, item).id
    return (yield from judge(memory, target, signal, recall.served_by, recall.actor))


def judge(
    memory: Memory, target: Any, signal: Any, served_by: Any = None, actor: Any = None
) -> Program[dict[str, Any]]:
    """Tell the profile `served_by` that the element with the id `target` was `signal`, as `actor` found.

    Without a profile it is the built-in one.  Raises what `brain.feedback` raises.
    """
    profile = BUILT_IN if served_by is None else served_by
    given = {"target_id": target, "signal": signal, "served_by_profile_id": profile}
    caller = memory.brain.caller(actor=actor)
    return (yield from memory.brain.call(caller, "brain.feedback", given))


def _item(recall: Recall, item: Any) -> Item:
    if isinstance(item, Item):
        item = item.id
    place = 0 if item is None else item
    if isinstance(place, int) and not isinstance(place, bool) and 0 <= place < len(recall.items):
        return recall.items[place]
    for found in recall.items:
        if found.id == item:
            return found
    raise KipError(
        "KIP_3002",
        f"The answer has no item {item!r:.80}." if recall.items else "The answer has no items.",
        hint="Give an item of the answer, its id, or its place from 0.",
    )
