"""The sync client."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from io import StringIO
from types import TracebackType
from typing import Any, TypeVar

from kip_engine import doctor
from kip_engine import spaces as engine_spaces
from kip_engine.capsules import Progress as ImportProgress
from kip_engine.doctor import Finding
from kip_engine.embedding import Reembedded
from kip_engine.export import Exported
from kip_engine.recall import Answered, Planner, Recall
from kip_engine.recall.remembering import Remembered
from kip_engine.storage.settings import DEFAULT_TIMEOUT, Limits
from kip_engine.storage.steps import Program
from kip_engine.storage.sync import Database

from .addresses import find_address
from .beliefs import Beliefs
from .brain import Brain, BrainSettings
from .capsule_files import Source, opened
from .capsule_output import Destination, writing
from .conversation_files import Spoken, spoken
from .flushing import Flusher
from .resonance import Resonance
from .response import Response
from .session import Session

T = TypeVar("T")
EXAMINATION_TIMEOUT = 600.0


class Client:
    """A connection to one space.  Use it as a context manager, or call `close()`; threads may share it."""

    def __init__(self, database: Database, session: Session) -> None:
        self._database = database
        self._session = session
        self._flusher = Flusher(database.run, session.brain)

    @property
    def space(self) -> str:
        """The name of the space."""
        return self._session.space_name

    @property
    def beliefs(self) -> Beliefs:
        """Claims on evidence: what this memory believes, and why."""
        return Beliefs(self._run, self._session.setting.space)

    @property
    def brain(self) -> Brain:
        """Profiles that learn from feedback how to weigh what this memory offers."""
        return Brain(self._run, self._session.brain)

    @property
    def resonance(self) -> Resonance:
        """Learned texts: what was taught answers what is asked, or nothing does."""
        return Resonance(self._run, self._session.setting.space)

    def execute(self, command: str, parameters: Mapping[str, Any] | None = None) -> Response:
        """Run one KIP command.  Raises KipError with code, message, hint and position."""
        return self._run(self._session.execute(command, parameters))

    def execute_kip(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The response of section 6.2 to a request of section 6.1; KIP errors are answers, not exceptions."""
        return self._run(self._session.respond(request, readonly=False))

    def execute_kip_readonly(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Like `execute_kip`, for FIND, SEARCH, DESCRIBE and EXPORT only."""
        return self._run(self._session.respond(request, readonly=True))

    def explain(self, command: str, parameters: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """The stages of a command: kip, ast and, for FIND, plan, rewritten, cypher and parameters."""
        return self._run(self._session.explain(command, parameters))

    def import_capsule(
        self,
        source: Source,
        *,
        bootstrap: bool = False,
        on_progress: Callable[[ImportProgress], None] | None = None,
    ) -> ImportProgress:
        """Apply a capsule, of any size, statement by statement: a path, an open file, or the text itself.

        `bootstrap` lets it write protected elements, as capsules that extend Genesis do.  `on_progress` is
        told of every batch.  Raises CapsuleError (a KipError) at the first statement that fails; those before
        it are in, and importing the corrected capsule resumes.  Returns what was applied.
        """
        with opened(source) as chunks:
            return self._run(self._session.import_capsule(chunks, bootstrap, on_progress))

    def export_capsule(
        self,
        statement: str | None = None,
        path: Destination | None = None,
        *,
        domain: str | None = None,
        parameters: Mapping[str, Any] | None = None,
        on_progress: Callable[[Exported], None] | None = None,
    ) -> Exported:
        """Write knowledge as a capsule: what an EXPORT `statement` selects, a `domain`, or the whole memory.

        `path` is a path or an open text file; without it the result's `text` is the capsule.  Any number of
        elements is written in the same small memory, page by page, definitions first; importing the capsule
        into another memory reproduces them.  All pages of a statement are written, whatever its LIMIT and
        CURSOR say.  A domain comes with its members, the links among them and the definitions these need.
        `on_progress` is told of every page.  Returns what was written.  Raises KipError: the statement's own,
        or KIP_3002 for an unknown domain.
        """
        if path is None:
            text = StringIO()
            done = self.export_capsule(
                statement, text, domain=domain, parameters=parameters, on_progress=on_progress
            )
            return replace(done, text=text.getvalue())
        with writing(path) as write:
            program = self._session.export_capsule(statement, domain, parameters, write, on_progress)
            return self._run(program)

    def recall(
        self,
        query: str,
        context: Mapping[str, Any] | None = None,
        *,
        limit: int = 10,
        now: datetime | str | None = None,
        planner: Planner | None = None,
    ) -> Recall:
        """What this memory holds in answer to `query`: facts with confidence and dates, or nothing.

        `context` tells apart what the question leaves open: `counterparty` (who is spoken with, as the memory
        names people), `agent`, `source`, `topic`.  `limit` is how many items to give, 1 to 100, `now` the
        instant it is seen from (a datetime or ISO 8601; its zone is that of days and weeks).  `planner` may
        say what the question asks: a function of (query, context) that returns a mapping (docs/RECALL.md).

        Reads only.  Private facts of others than the counterparty and the memory's owner leave no trace.
        Raises KIP_2003 for arguments of a wrong kind, KIP_4001 or KIP_4003 if nothing can be read.
        """
        return self._run(self._session.recall(query, context, limit, now, planner))

    def recall_feedback(self, recall: Recall, signal: str, item: Any = None) -> dict[str, Any]:
        """Tell the profile that ranked `recall` what its answer was worth: `useful`, `not_useful`, `wrong`,
        `explicit_positive`, `correction` … (docs/BRAIN.md).

        `item` is an item of the answer, its id or its place; the best by default.  Returns what
        `client.brain.feedback` does, as a mapping.  Raises KIP_3002 for an item that isn't in the answer.
        """
        return self._run(self._session.recall_feedback(recall, signal, item))

    def recall_pattern(
        self, letter: str, parameters: Mapping[str, Any] | None = None, *, counterparty: str | None = None
    ) -> list[Answered]:
        """Run one of the twelve patterns of recall, A to L, by itself: what each statement of it answers.

        `parameters` are those that `kip recall --patterns` lists; statements that lack one are not sent.
        Facts that are private to others than `counterparty` and the owner don't show.
        """
        return self._run(self._session.recall_pattern(letter, parameters, counterparty))

    def judge_recalled(self, judged: Mapping[str, Any]) -> dict[str, Any]:
        """What was thought of an element that an answer had, without the answer at hand.

        `judged` holds its `item_id`, the `signal`, and perhaps `served_by`, the answer's, and `counterparty`.
        """
        return self._run(self._session.judge_recalled(judged))

    def tune_recall(self, *, activation: float) -> None:
        """Set, for this memory, how much of its own fit what a recall found gives to the turns beside it, and
        to what is linked to somebody named: 0 to 1, 0.4 at first.  Raises KIP_2003 for anything else.
        """
        self._run(self._session.tune_recall(activation))

    def remember(
        self,
        lines: Spoken,
        conversation: str | None = None,
        *,
        on_progress: Callable[[Remembered], None] | None = None,
    ) -> Remembered:
        """Write a conversation as Events, linked in order and to their people, without a model.

        `lines` is a path, an open file, the text itself, or an iterable of JSON lines or of their objects:
        `{"speaker": …, "time": …, "text": …}`, time in any common form (UTC if it has no zone), speaker and
        time optional; `"access_level": "private"` keeps a line to those who took part.  An Event is
        identified by `conversation`, or else by a digest of all lines, and the number of its line: the same
        lines twice change nothing, two equal lines stay two.  `on_progress` is told of every batch.  Raises
        KIP_1001 or KIP_2003, naming the line, before anything is written.
        """
        with spoken(lines) as given:
            return self._run(self._session.remember(given, conversation, on_progress))

    def doctor(self) -> list[Finding]:
        """Examine the server and this space, and say what each check found.  Nothing is changed."""
        return self._run(doctor.examine(self.space))

    def reembed(self, *, on_progress: Callable[[Reembedded], None] | None = None) -> Reembedded:
        """Make the vectors that this space lacks, for SEARCH by meaning.

        Large writes and imports leave them pending, and after a change of the embedder all are made anew.  A
        large space gets a vector index of its own.  `on_progress` is told of every page.  Returns what was
        done.  Raises KIP_4003 if no embedder is in use.
        """
        return self._run(self._session.reembed(on_progress))

    def close(self) -> None:
        """Write what the brain has noted and close the connections.  The server goes on."""
        self.settle()
        self._database.close()

    def settle(self) -> None:
        """Write what the brain has noted of this client's uses of the memory, without waiting for more."""
        self._flusher.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, program: Program[T]) -> T:
        try:
            return self._database.run(program)
        finally:
            if self._session.brain.hook.waiting:
                self._flusher.wake()


