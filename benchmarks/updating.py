"""UPDATE of very many links in one statement, beside the same change written by hand in Cypher.

python -m benchmarks.updating [concepts]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import neo4j

import kip
from kip.addresses import find_address

from .loading import loaded
from .timing import alternate

ROUNDS = 15
WHERE = 'WHERE { ?l (?s, "tagged", ?o) }'
HAND_MATCH = "MATCH (l:Proposition {space: $space, predicate: 'tagged'})"
HAND_STAMP = "l._version = l._version + 1, l._updated_at = '2026-01-01T00:00:00.000Z' RETURN count(l)"
DECAYED = "coalesce(l.m_strength, 0.7) * 0.99"
UPDATES = {
    "decay": (
        (
            "UPDATE ?l SET METADATA "
            "{ strength: CLAMP(MUL(COALESCE(?l.metadata.strength, 0.7), 0.99), 0.0, 1.0) }"
        ),
        (
            f"SET l.m_strength = CASE WHEN {DECAYED} > 1.0 THEN 1.0 "
            f"WHEN {DECAYED} < 0.0 THEN 0.0 ELSE {DECAYED} END"
        ),
    ),
    "count": (
        "UPDATE ?l SET METADATA { recalled: ADD(COALESCE(?l.metadata.recalled, 0), 1) }",
        "SET l.m_recalled = coalesce(l.m_recalled, 0) + 1",
    ),
}
"""By name: KML, and by hand an assignment without care for overflow and for values that are no numbers."""


def main(n: int) -> None:
    """Print the medians for the links of a memory of `n` concepts."""
    address = find_address(None, None, None)
    driver = neo4j.GraphDatabase.driver(
        address.uri, auth=(address.user, address.password), notifications_min_severity="OFF"
    )
    with driver, loaded(n) as client:
        for name in UPDATES:
            _compare(name, client, lambda text: _write(driver, address.database, text, client.space))


def _compare(name: str, client: kip.Client, by_hand: Callable[[str], Any]) -> None:
    kml, assignment = UPDATES[name]
    counts = client.execute(f"{kml} {WHERE}").result
    text = f"{HAND_MATCH} {assignment}, {HAND_STAMP}"
    pair = alternate(lambda: client.execute(f"{kml} {WHERE}"), lambda: by_hand(text), ROUNDS, warm_up=2)
    print(f"{name}: {counts}, KIP {pair.ours:.0f} ms, Cypher {pair.theirs:.0f} ms, ratio {pair.ratio:.2f}")


def _write(driver: neo4j.Driver, database: str | None, text: str, space: str) -> Any:
    with driver.session(database=database) as session:
        return session.execute_write(lambda work: work.run(text, space=space).single())


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 100_000)
