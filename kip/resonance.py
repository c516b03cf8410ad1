"""`client.resonance`: what was taught answers what is asked, by bytes and words alone, or nothing does.

Each method runs a program of the engine; those of the async client are the same, awaited.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol, TypeVar

from kip_engine import resonance
from kip_engine.resonance import Learned
from kip_engine.resonance import Resonance as Answer
from kip_engine.spaces import Space
from kip_engine.storage.steps import Program

from .progress import listener

__all__ = ["Answer", "AsyncResonance", "Learned", "Resonance"]

T = TypeVar("T")
Text = str | bytes
Pair = tuple[Text, Text]


class Run(Protocol):
    """Runs a program."""

    def __call__(self, program: Program[T]) -> T: ...


class AsyncRun(Protocol):
    """Runs a program, awaited."""

    def __call__(self, program: Program[T]) -> Awaitable[T]: ...


class Resonance:
    """The learned texts of one memory."""

    def __init__(self, run: Run, space: Space) -> None:
        self._run = run
        self._space = space

    def learn(self, left: Text, right: Text) -> Learned:
        """Learn that `left` leads to `right`: a question and its answer, or a thing and what follows.

        Texts are known by their exact bytes; learning a pair again only adds to their mass.  Returns what was
        new.  Raises KIP_2003 for what is no text: empty, more than 1 MiB, NUL, bytes that aren't UTF-8.
        """
        return self._run(resonance.learn(self._space, left, right))

    def learn_many(
        self, pairs: Iterable[Pair], *, on_progress: Callable[[Learned], Any] | None = None
    ) -> Learned:
        """Learn many pairs, in order and in batches; `on_progress` is told after each what is in so far.

        Raises KIP_2003 at the first that is no pair of texts: the batches before it are in, its own is not.
        """
        return self._run(resonance.learn_many(self._space, pairs, listener(on_progress)))

    def deposit(self, text: Text) -> Learned:
        """Keep `text`, which leads nowhere yet: it is only ever quoted.  Raises KIP_2003 like `learn`."""
        return self._run(resonance.deposit(self._space, text))

    def recall(self, query: Text, *, forward: bool = True, canonical: bool = True) -> Answer:
        """What this memory has to say to `query`; its `text` is None if that is nothing.

        Without `forward` a question that was taught isn't simply read forward; without `canonical` texts that
        differ from the query in spelling only aren't looked up.  Raises KIP_2003 for other types; bytes that
        aren't UTF-8 can't have been learned, and meet silence.
        """
        return self._run(resonance.recall(self._space, query, forward=forward, canonical=canonical))


class AsyncResonance:
    """The learned texts of one memory, awaited.  See `Resonance`."""

    def __init__(self, run: AsyncRun, space: Space) -> None:
        self._run = run
        self._space = space

    async def learn(self, left: Text, right: Text) -> Learned:
        """Learn that `left` leads to `right`.  See `Resonance.learn`."""
        return await self._run(resonance.learn(self._space, left, right))

    async def learn_many(
        self, pairs: Iterable[Pair], *, on_progress: Callable[[Learned], Any] | None = None
    ) -> Learned:
        """Learn many pairs, in order and in batches.  See `Resonance.learn_many`."""
        return await self._run(resonance.learn_many(self._space, pairs, listener(on_progress)))

    async def deposit(self, text: Text) -> Learned:
        """Keep `text`, which leads nowhere yet.  See `Resonance.deposit`."""
        return await self._run(resonance.deposit(self._space, text))

    async def recall(self, query: Text, *, forward: bool = True, canonical: bool = True) -> Answer:
        """What this memory has to say to `query`.  See `Resonance.recall`."""
        return await self._run(resonance.recall(self._space, query, forward=forward, canonical=canonical))