def connect(
    uri: str | None = None,
    *,
    auth: tuple[str, str] | None = None,
    database: str | None = None,
    space: str = "default",
    timeout: float = DEFAULT_TIMEOUT,
    brain: BrainSettings | None = None,
    on_progress: Any = None,
) -> Client:
    """A client of the memory `space`, which is made if it doesn't exist.

    Without `uri` the server of NEO4J_URI is used, or else the managed local one, which is started (and, the
    first time, fetched: `on_progress` is told how far it is).  `timeout` is seconds a statement may take,
    `brain` holds settings of `client.brain`.  Raises KIP_4003 if no server can be reached, KIP_2003 for a bad
    space name.
    """
    limits = Limits(timeout=timeout)
    address = find_address(uri, auth, database, on_progress)
    session = Session(address, space, limits, brain)
    opened = Database(address, limits)
    try:
        opened.run(session.open())
    except BaseException:
        opened.close()
        raise
    return Client(opened, session)


def spaces(
    uri: str | None = None, *, auth: tuple[str, str] | None = None, database: str | None = None
) -> list[str]:
    """The names of all spaces in a database."""
    return _once(engine_spaces.listing(), uri, auth, database)


def drop_space(
    name: str, uri: str | None = None, *, auth: tuple[str, str] | None = None, database: str | None = None
) -> None:
    """Delete a space and everything in it.  There is no way back."""
    _once(engine_spaces.drop(name), uri, auth, database)


def examine(
    space: str | None = None,
    uri: str | None = None,
    *,
    auth: tuple[str, str] | None = None,
    database: str | None = None,
) -> list[Finding]:
    """What every check finds in a database and one of its spaces, or all.  Reads only, and takes its time."""
    return _once(doctor.examine(space), uri, auth, database, Limits(timeout=EXAMINATION_TIMEOUT))


def _once(
    program: Program[T],
    uri: str | None,
    auth: tuple[str, str] | None,
    database: str | None,
    limits: Limits | None = None,
) -> T:
    opened = Database(find_address(uri, auth, database), limits or Limits())
    try:
        return opened.run(program)
    finally:
        opened.close()
