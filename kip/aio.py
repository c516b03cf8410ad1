"""The async client: the sync one's surface, awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from datetime import datetime
from io import StringIO
from types import TracebackType
from typing import Any, TypeVar

from kip_engine import doctor
from kip_engine.capsules import Progress as ImportProgress
from kip_engine.doctor import Finding
from kip_engine.embedding import Reembedded
from kip_engine.export import Exported
from kip_engine.recall import Answered, Planner, Recall
from kip_engine.recall.remembering import Remembered
from kip_engine.storage.asynchronous import AsyncDatabase
from kip_engine.storage.settings import DEFAULT_TIMEOUT, Limits
from kip_engine.storage.steps import Program

from .addresses import find_address
from .beliefs import AsyncBeliefs
from .brain import AsyncBrain, BrainSettings
from .capsule_files import Source, opened
from .capsule_output import Destination, writing
from .conversation_files import Spoken, spoken
from .flushing import AsyncFlusher
from .resonance import AsyncResonance
from .response import Response
from .session import Session

T = TypeVar("T")


class AsyncClient:
    """A connection to one space.  Use it with `async with`, or await `close()`; tasks may share it."""

    def __init__(self, database: AsyncDatabase, session: Session) -> None:
        self._database = database
        self._session = session
        self._flusher = AsyncFlusher(database.run, session.brain)

    @property
    def space(self) -> str:
        """The name of the space."""
        return self._session.space_name

    @property
    def beliefs(self) -> AsyncBeliefs:
        """Claims on evidence: what this memory believes, and why."""
        return AsyncBeliefs(self._run, self._session.setting.space)

    @property
    def brain(self) -> AsyncBrain:
        """Profiles that learn from feedback how to weigh what this memory offers."""
        return AsyncBrain(self._run, self._session.brain)

    @property
    def resonance(self) -> AsyncResonance:
        """Learned texts: what was taught answers what is asked, or nothing does."""
        return AsyncResonance(self._run, self._session.setting.space)

    @property
    def reply_bytes(self) -> int | None:
        """The most that an answer of this client may take in JSON; None for any size."""
        return self._session.limits.reply_bytes

    async def execute(self, command: str, parameters: Mapping[str, Any] | None = None) -> Response:
        """Run one KIP command.  Raises KipError with code, message, hint and position."""
        return await self._run(self._session.execute(command, parameters))

    async def execute_kip(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The response of section 6.2 to a request of section 6.1; KIP errors are answers, not exceptions."""
        return await self._run(self._session.respond(request, readonly=False))

    async def execute_kip_readonly(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Like `execute_kip`, for FIND, SEARCH, DESCRIBE and EXPORT only."""
        return await self._run(self._session.respond(request, readonly=True))

    async def explain(self, command: str, parameters: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The stages of a command: kip, ast and, for FIND, plan, rewritten, cypher and parameters."""
        return await self._run(self._session.explain(command, parameters))

    async def import_capsule(
        self,
        source: Source,
        *,
        bootstrap: bool = False,
        on_progress: Callable[[ImportProgress], None] | None = None,
    ) -> ImportProgress:
        """Apply a capsule: a path, an open file, or the text itself.  See `Client.import_capsule`."""
        with opened(source) as chunks:
            return await self._run(self._session.import_capsule(chunks, bootstrap, on_progress))

    async def export_capsule(
        self,
        statement: str | None = None,
        path: Destination | None = None,
        *,
        domain: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        on_progress: Callable[[Exported], None] | None = None,
    ) -> Exported:
        """Write knowledge as a capsule.  See `Client.export_capsule`."""
        if path is None:
            text = StringIO()
            done = await self.export_capsule(
                statement, text, domain=domain, parameters=parameters, on_progress=on_progress
            )
            return replace(done, text=text.getvalue())
        with writing(path) as write:
            program = self._session.export_capsule(statement, domain, parameters, write, on_progress)
            return await self._run(program)

    async def recall(
        self,
        query: str,
        context: Mapping[str, Any] | None = None,
        *,
        limit: int = 10,
        now: datetime | str | None = None,
        planner: Planner | None = None,
    ) -> Recall:
        """What this memory holds in answer to `query`.  See `Client.recall`."""
        return await self._run(self._session.recall(query, context, limit, now, planner))

    async def recall_feedback(self, recall: Recall, signal: str, item: Any = None) -> dict[str, Any]:
        """Tell the profile that ranked `recall` what its answer was worth.  See `Client.recall_feedback`."""
        return await self._run(self._session.recall_feedback(recall, signal, item))

    async def recall_pattern(
        self, letter: str, parameters: Mapping[str, Any] | None = None, *, counterparty: str | None = None
    ) -> list[Answered]:
        """Run one of the twelve patterns of recall by itself.  See `Client.recall_pattern`."""
        return await self._run(self._session.recall_pattern(letter, parameters, counterparty))

    async def judge_recalled(self, judged: Mapping[str, Any]) -> dict[str, Any]:
        """What was thought of an element that an answer had, without the answer at hand.

        `judged` holds its `item_id`, the `signal`, and perhaps `served_by`, the answer's, and `counterparty`.
        """
        return await self._run(self._session.judge_recalled(judged))

    async def tune_recall(self, *, activation: float) -> None:
        """Set how recall works in this memory.  See `Client.tune_recall`."""
        await self._run(self._session.tune_recall(activation))

    async def remember(
        self,
        lines: Spoken,
        conversation: str | None = None,
        *,
        on_progress: Callable[[Remembered], None] | None = None,
    ) -> Remembered:
        """Write a conversation as Events.  See `Client.remember`."""
        with spoken(lines) as given:
            return await self._run(self._session.remember(given, conversation, on_progress))

    async def doctor(self) -> list[Finding]:
        """Examine the server and this space, and say what each check found.  Nothing is changed."""
        return await self._run(doctor.examine(self.space))

    async def reembed(self, *, on_progress: Callable[[Reembedded], None] | None = None) -> Reembedded:
        """Make the vectors that this space lacks.  See `Client.reembed`."""
        return await self._run(self._session.reembed(on_progress))

    async def close(self) -> None:
        """Write what the brain has noted and close the connections.  The server goes on."""
        await self.settle()
        await self._database.close()

    async def settle(self) -> None:
        """Write what the brain has noted.  See `Client.settle`."""
        await self._flusher.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _run(self, program: Program[T]) -> T:
        try:
            return await self._database.run(program)
        finally:
            if self._session.brain.hook.waiting:
                self._flusher.wake()


class _Connecting:
    """What `connect_async` returns: await it for a client, or enter it with `async with`."""

    def __init__(self, arguments: dict[str, Any]) -> None:
        self._arguments = arguments
        self._client: AsyncClient | None = None

    def __await__(self) -> Generator[Any, None, AsyncClient]:
        return _connect(**self._arguments).__await__()

    async def __aenter__(self) -> AsyncClient:
        self._client = await self
        return self._client

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._client is not None
        await self._client.close()


def connect_async(
    uri: str | None = None,
    *,
    auth: tuple[str, str] | None = None,
    database: str | None = None,
    space: str = "default",
    timeout: float = DEFAULT_TIMEOUT,
    brain: BrainSettings | None = None,
    on_progress: Any = None,
) -> _Connecting:
    """Like `kip.connect`: `async with kip.connect_async(…) as client`, or `client = await …`."""
    return _Connecting(
        {
            "uri": uri,
            "auth": auth,
            "database": database,
            "space": space,
            "timeout": timeout,
            "brain": brain,
            "on_progress": on_progress,
        }
    )


async def _connect(
    uri: str | None,
    auth: tuple[str, str] | None,
    database: str | None,
    space: str,
    timeout: float,
    brain: BrainSettings | None,
    on_progress: Any,
) -> AsyncClient:
    limits = Limits(timeout=timeout)
    address = await asyncio.to_thread(find_address, uri, auth, database, on_progress)
    session = Session(address, space, limits, brain)
    opened = AsyncDatabase(address, limits)
    try:
        await opened.run(session.open())
    except BaseException:
        await opened.close()
        raise
    return AsyncClient(opened, session)
