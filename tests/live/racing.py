"""What the tests of concurrency share: a memory, writers at the same time, and what must hold afterwards."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any, TypeAlias

import kip

WRITERS = 8
PROCESSES = 4
Connection: TypeAlias = tuple[str, tuple[str, str], str]
Work: TypeAlias = Callable[[kip.Client, int], Any]
SCHEMA = """UPSERT {
  CONCEPT ?drug { {type: "$ConceptType", name: "Drug"} }
  CONCEPT ?symptom { {type: "$ConceptType", name: "Symptom"} }
  CONCEPT ?treats { {type: "$PropositionType", name: "treats"} }
  CONCEPT ?stated { {type: "$PropositionType", name: "stated"} }
}"""


def connected(connection: Connection, space: str) -> kip.Client:
    """A client of `space`."""
    uri, auth, database = connection
    return kip.connect(uri, auth=auth, database=database, space=space)


@contextmanager
def memory(connection: Connection, space: str) -> Iterator[kip.Client]:
    """A client of a new space with a schema; at the end the doctor must find nothing, and it is dropped."""
    uri, auth, database = connection
    with connected(connection, space) as client:
        client.execute(SCHEMA)
        try:
            yield client
            assert [finding for finding in client.doctor() if not finding.ok] == []
        finally:
            kip.drop_space(space, uri, auth=auth, database=database)


def in_threads(client: kip.Client, work: Work, writers: int = WRITERS) -> list[Any]:
    """What `work` gives for every writer's number; all begin at the same moment and share the client."""
    together = Barrier(writers)

    def begin(number: int) -> Any:
        together.wait()
        return work(client, number)

    return _gathered(ThreadPoolExecutor(writers), begin, writers)


def in_processes(connection: Connection, space: str, work: Work, writers: int = PROCESSES) -> list[Any]:
    """The same with a process and a client for every writer; `work` is a function of a module."""
    manager = multiprocessing.get_context("spawn").Manager()
    with manager:
        job = _Job(connection, space, work, manager.Barrier(writers))
        pool = ProcessPoolExecutor(writers, mp_context=multiprocessing.get_context("spawn"))
        return _gathered(pool, job, writers)


def _gathered(pool: Executor, work: Callable[[int], Any], writers: int) -> list[Any]:
    with pool:
        return list(pool.map(work, range(writers)))


class _Job:
    """One writer's work in a process of its own."""

    def __init__(self, connection: Connection, space: str, work: Work, together: Any) -> None:
        self.connection, self.space, self.work, self.together = connection, space, work, together

    def __call__(self, number: int) -> Any:
        with connected(self.connection, self.space) as client:
            self.together.wait(60)
            return self.work(client, number)


def outcome(client: kip.Client, text: str, **parameters: Any) -> tuple[str, Any]:
    """("ok", the result) or (code, message) of one command; any other exception is raised."""
    response = client.execute_kip({"command": text, "parameters": parameters})
    if "error" in response:
        return response["error"]["code"], response["error"]["message"]
    return "ok", response["result"]


def codes(outcomes: list[tuple[str, Any]]) -> Counter[str]:
    """How often each code occurs."""
    return Counter(code for code, _ in outcomes)


def rows(client: kip.Client, text: str, **parameters: Any) -> list[tuple[Any, ...]]:
    """The rows of a FIND of several columns."""
    return list(zip(*client.execute(text, parameters).result, strict=True))
