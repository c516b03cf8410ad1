"""A soak: all statements, drawn at random, by several writers at once on the same few names.

python -m benchmarks.soaking [statements] [writers]

Every response must be a result or an error that the statement may have when others write what it is about;
afterwards the doctor must find nothing, the tally must be what the writers counted, and the whole memory must
survive an export and an import.  Exits with 1 if anything is broken.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
import uuid
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import kip

from .soaking_statements import SCHEMA, Source, Statement

Connection: TypeAlias = tuple[str, tuple[str, str], str]
PROCESSES = 4
TALLY = """FIND(?t.attributes.n, ?t.metadata._version) WHERE { ?t {type: "Counter", name: "the tally"} }"""


@dataclass(slots=True)
class Record:
    """What came back: counts by (kind, code or "ok"), what must not be, and the longest wait in seconds."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")

    def add(self, other: Record) -> None:
        """Take in what another writer recorded."""
        self.counts += other.counts
        self.faults += other.faults
        self.slowest = max(self.slowest, other.slowest)

    @property
    def total(self) -> int:
        """How many statements were answered."""
        return sum(self.counts.values())

    def note(self, statement: Statement, response: dict[str, Any]) -> None:
        """Record the response to one statement."""
        error = response.get("error")
        code = error["code"] if error else "ok"
        self.counts[statement.kind, code] += 1
        if (error and code not in statement.codes) or _is_torn(statement, response.get("result")):
            self.faults.append(f"{statement.kind}: {response}\n  {statement.text}\n  {statement.parameters}")


def _is_torn(statement: Statement, result: Any) -> bool:
    """Whether a concept was read that was no longer whole: without its name."""
    if not result or not statement.text.startswith("FIND(?d.name"):
        return False
    return None in (result[0] if isinstance(result[0], list) else result)


def write(client: kip.Client, seed: int, statements: int) -> Record:
    """Send at least `statements` statements, one request after the other."""
    source, record = Source(seed), Record()
    while record.total < statements:
        request, asked = source.request()
        start = time.perf_counter()
        try:
            response = client.execute_kip(request)
        except Exception as error:  # whatever it is, a client must not see it
            record.faults.append(f"raised {error!r} for {request}")
            record.counts[asked[0].kind, "raised"] += 1
            continue
        record.slowest = max(record.slowest, (time.perf_counter() - start, asked[0].kind))
        answers = response["result"] if "commands" in request else [response]
        for statement, answer in zip(asked, answers, strict=False):
            record.note(statement, answer)
            _learn(source, answer.get("result"))
    return record


def _learn(source: Source, result: Any) -> None:
    """Let later statements use the ids of what an UPSERT wrote."""
    if isinstance(result, dict):
        for key, name in (("upsert_concept_nodes", "concept"), ("upsert_proposition_links", "link")):
            if ids := result.get(key):
                source.known[name] = ids[-1]


def write_in_threads(connection: Connection, space: str, seeds: list[int], statements: int) -> Record:
    """The writers of one process, which share a client."""
    uri, auth, database = connection
    record = Record()
    with (
        kip.connect(uri, auth=auth, database=database, space=space) as client,
        ThreadPoolExecutor(len(seeds)) as pool,
    ):
        for one in pool.map(lambda seed: write(client, seed, statements), seeds):
            record.add(one)
    return record


def soak(connection: Connection, space: str, statements: int, writers: int, processes: int) -> Record:
    """Let `writers` threads in `processes` processes write; what they recorded, and what is broken after."""
    uri, auth, database = connection
    groups = [list(range(first, writers, processes)) for first in range(min(processes, writers))]
    each = -(-statements // writers)
    record = Record()
    with kip.connect(uri, auth=auth, database=database, space=space) as client:
        client.execute(SCHEMA)
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(len(groups), mp_context=spawn) as pool:
            jobs = [pool.submit(write_in_threads, connection, space, seeds, each) for seeds in groups]
            for job in jobs:
                record.add(job.result())
        record.faults += _broken(client, record)
        record.faults += _not_portable(client, connection)
    return record


def _broken(client: kip.Client, record: Record) -> Iterable[str]:
    """What the doctor finds, and a tally that isn't what was counted."""
    yield from (f"doctor: {finding.to_dict()}" for finding in client.doctor() if not finding.ok)
    counted = record.counts["UPDATE the tally", "ok"]
    n, version = (column[0] for column in client.execute(TALLY).result)
    if (n or 0, version) != (counted, counted + 1):
        yield f"{counted} writers added to the tally: it is {n}, its version {version}"


def _not_portable(client: kip.Client, connection: Connection) -> Iterable[str]:
    """What differs when the memory is exported, imported elsewhere and exported again."""
    uri, auth, database = connection
    copy = f"{client.space}-copy"
    capsule = client.export_capsule().text
    try:
        with kip.connect(uri, auth=auth, database=database, space=copy) as other:
            other.import_capsule(capsule, bootstrap=True)
            again = other.export_capsule()
            first = client.export_capsule()
            if (first.concepts, first.propositions) != (again.concepts, again.propositions):
                yield f"exported {first}, imported {again}"
            yield from (f"doctor of the copy: {finding}" for finding in other.doctor() if not finding.ok)
    finally:
        kip.drop_space(copy, uri, auth=auth, database=database)


def report(record: Record, seconds: float) -> str:
    """The counts as a table, then what is broken."""
    codes = sorted({code for _, code in record.counts}, key=lambda code: (code != "ok", code))
    lines = [f"{'':28}" + "".join(f"{code:>10}" for code in codes)]
    lines += [
        f"{kind:28}" + "".join(f"{record.counts[kind, code] or '':>10}" for code in codes)
        for kind in sorted({kind for kind, _ in record.counts})
    ]
    lines.append(f"{record.total} statements in {seconds:.0f} s, {record.total / seconds:.0f} a second")
    lines.append("the longest request took {:.1f} s ({})".format(*record.slowest))
    lines.append(f"{len(record.faults)} faults" if record.faults else "all is as it must be")
    return "\n".join([*lines, *record.faults[:20]])


def main(statements: int, writers: int) -> int:
    """Soak a new space on the server of the environment, or the managed one; the exit status."""
    from kip.addresses import find_address

    address = find_address(None, None, None)
    connection = (address.uri, (address.user, address.password), address.database or "neo4j")
    space = f"bench-soak-{uuid.uuid4()}"
    start = time.perf_counter()
    record = soak(connection, space, statements, writers, PROCESSES)
    print(report(record, time.perf_counter() - start))
    if record.faults:
        print(f"The space {space} is left for you to look at.")
        return 1
    kip.drop_space(space)
    return 0


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    sys.exit(main(*(numbers + [20_000, 8][len(numbers) :])))
