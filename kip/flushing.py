"""Writes what the brain's hook has noted, in the background of a client's calls.

A worker lives as long as something is waiting: it gathers for a moment, so that many uses go into one
transaction, and ends when everything is written.  What can't be written goes on waiting, for the next call
or for the client's close.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Awaitable, Callable

from kip_engine.brain.brain import Brain
from kip_engine.storage.steps import Program
from kip_grammar.errors import KipError

GATHER_SECONDS = 1.0
MANY = 200
_log = logging.getLogger(__name__)


class Flusher:
    """Flushes the hook of a sync client, in a thread of its own."""

    def __init__(self, run: Callable[[Program[None]], None], brain: Brain) -> None:
        self._run = run
        self._brain = brain
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        self._hurry = threading.Event()

    def wake(self) -> None:
        """See to it that what is waiting gets written soon."""
        if self._brain.hook.waiting >= MANY:
            self._hurry.set()
        with self._lock:
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="kip-brain-hook", daemon=True)
                self._worker.start()

    def close(self) -> None:
        """Write everything that is waiting, now."""
        with self._lock:
            worker = self._worker
        self._hurry.set()
        if worker is not None:
            worker.join()
        if self._brain.hook.waiting:
            self._flush()

    def _work(self) -> None:
        while True:
            self._hurry.wait(GATHER_SECONDS)
            self._hurry.clear()
            written = self._flush()
            with self._lock:
                if not written or not self._brain.hook.waiting:
                    self._worker = None
                    return

    def _flush(self) -> bool:
        try:
            self._run(self._brain.flush())
        except KipError as error:
            _complain(error)
            return False
        return True


class AsyncFlusher:
    """Flushes the hook of an async client, in a task of its own."""

    def __init__(self, run: Callable[[Program[None]], Awaitable[None]], brain: Brain) -> None:
        self._run = run
        self._brain = brain
        self._worker: asyncio.Task[None] | None = None
        self._hurry = asyncio.Event()

    def wake(self) -> None:
        """See to it that what is waiting gets written soon."""
        if self._brain.hook.waiting >= MANY:
            self._hurry.set()
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work(), name="kip-brain-hook")

    async def close(self) -> None:
        """Write everything that is waiting, now."""
        self._hurry.set()
        if self._worker is not None and not self._worker.done():
            await self._worker
        if self._brain.hook.waiting:
            await self._flush()

    async def _work(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), GATHER_SECONDS)
            self._hurry.clear()
            if not await self._flush() or not self._brain.hook.waiting:
                return

    async def _flush(self) -> bool:
        try:
            await self._run(self._brain.flush())
        except KipError as error:
            _complain(error)
            return False
        return True


def _complain(error: KipError) -> None:
    _log.warning("What the brain noted of this memory's uses could not be written: %s", error.message)
