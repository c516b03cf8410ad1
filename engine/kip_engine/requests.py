"""Requests and responses exactly as section 6: single, batch, stop rule, parameters, read-only, dry run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kip_grammar import ast
from kip_grammar.errors import KipError

from .answers import Answer
from .bounded import execute_bounded, share
from .execute import Setting, execute
from .once import Key, apply_once, read_name, request_digest
from .parameters import check_parameters
from .statements import Prepared, Statements
from .storage.steps import Program, Together

MAX_COMMANDS = 1_000

Response = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a request with its own parameters; `key` is that of a write to be applied once."""

    text: str
    parameters: Mapping[str, Any]
    key: Key | None = None


def respond(request: Any, setting: Setting, statements: Statements, *, readonly: bool) -> Program[Response]:
    """The response to a request.  Never raises a KipError: failures are answers."""
    try:
        commands, batch, dry_run = read_request(request)
        key = read_name(request)
    except KipError as error:
        return {"error": error.to_dict()}
    if key is not None and not dry_run:
        commands = _keyed(commands, key, setting.space.name)
    limits = replace(setting.limits, reply_bytes=share(setting.limits.reply_bytes, len(commands)))
    runner = _Runner(replace(setting, dry_run=dry_run, limits=limits), statements, readonly)
    if not batch:
        return (yield from runner.one(commands[0]))
    return {"result": (yield from runner.batch(commands))}


def _keyed(commands: list[Command], name: str, space: str) -> list[Command]:
    """The commands, each with a key of its own made from the request's."""
    digest = request_digest([[command.text, dict(command.parameters)] for command in commands])
    return [replace(command, key=Key(space, name, place, digest)) for place, command in enumerate(commands)]


def read_request(request: Any) -> tuple[list[Command], bool, bool]:
    """The commands of a request, whether it is a batch, and whether it is a dry run.  Raises KIP_1001."""
    if not isinstance(request, Mapping):
        raise _malformed("A request is an object.", 'Send {"command": "…", "parameters": {…}}.')
    given = [key for key in ("command", "commands") if request.get(key) is not None]
    if len(given) != 1:
        raise _malformed(
            "A request has exactly one of `command` and `commands`.",
            "Send `command` for one statement, `commands` for a list of them.",
        )
    shared = check_parameters(request.get("parameters"))
    if given == ["command"]:
        return [_command(request["command"], shared)], False, _flag(request.get("dry_run"))
    return _commands(request["commands"], shared), True, _flag(request.get("dry_run"))


def _commands(commands: Any, shared: Mapping[str, Any]) -> list[Command]:
    if not isinstance(commands, (list, tuple)) or not commands:
        raise _malformed("`commands` is a list of at least one command.", "Send command texts in a list.")
    if len(commands) > MAX_COMMANDS:
        raise KipError(
            "KIP_4002",
            f"A batch has at most {MAX_COMMANDS} commands, not {len(commands)}.",
            hint="Send several batches.",
        )
    return [_numbered(place, command, shared) for place, command in enumerate(commands)]


def _numbered(place: int, command: Any, shared: Mapping[str, Any]) -> Command:
    try:
        return _command(command, shared)
    except KipError as error:
        raise KipError(error.code, f"commands[{place}]: {error.message}", hint=error.hint) from None


def _command(command: Any, shared: Mapping[str, Any]) -> Command:
    if isinstance(command, str):
        return Command(command, shared)
    if isinstance(command, Mapping) and isinstance(command.get("command"), str):
        return Command(command["command"], {**shared, **check_parameters(command.get("parameters"))})
    raise _malformed(
        "A command is a string, or in a batch an object with `command` and `parameters`.",
        'Send "FIND(…) WHERE {…}", or {"command": "FIND(…) WHERE {…}", "parameters": {…}}.',
    )


def _flag(value: Any) -> bool:
    if value is None or isinstance(value, bool):
        return bool(value)
    raise _malformed("`dry_run` is true or false.", "Leave it out to execute.")


def _malformed(message: str, hint: str) -> KipError:
    return KipError("KIP_1001", message, hint=hint)


def execute_text(
    command: Command, setting: Setting, statements: Statements, *, readonly: bool = False
) -> Program[Answer]:
    """Answer one command text.  Raises KipError."""
    prepared = _Runner(setting, statements, readonly).prepare(command)
    if isinstance(prepared, KipError):
        raise prepared
    return (yield from execute(prepared, command.parameters, setting))


@dataclass(frozen=True, slots=True)
class _Runner:
    """Runs the commands of one request."""

    setting: Setting
    statements: Statements
    readonly: bool

    def one(self, command: Command) -> Program[Response]:
        return (yield from self._outcome(self.prepare(command), command))

    def batch(self, commands: list[Command]) -> Program[list[Response]]:
        """Responses in order: reads between two writes run side by side; a failed write ends the batch."""
        responses: list[Response] = []
        reads: list[tuple[Prepared | KipError, Command]] = []
        for command in commands:
            prepared = self.prepare(command)
            if not _is_write(prepared):
                reads.append((prepared, command))
                continue
            responses += yield from self._side_by_side(reads)
            reads = []
            responses.append((yield from self._outcome(prepared, command)))
            if _was_executed(responses[-1]):
                return responses
        return responses + (yield from self._side_by_side(reads))

    def _side_by_side(self, reads: list[tuple[Prepared | KipError, Command]]) -> Program[list[Response]]:
        outcomes: list[Response] = []
        if len(reads) == 1:
            outcomes.append((yield from self._outcome(*reads[0])))
        elif reads:
            outcomes = yield Together([self._outcome(*read) for read in reads])
        return outcomes

    def prepare(self, command: Command) -> Prepared | KipError:
        """The parsed command, or why it can't run: such errors never stop a batch."""
        try:
            prepared = self.statements.prepare(command.text)
            if self.readonly and isinstance(prepared.statement, ast.WRITES):
                raise _write_refused()
        except KipError as error:
            return error
        return prepared

    def _outcome(self, prepared: Prepared | KipError, command: Command) -> Program[Response]:
        if isinstance(prepared, KipError):
            return {"error": prepared.to_dict()}
        try:
            answer = yield from self._answer(prepared, command)
        except KipError as error:
            return {"error": error.to_dict()}
        return answer.to_dict()

    def _answer(self, prepared: Prepared, command: Command) -> Program[Answer]:
        program = execute_bounded(prepared, command.parameters, self.setting)
        if command.key is not None and _is_write(prepared):
            program = apply_once(program, command.key)
        return (yield from program)


def _was_executed(response: Response) -> bool:
    """Whether a write failed in its execution; a fault of its text or parameters means it never began."""
    return "error" in response and not response["error"]["code"].startswith("KIP_1")


def _is_write(prepared: Prepared | KipError) -> bool:
    return isinstance(prepared, Prepared) and isinstance(prepared.statement, ast.WRITES)


def _write_refused() -> KipError:
    return KipError(
        "KIP_1001",
        "This call is read-only, and the command would write.",
        hint="Send UPSERT, UPDATE, MERGE and DELETE through execute_kip.",
    )
