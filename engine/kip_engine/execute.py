"""One command text: which statement it is, and who runs it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from kip_grammar import ast
from kip_grammar.errors import KipError

from . import delete, describe, export, find, merge, search, spaces, update, upsert
from .answers import Answer
from .overtaken import read_until_not_overtaken
from .spaces import Space
from .statements import Prepared
from .storage.settings import Limits
from .storage.steps import Program
from .view import View

VIEWED = (ast.Find, ast.Search, ast.DescribeDomains, ast.DescribeTypes, ast.DescribeType)
"""The statements that a view restricts, or that tell of definitions only."""


Watch: TypeAlias = Callable[[ast.Statement, Any, int], None]
"""Is told of a statement that succeeded: the statement, its result, and how long it took, in microseconds."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and how a command runs; with a `view`, FIND, SEARCH and DESCRIBE DOMAINS see no more than it.

    `watch` is told of every command but dry runs and those within a view, which are part of something larger.
    """

    space: Space
    limits: Limits
    dry_run: bool = False
    view: View | None = None
    watch: Watch | None = None


def execute(prepared: Prepared, parameters: Mapping[str, Any], setting: Setting) -> Program[Answer]:
    """Run a prepared command.  Raises KipError."""
    started = time.perf_counter_ns()
    answer = yield from _execute(prepared, parameters, setting)
    if setting.watch is not None and setting.view is None and not setting.dry_run:
        setting.watch(prepared.statement, answer.result, (time.perf_counter_ns() - started) // 1_000)
    return answer


def _execute(prepared: Prepared, parameters: Mapping[str, Any], setting: Setting) -> Program[Answer]:
    if setting.view is not None and not isinstance(prepared.statement, VIEWED):
        raise _out_of_view()
    if isinstance(prepared.statement, ast.WRITES):
        return (yield from _run(prepared, parameters, setting))
    return (yield from read_until_not_overtaken(lambda: _run(prepared, parameters, setting)))


def _run(prepared: Prepared, parameters: Mapping[str, Any], setting: Setting) -> Program[Answer]:
    statement, space, text = prepared.statement, setting.space, prepared.text
    if isinstance(statement, ast.Find):
        return (yield from _find(prepared, parameters, setting))
    prepared.check_parameters(parameters)
    if isinstance(statement, ast.UpsertScript):
        return (yield from _upsert(statement, parameters, setting, text))
    if isinstance(statement, ast.Export):
        return (
            yield from export.run(statement, parameters, space, prepared=prepared, dry_run=setting.dry_run)
        )
    if isinstance(statement, ast.Merge):
        merged = yield from merge.run(
            statement, parameters, space, prepared=prepared, dry_run=setting.dry_run
        )
        return Answer(merged.to_dict())
    if isinstance(statement, ast.Search):
        return (yield from _search(statement, parameters, setting, text))
    if isinstance(statement, ast.Describe):
        return (yield from _describe(statement, parameters, setting, text))
    if isinstance(statement, ast.Update):
        return (
            yield from update.run(statement, parameters, space, prepared=prepared, dry_run=setting.dry_run)
        )
    return (yield from delete.run(statement, parameters, space, prepared=prepared, dry_run=setting.dry_run))


def _out_of_view() -> KipError:
    return KipError(
        "KIP_1001",
        "What a view shows is asked for by FIND, SEARCH and DESCRIBE alone.",
        hint="Use execute_kip, which shows all that the memory's owner may see.",
    )


def _find(prepared: Prepared, parameters: Mapping[str, Any], setting: Setting) -> Program[Answer]:
    run = find.run(
        prepared, parameters, setting.space, setting.limits, dry_run=setting.dry_run, view=setting.view
    )
    return (yield from run)


def _describe(
    statement: ast.Describe, parameters: Mapping[str, Any], setting: Setting, text: str
) -> Program[Answer]:
    run = describe.run(
        statement, parameters, setting.space, text=text, dry_run=setting.dry_run, view=setting.view
    )
    return (yield from run)


def _upsert(
    statement: ast.UpsertScript, parameters: Mapping[str, Any], setting: Setting, text: str
) -> Program[Answer]:
    """An UPSERT; where nothing is defined any more, because the space was deleted, that is the error."""
    run = upsert.run(statement, parameters, setting.space, text=text, dry_run=setting.dry_run)
    try:
        result = yield from run
    except KipError as error:
        if error.code == "KIP_2001":
            yield from spaces.refresh(setting.space)
        raise
    return Answer(result.to_dict())


def _search(
    statement: ast.Search, parameters: Mapping[str, Any], setting: Setting, text: str
) -> Program[Answer]:
    """A SEARCH; an unknown type is looked up again before it is an error."""
    space, dry_run, view = setting.space, setting.dry_run, setting.view
    run = partial(search.run, statement, parameters, space, text=text, dry_run=dry_run, view=view)
    try:
        hits = yield from run()
    except KipError as error:
        if error.code != "KIP_2001":
            raise
        yield from spaces.refresh(space)
        hits = yield from run()
    return Answer(hits)
