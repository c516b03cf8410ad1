"""Compiling the WHERE of a statement that acts on elements: UPDATE, DELETE, MERGE and EXPORT.

The text binds each target under a fixed name (`target`, or `target_1`, `target_2`), one row for each distinct
combination, nulls (of OPTIONAL) left out; the statement's own constant clauses are written after it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kip_grammar import ast
from kip_grammar.errors import KipError

from . import cypher, plan
from .bindings import Binding
from .lowering.blocks import lower_block
from .lowering.context import Context, Probe
from .query import Query
from .render import render
from .rewrites import rewrite
from .schema import Schema
from .scope import Scope
from .sources import Environment, Source


@dataclass(frozen=True, slots=True)
class CompiledTargets:
    """Cypher text that binds targets; its parameters are called `p0`, `p1` and so on."""

    text: str
    sources: Mapping[str, Source]
    references: tuple[plan.Reference, ...]
    probes: tuple[Probe, ...]
    types: frozenset[str]
    predicates: frozenset[str]

    def query(self, tail: str, environment: Environment, parameters: Mapping[str, Any]) -> Query:
        """The query of one run: this text, then `tail`, whose own `parameters` are added."""
        values = {name: source.value(environment) for name, source in self.sources.items()}
        return Query(f"{self.text}\n{tail}", {**values, **parameters})


def compile_targets(
    where: Sequence[ast.Clause],
    targets: Sequence[ast.Variable],
    schema: Schema,
    *,
    text: str,
    parameters: Mapping[str, Any],
) -> CompiledTargets:
    """Compile `where` for `targets`.

    Raises what compile_find raises; KIP_3001 for an unbound target, KIP_1001 for a predicate variable.
    """
    scope = Scope(text, schema, parameters)
    block, visible = scope.where(where)
    lookup = scope.resolver(visible).lookup
    bound = tuple(_element(target, lookup(target), text) for target in targets)
    find = rewrite(plan.FindPlan(block, tuple(map(plan.Bound, bound)), (), plan.Page()))
    context = Context(scope.bindings)
    clauses = (*lower_block(context, find.block, frozenset()), _distinct(bound))
    rendered, sources = render(clauses)
    return CompiledTargets(
        rendered,
        sources,
        tuple(scope.references),
        tuple(context.probes),
        frozenset(scope.types),
        frozenset(scope.predicates),
    )


def _element(target: ast.Variable, binding: Binding, text: str) -> Binding:
    if not binding.may_be_string:
        return binding
    raise KipError(
        "KIP_1001",
        f"?{target.name} is a predicate's name, not an element.",
        hint="Give the link a variable of its own: ?link (?s, ?p, ?o).",
    ).located(text, target.span.start)


def _distinct(bound: tuple[Binding, ...]) -> cypher.With:
    names = ("target",) if len(bound) == 1 else tuple(f"target_{i}" for i in range(1, len(bound) + 1))
    renamed = tuple(Binding(name, 0, named=False) for name in names)
    items = tuple(cypher.Item(cypher.Var(old), new) for old, new in zip(bound, renamed, strict=True))
    present = tuple(cypher.IsNull(cypher.Var(new), negated=True) for new in renamed)
    return cypher.With(items, distinct=True, where=present)
