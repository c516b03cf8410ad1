"""UPDATE as one transaction: one query for any number of elements, one more where searched text changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kip_cypher.bindings import Binding
from kip_cypher.operands import Resolver as PathResolver
from kip_engine.answers import Answer
from kip_engine.arguments import limit_value
from kip_engine.spaces import Space
from kip_engine.statements import Prepared
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.targets import Selection, select
from kip_engine.upsert.resolve import Resolver
from kip_grammar import ast
from kip_grammar.errors import KipError

from .assignments import Assigned, read_assignments
from .kinds import binding_of, is_link, tests_values
from .locking import locked, unlocked
from .mending import mend
from .protection import check, keys_of_change
from .writing import Writing, match_text, write_text


def run(
    update: ast.Update,
    parameters: Mapping[str, Any],
    space: Space,
    *,
    prepared: Prepared,
    dry_run: bool = False,
) -> Program[Answer]:
    """Execute an UPDATE, that of `prepared`; with `dry_run` check everything, count, and write nothing.

    Raises what compiling the WHERE raises; KIP_1001 for operands that are no numbers, KIP_2002 for reserved
    metadata, KIP_2003 for values that can't be stored, KIP_3002 for unknown ids, KIP_3004 if the WHERE
    matches a protected element.
    """
    call = _Call(update, Resolver(prepared.text, parameters), space.name)
    limit = limit_value(update.limit, parameters, prepared.text)
    assigned = read_assignments(update, call.resolver)
    selection = yield from select(prepared, update.target, parameters, space)
    writing = call.writing(assigned)
    protected = keys_of_change(space.name, {*assigned.constants, *assigned.expressions})

    def body() -> Body[dict[str, int]]:
        if dry_run:
            return (yield from call.count(selection, protected, limit))
        return (yield from call.write(selection, writing, protected, limit))

    counts: dict[str, int] = yield Transaction(body, write=not dry_run)
    return Answer(counts)


@dataclass(frozen=True, slots=True)
class _Call:
    """One run of one UPDATE."""

    update: ast.Update
    resolver: Resolver
    space: str

    @property
    def target(self) -> Binding:
        return binding_of(self.update.where, self.update.target)

    def writing(self, assigned: Assigned) -> Writing:
        target = self.target
        paths = PathResolver(self.resolver.text, self.resolver.parameters, lambda _: target)
        return write_text(assigned, self.resolver, paths.field, is_link=is_link(target))

    def write(
        self, selection: Selection, writing: Writing, protected: list[str], limit: int | None
    ) -> Body[dict[str, int]]:
        parameters = {**writing.parameters, "protected": protected}
        again = tests_values(self.update.where)
        rows = yield locked(selection, writing.text, parameters, limit=limit, tests_values=again)
        matched, updated, found, stale = rows[0]
        self._check(found)
        yield from mend(stale)
        return {"matched": matched, "updated": updated}

    def count(self, selection: Selection, protected: list[str], limit: int | None) -> Body[dict[str, int]]:
        work = match_text(is_link=is_link(self.target))
        parameters = {"protected": protected}
        matched, _, found, _ = (yield unlocked(selection, work, parameters, limit=limit))[0]
        self._check(found)
        return {"matched": matched, "updated": 0}

    def _check(self, found: list[list[str | None]]) -> None:
        try:
            check(found)
        except KipError as error:
            raise error.located(self.resolver.text, self.update.target.span.start) from None
