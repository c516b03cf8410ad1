"""FIND: one statement, one query, one round trip wherever the language allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kip_cypher.compiled import Compiled
from kip_cypher.schema import Schema
from kip_cypher.signature import Placeholders
from kip_cypher.sources import Environment
from kip_cypher.values import kind
from kip_grammar import ast
from kip_grammar.errors import KipError
from kip_grammar.printer import print_statement

from . import references, spaces
from .answers import Answer, columnar
from .arguments import limit_value, text_value
from .cursors import make_cursor, read_cursor, statement_digest
from .overtaken import Overtaken
from .probes import probe
from .spaces import Space
from .statements import Prepared
from .storage.settings import Limits
from .storage.steps import Program, Rows
from .view import PARAMETER, View

TRUSTED_SECONDS = 1.0


def run(
    prepared: Prepared,
    parameters: Mapping[str, Any],
    space: Space,
    limits: Limits,
    *,
    dry_run: bool = False,
    view: View | None = None,
) -> Program[Answer]:
    """Answer a FIND, of no more than the `view` shows.

    Raises what compiling raises, KIP_3002 for unknown ids, KIP_4002 for too many rows, and Overtaken if what
    was found was deleted while the query ran.
    """
    call = _Call(prepared, parameters, space, limits, view)
    compiled = yield from call.compile()
    if dry_run:
        yield from references.check(compiled.references, call.environment({}), prepared.text)
        return Answer(_empty(compiled))
    return (yield from call.answer(compiled))


def _empty(compiled: Compiled) -> Any:
    if compiled.scalar:
        return compiled.nothing[0] if len(compiled.nothing) == 1 else list(compiled.nothing)
    return columnar([], compiled.columns, scalar=False)


@dataclass(slots=True)
class _Call:
    """One run of one FIND."""

    prepared: Prepared
    parameters: Mapping[str, Any]
    space: Space
    limits: Limits
    view: View | None = None
    after: list[Any] | None = None
    limit: int | None = None

    @property
    def find(self) -> ast.Find:
        assert isinstance(self.prepared.statement, ast.Find)
        return self.prepared.statement

    def compile(self) -> Program[Compiled]:
        """The statement compiled; an unknown type or predicate is looked up again before it is an error."""
        self.prepared.check_parameters(self.parameters)
        self.limit = limit_value(self.find.limit, self.parameters, self.prepared.text)
        self._read_cursor()
        try:
            return self._compiled(self.space.schema)
        except KipError as error:
            if error.code != "KIP_2001":
                raise
        return self._compiled((yield from spaces.refresh(self.space)))

    def _compiled(self, schema: Schema) -> Compiled:
        return self.prepared.compiled(schema, self.parameters, self._kinds(), self.view is not None)

    def _kinds(self) -> list[str] | None:
        """The kinds of the cursor's values."""
        return [kind(value) for value in self.after] if self.after is not None else None

    def _read_cursor(self) -> None:
        node = self.find.cursor
        if node is None:
            return
        token = text_value(node, self.parameters, self.prepared.text, "cursor")
        try:
            self.after = read_cursor(self.space.cursor_secret, self._digest(), token)
        except KipError as error:
            raise error.located(self.prepared.text, node.span.start) from None

    def answer(self, compiled: Compiled) -> Program[Answer]:
        """The rows, read; references that the answer doesn't prove are checked."""
        proven = tuple(r for r in compiled.references if r.certain)
        open_ones = tuple(r for r in compiled.references if not r.certain)
        yield from references.check(open_ones, self.environment({}), self.prepared.text)
        extra = yield from probe(compiled.probes, self.space)
        environment = self.environment(extra)
        rows = yield compiled.query(environment)
        _check_present(rows, compiled.present)
        if not rows or (compiled.scalar and tuple(rows[0]) == compiled.nothing):
            yield from references.check(proven, environment, self.prepared.text)
            yield from self._doubt_nothing()
        return self._page(compiled, rows)

    def _doubt_nothing(self) -> Program[None]:
        """An answer of nothing may come of a type, or a whole space, that another process has deleted."""
        if self.space.age > TRUSTED_SECONDS:
            self._compiled((yield from spaces.refresh(self.space)))

    def environment(self, extra: Mapping[str, Any]) -> Environment:
        """What the query's parameters are made from."""
        values = dict(extra, cap=self.limits.rows + 1)
        if self.limit is not None:
            values["limit"] = self.limit + 1
        for index, value in enumerate(self.after or ()):
            values[f"cursor_{index}"] = value
        if self.view is not None:
            values[PARAMETER] = self.view.viewers(self.space.name)
        return Environment(self.space.name, self.parameters, values)

    def _page(self, compiled: Compiled, rows: Rows) -> Answer:
        if compiled.scalar:
            return Answer(columnar(rows, compiled.columns, scalar=True))
        if self.limit is None and len(rows) > self.limits.rows:
            raise _too_many(self.limits.rows)
        if self.limit is None or len(rows) <= self.limit:
            return Answer(columnar(rows, compiled.columns, scalar=False))
        rows = rows[: self.limit]
        last = rows[-1][len(compiled.columns) :]
        return Answer(columnar(rows, compiled.columns, scalar=False), self._next_cursor(last))

    def _next_cursor(self, values: Sequence[Any]) -> str:
        return make_cursor(self.space.cursor_secret, self._digest(), values)

    def _digest(self) -> str:
        bare = replace(self.find, limit=None, cursor=None)
        used = {name: self.parameters[name] for name, _ in Placeholders.of(bare).offsets}
        return statement_digest(self.space.name, print_statement(bare), used)


def _check_present(rows: Rows, columns: Sequence[int]) -> None:
    """Raises Overtaken if an element was deleted while the query that found it ran."""
    if any(row[index] is None for index in columns for row in rows):
        raise Overtaken


def _too_many(rows: int) -> KipError:
    return KipError(
        "KIP_4002",
        f"The answer has more than {rows} rows.",
        hint="Read it in pages: add LIMIT, and repeat the statement with CURSOR and the next_cursor.",
    )
