"""What was thought of an answer, told to the profile that ranked it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kip_cypher.query import Query
from kip_cypher.sight import concept_is_seen, link_is_seen
from kip_engine.brain.bindings import BUILT_IN
from kip_engine.brain.complaints import no_target
from kip_engine.brain.names import check_actor
from kip_engine.brain.parameters import check_text
from kip_engine.storage.steps import Program
from kip_engine.view import PARAMETER, View
from kip_grammar.errors import KipError

from .memory import Memory
from .result import Item, Recall

# What an answer may have had: what is seen, and learned texts, which nobody's facts are.
SEEN = f"""
OPTIONAL CALL () {{
  MATCH (t:Concept {{id: $target}}) WHERE t.space = $space
  AND (t._owner = 'resonance' OR {concept_is_seen("t", "$" + PARAMETER)})
  RETURN t
  UNION ALL
  MATCH (t:Proposition {{id: $target}}) WHERE t.space = $space
  AND {link_is_seen("t", "$" + PARAMETER)}
  RETURN t
}}
RETURN t IS NOT NULL
"""


def give_feedback(memory: Memory, recall: Recall, signal: str, item: Any = None) -> Program[dict[str, Any]]:
    """Tell the profile that served `recall` that one of its items was `signal` (brain specification, 8).

    `item` is an Item, an item's id or its place (0 is the best, the default).  Returns what `brain.feedback`
    answers.  Raises KIP_3002 if there is no such item, and what `brain.feedback` raises.
    """
    if not isinstance(recall, Recall):
        raise KipError("KIP_2003", "That is no answer of a recall.", hint="Give what client.recall returned.")
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


def judge_by_id(memory: Memory, judged: Any) -> Program[dict[str, Any]]:
    """`judge` the element `item_id` that was recalled for `counterparty`, with `signal` and `served_by`.

    What is private to others can't be told from what doesn't exist: KIP_3002.  Raises KIP_2003 for what is no
    object or no id.
    """
    if not isinstance(judged, Mapping):
        raise KipError("KIP_2003", "What is judged is an object.", hint='Give {"item_id": …, "signal": …}.')
    identity, counterparty = judged.get("item_id"), check_actor(judged.get("counterparty"))
    target, space = check_text("item_id", identity), memory.setting.space.name
    viewers = View(counterparty).viewers(space)
    if not (yield Query(SEEN, {"target": target, "space": space, PARAMETER: viewers}))[0][0]:
        raise no_target(target)
    return (yield from judge(memory, target, judged.get("signal"), judged.get("served_by"), counterparty))


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
