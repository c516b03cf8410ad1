"""What must hold around the spaces: server, schema version, indexes, clock, and no element lost."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

from kip_cypher.query import Query
from kip_engine.storage.migrations import READ_VERSION, SCHEMA, VERSION
from kip_engine.storage.steps import Program

from .findings import SAMPLE, Finding

OLDEST = (5, 26)
CLOCK_SECONDS = 60.0

COMPONENTS = Query(
    "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' RETURN versions[0]"
)
INDEXES = Query("SHOW INDEXES YIELD name, state, populationPercent")
CLOCK = Query("RETURN datetime.realtime().epochMillis / 1000.0")
STRAYS = """
CALL () {
  MATCH (n:Concept) WHERE n.space IS NULL OR n.type IS NULL OR NOT n.space IN $spaces RETURN n
  UNION ALL
  MATCH (n:Proposition) WHERE n.space IS NULL OR n.predicate IS NULL OR NOT n.space IN $spaces RETURN n
}
WITH DISTINCT coalesce(n.id, elementId(n)) AS offender ORDER BY offender
RETURN count(offender), collect(offender)[..$sample]
"""
_NAME = re.compile(r"(?:CONSTRAINT|INDEX) (\w+) IF NOT EXISTS")


def examine_environment() -> Program[list[Finding]]:
    """What the checks of the whole database find."""
    return [
        (yield from _server()),
        (yield from _schema()),
        (yield from _indexes()),
        (yield from _clock()),
    ]


def _finding(check: str, says: str, *offences: str) -> Finding:
    return Finding(check, says, None, len(offences), offences[:SAMPLE])


def _server() -> Program[Finding]:
    version: str = (yield COMPONENTS)[0][0]
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    wrong = () if numbers >= OLDEST else (f"Neo4j {version}",)
    return _finding("server", "The server is Neo4j 5.26 or later.", *wrong)


def _schema() -> Program[Finding]:
    found = (yield READ_VERSION)[0][0]
    wrong = () if found == VERSION else (f"version {found or 0}",)
    return _finding("schema", f"The database has schema version {VERSION}, this engine's.", *wrong)


def _indexes() -> Program[Finding]:
    states = {name: (state, percent) for name, state, percent in (yield INDEXES)}
    wrong = tuple(_unready(states))
    return _finding("indexes", "All constraints and indexes are there, online and complete.", *wrong)


def _unready(states: dict[str, tuple[str, float]]) -> Iterator[str]:
    for name in (name for statement in SCHEMA for name in _NAME.findall(statement)):
        state, percent = states.get(name, ("MISSING", 0.0))
        if state != "ONLINE" or percent < 100.0:
            yield f"{name} is {state.lower()}" + (f", {percent:.0f} %" if state == "POPULATING" else "")


def _clock() -> Program[Finding]:
    before = time.time()
    there: float = (yield CLOCK)[0][0]
    apart = max(before - there, there - time.time())
    wrong = () if apart <= CLOCK_SECONDS else (f"{apart:.0f} seconds apart",)
    return _finding("clock", "The server's clock and this machine's agree within a minute.", *wrong)


def find_strays(spaces: list[str]) -> Program[Finding]:
    """The elements of none of `spaces`.  It looks at all there is: not for the doctor of one space."""
    count, sample = (yield Query(STRAYS, {"spaces": spaces, "sample": SAMPLE}))[0]
    says = "Every element has a type or predicate, in a space that exists."
    return Finding("strays", says, None, count, tuple(sample))
