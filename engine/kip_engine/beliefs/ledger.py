"""The ledger of a space: what all who write beliefs take first, so that they do it one after another.

Neo4j reads what is committed, no more: "B cites A" beside "retract A's only document" would leave B standing,
had each looked before the other wrote.  Whoever holds the ledger sees all that was written before, and
nobody writes meanwhile; it is held for milliseconds.  The ledger also counts items, whose order breaks ties,
and says which evidence policy the space has.
"""

from __future__ import annotations

MIXLE = "MIXLE"
STRICT = "STRICT"

# Takes the ledger, and `$items` numbers for new items, the first of which is `first`.
TAKE_LEDGER = """
MERGE (ledger:BeliefLedger {space: $space}) ON CREATE SET ledger.items = 0, ledger.policy = 'MIXLE'
SET ledger.items = ledger.items + $items
WITH ledger, ledger.items - $items AS first
"""
