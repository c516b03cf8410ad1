"""Runs programs on the driver's sync API."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from kip_cypher.query import Query
from kip_grammar.errors import KipError

from .failures import as_kip_error, is_too_large, may_read_again, may_run_again
from .settings import Address, Limits
from .steps import Body, Program, Rows, Step, Together, Transaction

T = TypeVar("T")
PARALLEL_READS = 4
RETRIES: dict[str, Any] = {"initial_retry_delay": 0.05, "retry_delay_multiplier": 2.0}
_FAILURES = (Neo4jError, DriverError, OSError)


def driver_options() -> dict[str, Any]:
    """What both drivers are opened with: quiet, and suspicious of connections that lay idle."""
    return {
        "notifications_min_severity": "OFF",
        "liveness_check_timeout": 30.0,
        "connection_acquisition_timeout": 15.0,
        "max_transaction_retry_time": 30.0,
        "user_agent": "kip-engine",
    }


class Database:
    """A Neo4j database that runs programs, one step after the other."""

    def __init__(self, address: Address, limits: Limits) -> None:
        self.address = address
        self.limits = limits
        self._driver = neo4j.GraphDatabase.driver(
            address.uri, auth=(address.user, address.password), **driver_options()
        )

    def close(self) -> None:
        """Close all connections."""
        self._driver.close()

    def run(self, program: Program[T]) -> T:
        """Run `program` to its end and return its result.  Raises KipError."""
        return _drive(program, self._perform)

    def _perform(self, step: Step) -> Any:
        if isinstance(step, Query):
            return self._read(step)
        if isinstance(step, Transaction):
            return self._transact(step)
        return self._together(step)

    def _read(self, query: Query) -> Rows:
        cypher = neo4j.Query(query.text, timeout=self.limits.timeout)
        for attempt in range(self.limits.attempts):
            try:
                with self._session(neo4j.READ_ACCESS) as session:
                    return list(session.run(cypher, query.parameters))
            except _FAILURES as error:
                if not may_read_again(error) or attempt + 1 == self.limits.attempts:
                    raise as_kip_error(error) from error
            time.sleep(pause(attempt))
        raise AssertionError("the last attempt returns or raises")

    def _transact(self, step: Transaction[T]) -> T:
        for attempt in range(self.limits.attempts):
            try:
                return self._attempt(step)
            except _FAILURES as error:
                again = may_run_again(error, write=step.write)
                if not again or attempt + 1 == self.limits.attempts:
                    raise as_kip_error(error) from error
            time.sleep(pause(attempt))
        raise AssertionError("the last attempt returns or raises")

    def _attempt(self, step: Transaction[T]) -> T:
        @neo4j.unit_of_work(timeout=self.limits.timeout)
        def work(transaction: neo4j.ManagedTransaction) -> T:
            return _drive_body(step.body(), transaction)

        with self._session(neo4j.WRITE_ACCESS if step.write else neo4j.READ_ACCESS) as session:
            return session.execute_write(work) if step.write else session.execute_read(work)

    def _together(self, step: Together) -> list[Any]:
        with ThreadPoolExecutor(min(PARALLEL_READS, max(1, len(step.programs)))) as pool:
            return list(pool.map(self._outcome, step.programs))

    def _outcome(self, program: Program[Any]) -> Any:
        try:
            return self.run(program)
        except KipError as error:
            return error

    def _session(self, access_mode: str) -> neo4j.Session:
        return self._driver.session(
            database=self.address.database, default_access_mode=access_mode, **RETRIES
        )


def pause(attempt: int) -> float:
    """Seconds to wait before attempt `attempt + 2`: doubling, with jitter, at most about a second."""
    return min(1.0, 0.01 * 2.0**attempt) * (0.5 + random.random())


def _drive(program: Generator[Step, Any, T], perform: Callable[[Step], Any]) -> T:
    try:
        step = next(program)
        while True:
            try:
                value = perform(step)
            except KipError as error:
                step = program.throw(error)
            else:
                step = program.send(value)
    except StopIteration as stop:
        result: T = stop.value
        return result


def _drive_body(body: Body[T], transaction: neo4j.ManagedTransaction) -> T:
    try:
        query = next(body)
        while True:
            query = body.send(_rows(transaction, query))
    except StopIteration as stop:
        result: T = stop.value
        return result


def _rows(transaction: neo4j.ManagedTransaction, query: Query) -> Rows:
    try:
        return list(transaction.run(query.text, query.parameters))
    except Neo4jError as error:
        if is_too_large(error):
            raise as_kip_error(error) from error
        raise
