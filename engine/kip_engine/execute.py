"""One command text: which statement it is, and who runs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kip_grammar import ast
from kip_grammar.errors import KipError

from . import delete, describe, export, find, merge, search, spaces, update, upsert
from .answers import Answer
from .overtaken import read_until_not_overtaken
from .spaces import Space
from .statements import Prepared
from .storage.settings import Limits
from .storage.steps import Program


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and how a command runs."""

    space: Space
    limits: Limits
    dry_run: bool = False


def execute(prepared: Prepared, parameters: Mapping[str, Any], setting: Setting) -> Program[Answer]:
    """Run a prepared command.  Raises KipError."""
    if isinstance(prepared.statement, ast.WRITES):
        return (yield from _run(prepared, parameters, setting))
    return (yield from read_until_not_overtaken(lambda: _run(prepared, parameters, setting)))


def _run(prepared: Prepared, parameters: Mapping[str, Any], setting: Setting) -> Program[Answer]:
    statement, space, text = prepared.statement, setting.space, prepared.text
    if isinstance(statement, ast.Find):
        return (yield from find.run(prepared, parameters, space, setting.limits, dry_run=setting.dry_run))
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
        return (yield from describe.run(statement, parameters, space, text=text, dry_run=setting.dry_run))
    if isinstance(statement, ast.Update):
        return (
            yield from update.run(statement, parameters, space, prepared=prepared, dry_run=setting.dry_run)
        )
    return (yield from delete.run(statement, parameters, space, prepared=prepared, dry_run=setting.dry_run))


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
    run = search.run
    try:
        hits = yield from run(statement, parameters, setting.space, text=text, dry_run=setting.dry_run)
    except KipError as error:
        if error.code != "KIP_2001":
            raise
        yield from spaces.refresh(setting.space)
        hits = yield from run(statement, parameters, setting.space, text=text, dry_run=setting.dry_run)
    return Answer(hits)
