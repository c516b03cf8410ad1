"""One pattern, run by itself: each of its statements that can be, within a view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kip_engine import spaces
from kip_engine.parameters import check_parameters
from kip_engine.requests import respond
from kip_engine.storage.steps import Program
from kip_engine.view import View
from kip_grammar.errors import KipError

from .memory import Memory
from .patterns import Call, pattern, ready

PREDICATES = "predicates"


@dataclass(frozen=True, slots=True)
class Answered:
    """What a statement of a pattern answered: a response of section 6.2, or None if it was not sent.

    `missing` says what it lacked: parameters as `:name`, and what the schema doesn't define.
    """

    name: str
    purpose: str
    text: str
    parameters: dict[str, Any]
    response: dict[str, Any] | None = None
    missing: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The outcome, JSON-ready."""
        return {
            "statement": self.name,
            "purpose": self.purpose,
            "text": self.text,
            "parameters": self.parameters,
            "response": self.response,
            "missing": list(self.missing),
        }


def run_pattern(
    memory: Memory, letter: str, parameters: Mapping[str, Any] | None, counterparty: str | None
) -> Program[list[Answered]]:
    """Run pattern `letter` (A to L) with `parameters`, as it may be told to `counterparty`.

    The parameter `predicates`, a list, fills the slot of that name.  Statements that lack a parameter are not
    sent.  Raises KIP_3002 for another letter, and KIP_1001 if every statement lacks a parameter.
    """
    chosen = pattern(letter)
    given = dict(check_parameters(parameters))
    predicates = _predicates(given.pop(PREDICATES, ()))
    schema = yield from spaces.refresh(memory.setting.space)
    calls = [ready(chosen, statement, given, schema, predicates) for statement in chosen.statements]
    _check_parameters(letter, calls)
    setting = replace(memory.setting, view=View(counterparty))
    answered = []
    for call in calls:
        response = None
        if not call.missing:
            response = yield from respond(call.command, setting, memory.statements, readonly=True)
        answered.append(_answered(call, response))
    return answered


def _answered(call: Call, response: dict[str, Any] | None) -> Answered:
    statement = call.statement
    return Answered(
        statement.name, statement.purpose, call.text, dict(call.parameters), response, call.missing
    )


def _predicates(given: Any) -> tuple[str, ...]:
    if isinstance(given, str):
        return (given,)
    if isinstance(given, (list, tuple)) and all(isinstance(name, str) for name in given):
        return tuple(given)
    raise KipError("KIP_1001", "`predicates` is a list of names.", hint='Give ["works_on", "knows"].')


def _check_parameters(letter: str, calls: list[Call]) -> None:
    lacking = [{name for name in call.missing if name.startswith(":")} for call in calls]
    if all(lacking):
        wanted = " or ".join(", ".join(sorted(names)) for names in lacking)
        raise KipError(
            "KIP_1001",
            f"Pattern {letter.upper()} needs {wanted}.",
            hint="Give --param name=value; `kip recall --patterns` says what each parameter is.",
        )
