"""The log of a namespace: one row per change, numbered in the order in which the changes were made.

Numbers are taken from the namespace's own node, under its lock, by the query that writes the row; so folding
the rows in their order gives the state again.  `stored` says that the namespace has a state of its own since
a verb changed something; `watermark` is the number of the last row that the state knows.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from kip_engine import owned

from . import clock
from .caller import Caller

FEEDBACK = "BrainFeedback"
CHANGE = "BrainChange"

# The lock comes before the look.
NEXT_ROW = """
MATCH (namespace:BrainNamespace {key: $namespace})
SET namespace.stored = true
WITH namespace, namespace.sequence + 1 AS sequence
SET namespace.sequence = sequence, namespace.watermark = sequence
WITH sequence
"""
APPEND = """
CREATE (row:Concept:BrainChange) SET row = $row SET row.sequence = sequence
"""
BUMPED = "{0}._version = {0}._version + 1, {0}._updated_at = $now"


def change(caller: Caller, verb: str, now_us: int, attributes: Mapping[str, Any]) -> dict[str, Any]:
    """The stored properties of the row of a change, but for its number."""
    return row(caller, CHANGE, str(uuid.uuid4()), {"verb": verb, **attributes}, now_us)


def row(
    caller: Caller, type_name: str, name: str, attributes: Mapping[str, Any], now_us: int
) -> dict[str, Any]:
    """The stored properties of a row of either type, but for its number; `name` is unique."""
    common = {"namespace": caller.namespace, "created_at": clock.as_text(now_us)}
    written = {key: value for key, value in {**common, **attributes}.items() if value is not None}
    concept = owned.concept(caller.origin(now_us), type_name, name, written, searched=False)
    return {**concept["properties"], "_brain_log": caller.key}
