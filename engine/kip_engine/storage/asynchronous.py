"""Runs programs on the driver's async API."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from kip_cypher.query import Query
from kip_grammar.errors import KipError

from .failures import as_kip_error, is_too_large, may_read_again, may_run_again
from .settings import Address, Limits
from .steps import Body, Program, Rows, Step, Together, Transaction
from .sync import RETRIES, driver_options, pause

T = TypeVar("T")
_FAILURES = (Neo4jError, DriverError, OSError)


class AsyncDatabase:
    """A Neo4j database that runs programs on the running event loop."""

    def __init__(self, address: Address, limits: Limits) -> None:
        self.address = address
        self.limits = limits
        self._driver = neo4j.AsyncGraphDatabase.driver(
            address.uri, auth=(address.user, address.password), **driver_options()
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._driver.close()

    async def run(self, program: Program[T]) -> T:
        """Run `program` to its end and return its result.  Raises KipError."""
        try:
            step = next(program)
            while True:
                try:
                    value = await self._perform(step)
                except KipError as error:
                    step = program.throw(error)
                else:
                    step = program.send(value)
        except StopIteration as stop:
            result: T = stop.value
            return result

    async def _perform(self, step: Step) -> Any:
        if isinstance(step, Query):
            return await self._read(step)
        if isinstance(step, Transaction):
            return await self._transact(step)
        return await self._together(step)

    async def _read(self, query: Query) -> Rows:
        cypher = neo4j.Query(query.text, timeout=self.limits.timeout)
        for attempt in range(self.limits.attempts):
            try:
                async with self._session(neo4j.READ_ACCESS) as session:
                    result = await session.run(cypher, query.parameters)
                    return [record async for record in result]
            except _FAILURES as error:
                if not may_read_again(error) or attempt + 1 == self.limits.attempts:
                    raise as_kip_error(error) from error
            await asyncio.sleep(pause(attempt))
        raise AssertionError("the last attempt returns or raises")

    async def _transact(self, step: Transaction[T]) -> T:
        for attempt in range(self.limits.attempts):
            try:
                return await self._attempt(step)
            except _FAILURES as error:
                again = may_run_again(error, write=step.write)
                if not again or attempt + 1 == self.limits.attempts:
                    raise as_kip_error(error) from error
            await asyncio.sleep(pause(attempt))
        raise AssertionError("the last attempt returns or raises")

    async def _attempt(self, step: Transaction[T]) -> T:
        @neo4j.unit_of_work(timeout=self.limits.timeout)
        async def work(transaction: neo4j.AsyncManagedTransaction) -> T:
            return await _drive_body(step.body(), transaction)

        async with self._session(neo4j.WRITE_ACCESS if step.write else neo4j.READ_ACCESS) as session:
            if step.write:
                return await session.execute_write(work)
            return await session.execute_read(work)

    async def _together(self, step: Together) -> list[Any]:
        return list(await asyncio.gather(*map(self._outcome, step.programs)))

    async def _outcome(self, program: Program[Any]) -> Any:
        try:
            return await self.run(program)
        except KipError as error:
            return error

    def _session(self, access_mode: str) -> neo4j.AsyncSession:
        return self._driver.session(
            database=self.address.database, default_access_mode=access_mode, **RETRIES
        )


async def _drive_body(body: Body[T], transaction: neo4j.AsyncManagedTransaction) -> T:
    try:
        query = next(body)
        while True:
            query = body.send(await _rows(transaction, query))
    except StopIteration as stop:
        value: T = stop.value
        return value


async def _rows(transaction: neo4j.AsyncManagedTransaction, query: Query) -> Rows:
    try:
        result = await transaction.run(query.text, query.parameters)
        return [record async for record in result]
    except Neo4jError as error:
        if is_too_large(error):
            raise as_kip_error(error) from error
        raise
