"""Statements ready to run: parsed once, compiled once per signature, kept by text."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property, partial
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from kip_cypher.compile import compile_find
from kip_cypher.compiled import Compiled
from kip_cypher.schema import Schema
from kip_cypher.signature import Placeholders
from kip_cypher.targets import CompiledTargets, compile_targets
from kip_grammar import ast, parse
from kip_grammar.errors import KipError

_EMBEDDED = re.compile(r":([A-Za-z_][A-Za-z0-9_]*)")
BYTE_ORDER_MARK = "\ufeff"
_KEPT_STATEMENTS = 512
_KEPT_VARIANTS = 32
_KEPT_LENGTH = 65_536

PAGED = (ast.Find, ast.DescribeTypes, ast.Export)
"""The statements that can be read in pages."""
PAGE_LIMIT = "limit of the page"
"""The parameter that holds a paged statement's LIMIT: no caller can write a placeholder of this name."""


Selecting: TypeAlias = (
    ast.Update | ast.Merge | ast.DeleteKeys | ast.DeletePropositions | ast.DeleteConcept | ast.Export
)
"""The statements that act on what their WHERE selects."""


class Named(Protocol):
    """Something compiled, which knows the types and predicates it names."""

    @property
    def types(self) -> frozenset[str]: ...
    @property
    def predicates(self) -> frozenset[str]: ...


Made = TypeVar("Made", bound=Named)


class Variants(Generic[Made]):
    """What one text was compiled to, by what it was compiled for; bounded."""

    def __init__(self) -> None:
        self._by_key: dict[Hashable, Made] = {}

    def get(self, key: Hashable, schema: Schema, make: Callable[[], Made]) -> Made:
        """What was made for `key`, made anew if `schema` lacks a name that it uses."""
        found = self._by_key.get(key)
        if found is not None and found.types <= schema.types and found.predicates <= schema.predicates:
            return found
        made = make()
        if len(self._by_key) >= _KEPT_VARIANTS:
            self._by_key.clear()
        self._by_key[key] = made
        return made


@dataclass(eq=False)
class Prepared:
    """A parsed command text with what was compiled from it so far."""

    text: str
    statement: ast.Statement
    _compiled: Variants[Compiled] = field(default_factory=Variants)
    _targets: Variants[CompiledTargets] = field(default_factory=Variants)

    @cached_property
    def placeholders(self) -> Placeholders:
        """The statement's placeholders."""
        return Placeholders.of(self.statement)

    @cached_property
    def paged(self) -> Prepared:
        """The same statement, one of PAGED, with its LIMIT in the parameter PAGE_LIMIT."""
        assert isinstance(self.statement, PAGED)
        return Prepared(self.text, replace(self.statement, limit=ast.Parameter(PAGE_LIMIT)))

    @cached_property
    def _embedded(self) -> dict[str, int]:
        """Names after a colon inside string literals, with the literal's offset: placeholders if given."""
        found: dict[str, int] = {}
        for literal in _literals(self.statement):
            for text in _strings(literal.value):
                for name in _EMBEDDED.findall(text):
                    found.setdefault(name, literal.span.start)
        return found

    def check_parameters(self, parameters: Mapping[str, Any]) -> tuple[Any, ...]:
        """The signature of a call.  Raises KIP_1001 for a parameter that is missing or stands in a string."""
        for name in self._embedded.keys() & parameters.keys() if parameters else ():
            raise KipError(
                "KIP_1001",
                f"The placeholder :{name} stands inside a string, where it isn't filled in.",
                hint="Put the placeholder in place of the whole value and send the whole text as parameter.",
            ).located(self.text, self._embedded[name])
        return self.placeholders.signature(parameters, self.text)

    def compiled(
        self,
        schema: Schema,
        parameters: Mapping[str, Any],
        cursor: Sequence[str] | None = None,
        viewed: bool = False,
    ) -> Compiled:
        """The statement, a FIND, compiled for these parameters and the kinds of a cursor's values.

        `viewed` restricts it to what viewers may see.
        """
        assert isinstance(self.statement, ast.Find)
        key = (self.check_parameters(parameters), tuple(cursor) if cursor is not None else None, viewed)
        find, text = self.statement, self.text
        make = partial(
            compile_find, find, schema, text=text, parameters=parameters, cursor=cursor, viewed=viewed
        )
        return self._compiled.get(key, schema, make)

    def targets(self, target: ast.Variable, schema: Schema, parameters: Mapping[str, Any]) -> CompiledTargets:
        """The WHERE of the statement, one of Selecting, compiled for `target` and these parameters."""
        assert isinstance(self.statement, Selecting)
        key = (target.name, self.check_parameters(parameters))
        make = partial(
            compile_targets, self.statement.where, (target,), schema, text=self.text, parameters=parameters
        )
        return self._targets.get(key, schema, make)


class Statements:
    """A bounded cache of prepared statements, the least recently used leaving first."""

    def __init__(self) -> None:
        self._by_text: OrderedDict[str, Prepared] = OrderedDict()
        self._lock = threading.Lock()

    def prepare(self, text: str) -> Prepared:
        """`text` parsed, from the cache if it was seen before.  Raises KIP_1001, KIP_1002 or KIP_4002."""
        with self._lock:
            found = self._by_text.get(text)
            if found is not None:
                self._by_text.move_to_end(text)
                return found
        plain = text.removeprefix(BYTE_ORDER_MARK)
        made = Prepared(plain, parse(plain))
        if len(text) <= _KEPT_LENGTH:
            self._keep(made)
        return made

    def _keep(self, prepared: Prepared) -> None:
        with self._lock:
            self._by_text[prepared.text] = prepared
            if len(self._by_text) > _KEPT_STATEMENTS:
                self._by_text.popitem(last=False)


def _literals(node: Any) -> Iterator[ast.Literal]:
    if isinstance(node, ast.Literal):
        yield node
    elif isinstance(node, tuple):
        for item in node:
            yield from _literals(item)
    elif is_dataclass(node) and not isinstance(node, ast.Span):
        for part in fields(node):
            yield from _literals(getattr(node, part.name))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _strings(item)
