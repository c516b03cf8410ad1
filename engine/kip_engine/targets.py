"""The elements that a statement's WHERE selects, ready to be asked for with the statement's own clauses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kip_cypher.query import Query
from kip_cypher.sources import Environment
from kip_cypher.targets import CompiledTargets
from kip_grammar import ast
from kip_grammar.errors import KipError

from . import references, spaces
from .probes import probe
from .spaces import Space
from .statements import Prepared
from .storage.steps import Program


@dataclass(frozen=True, slots=True)
class Selection:
    """What a WHERE selects in one run of a statement."""

    compiled: CompiledTargets
    environment: Environment

    def query(self, tail: str, parameters: Mapping[str, Any]) -> Query:
        """The query that binds the selected elements as `target` and goes on with `tail`."""
        return self.compiled.query(tail, self.environment, parameters)


def select(
    prepared: Prepared,
    target: ast.Variable,
    parameters: Mapping[str, Any],
    space: Space,
    *,
    checked: bool = False,
) -> Program[Selection]:
    """What the WHERE of a statement binds `target` to.  With `checked` the ids it names are known to exist.

    Raises KIP_1001, KIP_1002, KIP_2001 and KIP_3001 as compiling does, KIP_3002 for unknown ids.
    """
    compiled = yield from _compile(prepared, target, parameters, space)
    environment = Environment(space.name, parameters, {})
    if not checked:
        yield from references.check(compiled.references, environment, prepared.text)
    extra = yield from probe(compiled.probes, space)
    return Selection(compiled, Environment(space.name, parameters, extra))


def _compile(
    prepared: Prepared, target: ast.Variable, parameters: Mapping[str, Any], space: Space
) -> Program[CompiledTargets]:
    """The WHERE compiled; an unknown type or predicate is looked up again before it is an error."""
    try:
        return prepared.targets(target, space.schema, parameters)
    except KipError as error:
        if error.code != "KIP_2001":
            raise
    schema = yield from spaces.refresh(space)
    return prepared.targets(target, schema, parameters)
