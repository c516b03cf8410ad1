"""What a sync and an async client share: everything but waiting."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kip_engine import embedding, explaining, export, spaces
from kip_engine import recall as recalling
from kip_engine.brain import watching
from kip_engine.brain.brain import Brain
from kip_engine.brain.settings import Settings as BrainSettings
from kip_engine.capsules import Progress as ImportProgress
from kip_engine.capsules import import_stream
from kip_engine.execute import Setting
from kip_engine.parameters import check_parameters
from kip_engine.recall import remembering
from kip_engine.requests import Command, execute_text, respond
from kip_engine.statements import Statements
from kip_engine.storage.migrations import migrate
from kip_engine.storage.settings import Address, Limits
from kip_engine.storage.steps import Program
from kip_grammar import ast
from kip_grammar.errors import KipError

from .progress import listener
from .response import Response

_MIGRATED: set[Address] = set()


class Session:
    """The programs of one client on one space."""

    def __init__(
        self, address: Address, space_name: str, limits: Limits, brain: BrainSettings | None = None
    ) -> None:
        self.address = address
        self.space_name = spaces.check_name(space_name)
        self.limits = limits
        self.statements = Statements()
        self._setting: Setting | None = None
        self._brain: Brain | None = None
        self._brain_settings = brain

    def open(self) -> Program[None]:
        """Migrate the database, once per process, and open the space."""
        if self.address not in _MIGRATED:
            yield from migrate()
            _MIGRATED.add(self.address)
        space = yield from spaces.open(self.space_name)
        self._setting = Setting(space, self.limits, watch=self._watch)

    @property
    def setting(self) -> Setting:
        """The opened space and limits."""
        assert self._setting is not None, "a session is opened before it is used"
        return self._setting

    @property
    def brain(self) -> Brain:
        """The brain of the opened space, made when it is first wanted."""
        if self._brain is None:
            self._brain = Brain(self.setting.space, self._brain_settings)
        return self._brain

    def _watch(self, statement: ast.Statement, result: Any, duration_us: int) -> None:
        """Let the brain, where it is in use, learn from a statement that succeeded."""
        if self.brain.in_use:
            for event in watching.events(statement, result, duration_us):
                self.brain.note(event)

    def execute(self, command: str, parameters: Mapping[str, Any] | None) -> Program[Response]:
        """One command, raising its error."""
        call = Command(_text(command), check_parameters(parameters))
        answer = yield from execute_text(call, self.setting, self.statements)
        return Response(answer.result, answer.next_cursor)

    def respond(self, request: Any, readonly: bool) -> Program[dict[str, Any]]:
        """One request of section 6.1, its errors answered."""
        return (yield from respond(request, self.setting, self.statements, readonly=readonly))

    def explain(self, command: str, parameters: Mapping[str, Any] | None) -> Program[dict[str, Any]]:
        """Every stage of a command."""
        prepared = self.statements.prepare(_text(command))
        given = check_parameters(parameters)
        return (yield from explaining.explain(prepared, given, self.setting.space, self.limits))

    def import_capsule(
        self, chunks: Iterable[str], bootstrap: bool, on_progress: Callable[[ImportProgress], None] | None
    ) -> Program[ImportProgress]:
        """All the statements of a capsule, in order."""
        tell = listener(on_progress)
        return (yield from import_stream(chunks, self.setting.space, bootstrap=bootstrap, on_progress=tell))

    def reembed(
        self, on_progress: Callable[[embedding.Reembedded], None] | None
    ) -> Program[embedding.Reembedded]:
        """All the vectors that the space lacks."""
        return (yield from embedding.reembed(self.space_name, listener(on_progress)))

    def recall(
        self, query: str, context: Any, limit: int, now: Any, planner: recalling.Planner | None
    ) -> Program[recalling.Recall]:
        """The answer to a question in plain words."""
        started = time.perf_counter_ns()
        given = recalling.given(query, context, limit, now)
        found = yield from recalling.recall(self._memory, given, planner)
        best = found.items[0].id if found.items else None
        event = watching.recalled(best, (time.perf_counter_ns() - started) // 1_000)
        self.brain.note(event, self.brain.caller(actor=found.actor))
        return found

    def recall_pattern(
        self, letter: str, parameters: Mapping[str, Any] | None, counterparty: str | None
    ) -> Program[list[recalling.Answered]]:
        """One of the patterns of recall by itself."""
        return (yield from recalling.run_pattern(self._memory, letter, parameters, counterparty))

    def recall_feedback(self, found: recalling.Recall, signal: str, item: Any) -> Program[dict[str, Any]]:
        """What was thought of an answer."""
        return (yield from recalling.give_feedback(self._memory, found, signal, item))

    def judge_recalled(self, judged: Mapping[str, Any]) -> Program[dict[str, Any]]:
        """What was thought of an element that an answer had."""
        return (yield from recalling.judge_by_id(self._memory, judged))

    def tune_recall(self, activation: float) -> Program[None]:
        """Set how recall works in this space."""
        return (yield from recalling.set_activation(self.setting.space, activation))

    @property
    def _memory(self) -> recalling.Memory:
        return recalling.Memory(self.setting, self.statements, self.brain)

    def remember(
        self,
        lines: str | Iterable[str | Mapping[str, Any]],
        conversation: str | None,
        on_progress: Callable[[remembering.Remembered], None] | None,
    ) -> Program[remembering.Remembered]:
        """A conversation as Events."""
        tell = listener(on_progress)
        return (yield from remembering.remember(self.setting.space, lines, conversation, tell))

    def export_capsule(
        self,
        statement: str | None,
        domain: str | None,
        parameters: Mapping[str, Any] | None,
        write: Callable[[str], Any],
        on_progress: Callable[[export.Exported], None] | None,
    ) -> Program[export.Exported]:
        """A capsule of what an EXPORT statement selects, of a domain, or of everything."""
        space, tell = self.setting.space, listener(on_progress)
        if statement is not None and domain is not None:
            raise KipError(
                "KIP_1001",
                "Both a statement and a domain say what to export.",
                hint="Give one of them, or neither for the whole memory.",
            )
        if statement is not None:
            prepared = self.statements.prepare(_text(statement))
            scope = export.statement(prepared, check_parameters(parameters), space)
        else:
            scope = export.whole_space(space) if domain is None else export.domain(domain, space)
        return (yield from export.export_stream(scope, space, write, tell))


def _text(command: Any) -> str:
    if isinstance(command, str):
        return command
    raise KipError("KIP_1001", "A command is a text.", hint='Pass a string such as "DESCRIBE PRIMER".')
