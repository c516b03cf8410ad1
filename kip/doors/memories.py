"""The memories behind a door: one pool of connections, and a client for each space that is asked for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from kip.addresses import find_address
from kip.aio import AsyncClient
from kip.session import Session
from kip_engine import spaces
from kip_engine.storage.asynchronous import AsyncDatabase
from kip_engine.storage.settings import Limits
from kip_grammar.errors import KipError

T = TypeVar("T")

# A first start fetches Neo4j, which takes minutes; whoever calls is told so before they give up.
PATIENCE_SECONDS = 25.0
PROBE_SECONDS = 5.0
MOST_OPEN = 1_000

log = logging.getLogger(__name__)


class Memories:
    """Opens the database and its spaces when they are first needed, once for all callers at that moment.

    What failed to open is tried anew by the next call, so a server that comes late or back is found.
    """

    def __init__(
        self,
        uri: str | None,
        auth: tuple[str, str] | None,
        limits: Limits,
        on_progress: Any = None,
    ) -> None:
        self._address = (uri, auth, None, on_progress)
        self._limits = limits
        self._database: asyncio.Task[AsyncDatabase] | None = None
        self._clients: dict[str, asyncio.Task[AsyncClient]] = {}

    def open(self, space: str) -> asyncio.Task[AsyncClient]:
        """The client of `space`, which is being opened if it isn't open."""
        client = self._clients.get(space)
        if client is None or _failed(client):
            client = self._clients[space] = asyncio.create_task(self._open(space))
            client.add_done_callback(_tell_failure)
            if len(self._clients) > MOST_OPEN:
                del self._clients[next(iter(self._clients))]
        return client

    async def respond(self, space: str, request: Mapping[str, Any], *, readonly: bool) -> dict[str, Any]:
        """The response of section 6.2 to `request`.  Never raises: whatever fails is an error in it."""

        async def execute(client: AsyncClient) -> dict[str, Any]:
            return await (client.execute_kip_readonly if readonly else client.execute_kip)(request)

        return await self.answer(space, execute)

    async def answer(
        self, space: str, work: Callable[[AsyncClient], Awaitable[dict[str, Any]]]
    ) -> dict[str, Any]:
        """What `work` answers with the client of `space`.  Never raises: whatever fails is an error in it."""
        try:
            return await work(await _patiently(self.open(space)))
        except KipError as error:
            return {"error": error.to_dict()}
        except Exception:
            log.exception("A request failed in a way that it shouldn't.")
            return {"error": _fault().to_dict()}

    async def answers(self, space: str) -> bool:
        """Whether the database can be reached and read, now."""
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                database = await asyncio.shield(self._connected())
                await database.run(spaces.load(space))
        except (KipError, TimeoutError):
            return False
        return True

    async def close(self) -> None:
        """Give up what is being opened, write what brains have noted, and close all connections."""
        for client in self._clients.values():
            if client.done() and not _failed(client):
                await client.result().settle()
            client.cancel()
        if self._database is None or _failed(self._database) or not self._database.done():
            return
        await self._database.result().close()

    async def _open(self, space: str) -> AsyncClient:
        database = await asyncio.shield(self._connected())
        session = Session(database.address, space, self._limits)
        await database.run(session.open())
        return AsyncClient(database, session)

    def _connected(self) -> asyncio.Task[AsyncDatabase]:
        if self._database is None or _failed(self._database):
            self._database = asyncio.create_task(self._connect())
        return self._database

    async def _connect(self) -> AsyncDatabase:
        address = await asyncio.to_thread(find_address, *self._address)
        return AsyncDatabase(address, self._limits)


async def _patiently(opening: asyncio.Task[T]) -> T:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await asyncio.shield(opening)
    except TimeoutError:
        raise KipError(
            "KIP_4003",
            "The Neo4j server is still starting.",
            hint="Nothing was run.  Ask again in half a minute; the first start on a machine takes longest.",
        ) from None


def _failed(task: asyncio.Task[T]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _tell_failure(opening: asyncio.Task[AsyncClient]) -> None:
    if not opening.cancelled() and (error := opening.exception()):
        log.warning("Can't open the memory: %s", error)


def _fault() -> KipError:
    return KipError(
        "KIP_4003",
        "The engine failed on this request.",
        hint="This is a fault of the engine, not of your text: its log (stderr) has the details.",
    )
