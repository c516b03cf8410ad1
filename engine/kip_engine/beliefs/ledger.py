"""The ledger of a space: what all who write beliefs take first, so that they do it one after another.

Neo4j reads what is committed, no more: "B cites A" beside "retract A's only document" would leave B standing,
had each looked before the other wrote.  Whoever holds the ledger sees all that was written before, and
nobody writes meanwhile; it is held for milliseconds.  The ledger also counts items, whose order breaks ties,
and says which evidence policy the space has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kip_grammar.errors import KipError

MIXLE = "MIXLE"
STRICT = "STRICT"

# Takes the ledger, and `$items` numbers for new items, the first of which is `first`.  No row if the
# space was deleted.
TAKE_LEDGER = """
MATCH (:Space {name: $space})
MERGE (ledger:BeliefLedger {space: $space}) ON CREATE SET ledger.items = 0, ledger.policy = 'MIXLE'
SET ledger.items = ledger.items + $items
WITH ledger, ledger.items - $items AS first
"""


def taken(rows: Sequence[Sequence[Any]], space: str) -> Sequence[Sequence[Any]]:
    """`rows` of a query that takes the ledger.  Raises KIP_3002 if there are none: the space was deleted."""
    if not rows:
        raise deleted(space)
    return rows


def deleted(space: str) -> KipError:
    """KIP_3002: the space isn't there any more."""
    return KipError(
        "KIP_3002",
        f"The memory {space!r} was deleted.",
        hint="Connect again to begin a new memory of that name.",
    )
