"""Sends statements in batches and keeps the trace: which, in which phase, how long, how many rows.

A batch is one round trip of independent reads, all within the view.  What fails is noted and asked otherwise
once: a type or predicate that is gone is looked for in the schema as it is now, and what can't do without it
is left out.  No text is ever sent twice.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kip_engine import spaces
from kip_engine.execute import Setting
from kip_engine.requests import respond
from kip_engine.statements import Statements
from kip_engine.storage.steps import Program, Together
from kip_grammar.errors import KipError

from .patterns import Call, ready
from .result import Entry
from .statements import Asking, Reading, Reply, Row

ROUND_TRIPS = 5
SECONDS = 20.0
UNAVAILABLE = ("KIP_4001", "KIP_4003")
UNDEFINED = "KIP_2001"


@dataclass(slots=True)
class Asker:
    """Asks on behalf of one recall."""

    setting: Setting
    statements: Statements
    trace: list[Entry] = field(default_factory=list)
    round_trips: int = 0
    notes: list[str] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)

    @property
    def may_go_on(self) -> bool:
        """Whether the budget allows another round trip."""
        return self.round_trips < ROUND_TRIPS and time.monotonic() - self.began < SECONDS

    def note(self, phase: str, statement: str, note: str) -> None:
        """Add something to the trace that wasn't sent."""
        self.trace.append(Entry(phase, self.round_trips, statement, note=note))

    def batch(
        self, phase: str, askings: Sequence[Asking], readings: Sequence[Reading] = ()
    ) -> Program[tuple[list[Reply], list[Any]]]:
        """The replies, in order, and what the readings gave, None where one failed.

        Raises KIP_4001 or KIP_4003 if the server answers nothing at all.
        """
        calls = [self._call(asking) for asking in askings]
        programs = [self._ask(call) for call in calls if not call.missing]
        programs += [self._read(reading) for reading in readings]
        self.round_trips += bool(programs)
        outcomes = (yield Together(programs)) if programs else []
        replies, others = self._sorted(phase, askings, calls, readings, outcomes)
        self._check_reached(outcomes)
        replies = yield from self._again(phase, replies)
        return replies, others

    def _call(self, asking: Asking) -> Call:
        statement = asking.pattern.statement(asking.name)
        schema = self.setting.space.schema
        return ready(asking.pattern, statement, asking.given, schema, asking.predicates)

    def _ask(self, call: Call) -> Program[tuple[Any, float]]:
        started = time.perf_counter()
        answer = yield from respond(call.command, self.setting, self.statements, readonly=True)
        return answer, time.perf_counter() - started

    def _read(self, reading: Reading) -> Program[tuple[Any, float]]:
        started = time.perf_counter()
        answer = yield from reading.program()
        return answer, time.perf_counter() - started

    def _sorted(
        self,
        phase: str,
        askings: Sequence[Asking],
        calls: Sequence[Call],
        readings: Sequence[Reading],
        outcomes: Sequence[Any],
    ) -> tuple[list[Reply], list[Any]]:
        waiting = iter(outcomes)
        replies = []
        for asking, call in zip(askings, calls, strict=True):
            if call.missing:
                self.note(phase, call.name, f"not sent: without {', '.join(call.missing)}")
                replies.append(Reply(asking, missing=call.missing))
            else:
                replies.append(self._reply(phase, asking, call, next(waiting)))
        return replies, [self._reading(phase, reading, next(waiting)) for reading in readings]

    def _reply(self, phase: str, asking: Asking, call: Call, outcome: Any) -> Reply:
        answer, seconds = ({"error": outcome}, 0.0) if isinstance(outcome, KipError) else outcome
        error = answer.get("error")
        rows = [] if error else _rows(call, answer["result"])
        note = None if not error else _told(error)
        self._enter(phase, call.text, dict(call.parameters), len(rows), seconds, note)
        return Reply(asking, rows, error=_as_error(error) if error else None)

    def _reading(self, phase: str, reading: Reading, outcome: Any) -> Any:
        if isinstance(outcome, KipError):
            self._enter(phase, reading.statement, {}, 0, 0.0, _told(outcome))
            return None
        answer, seconds = outcome
        self._enter(phase, reading.statement, {}, reading.rows(answer), seconds, None)
        return answer

    def _enter(
        self, phase: str, text: str, parameters: Row, rows: int, seconds: float, note: str | None
    ) -> None:
        milliseconds = round(seconds * 1e3, 1)
        self.trace.append(Entry(phase, self.round_trips, text, parameters, rows, milliseconds, note))

    def _check_reached(self, outcomes: Sequence[Any]) -> None:
        """Raise what every read failed with, if the server is gone; note it if only some did."""
        errors = [error for outcome in outcomes if (error := _failure(outcome)) is not None]
        gone = [error for error in errors if error.code in UNAVAILABLE]
        if gone and len(gone) == len(outcomes) and self.round_trips == 1:
            raise gone[0]
        if gone:
            self.notes.append("The memory could not be read to the end; this is what was found until then.")

    def _again(self, phase: str, replies: list[Reply]) -> Program[list[Reply]]:
        """Replies whose statements named what is not defined any more, asked anew without it."""
        undefined = [reply for reply in replies if reply.error is not None and reply.error.code == UNDEFINED]
        if not undefined or not self.may_go_on:
            return replies
        before = {reply.asking.label: self._call(reply.asking).text for reply in undefined}
        yield from spaces.refresh(self.setting.space)
        changed = [r.asking for r in undefined if self._call(r.asking).text != before[r.asking.label]]
        kept = [reply for reply in replies if reply not in undefined]
        missing = [replace(reply, missing=self._call(reply.asking).missing) for reply in undefined]
        if not changed:
            return [*kept, *missing]
        again, _ = yield from self.batch(phase, changed)
        return [*kept, *again]


def _rows(call: Call, result: Any) -> list[Row]:
    columns = call.statement.columns
    if len(columns) == 1:
        return [{columns[0]: value} for value in result]
    return [dict(zip(columns, row, strict=True)) for row in zip(*result, strict=True)]


def _failure(outcome: Any) -> KipError | None:
    if isinstance(outcome, KipError):
        return outcome
    answer = outcome[0]
    error = answer.get("error") if isinstance(answer, dict) else None
    return None if error is None else _as_error(error)


def _as_error(error: Any) -> KipError:
    if isinstance(error, KipError):
        return error
    return KipError(error["code"], error["message"], hint=error.get("hint") or "")


def _told(error: Any) -> str:
    found = _as_error(error)
    return f"{found.code}: {found.message}"
