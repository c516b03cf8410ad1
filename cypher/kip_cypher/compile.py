"""Compiling a FIND: scope and schema checks, plan, rewrite rules, lowering, rendering."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kip_grammar import ast
from kip_grammar.errors import KipError

from . import plan
from .compiled import Compiled, Stages
from .extent import check_expressions
from .lowering.aggregates import value_of_nothing
from .lowering.blocks import lower_block
from .lowering.context import Context
from .lowering.solutions import lower_solutions
from .present import present_columns
from .render import render
from .restrict import restrict
from .rewrites import rewrite
from .schema import Schema
from .scope import Scope
from .sources import source_of


def compile_find(
    find: ast.Find,
    schema: Schema,
    *,
    text: str,
    parameters: Mapping[str, Any],
    cursor: Sequence[str] | None = None,
    viewed: bool = False,
) -> Compiled:
    """Compile `find` for parameters of this signature; `cursor` holds the kinds of the cursor's values.

    `viewed` restricts it to what the viewers of the run may see (`Extra("viewers")`, sight.py).  Raises
    KIP_1001, KIP_1002, KIP_2001 or KIP_3001 with the place in `text`.
    """
    stages = compile_stages(find, schema, text=text, parameters=parameters, cursor=cursor, viewed=viewed)
    return stages.compiled


def compile_stages(
    find: ast.Find,
    schema: Schema,
    *,
    text: str,
    parameters: Mapping[str, Any],
    cursor: Sequence[str] | None = None,
    viewed: bool = False,
) -> Stages:
    """Like `compile_find`, with the stages in between."""
    scope = Scope(text, schema, parameters)
    planned = plan_find(find, scope, tuple(cursor) if cursor is not None else None)
    rewritten = rewrite(restrict(planned) if viewed else planned)
    return Stages(planned, rewritten, _lower(rewritten, scope))


def plan_find(find: ast.Find, scope: Scope, cursor: tuple[str, ...] | None = None) -> plan.FindPlan:
    """The logical plan of `find`, its names resolved in `scope`."""
    check_expressions(find, scope.text)
    block, visible = scope.where(find.where)
    resolver = scope.resolver(visible)
    projections = tuple(resolver.expression(expression) for expression in find.expressions)
    order = tuple(plan.SortKey(resolver.expression(key.expression), key.descending) for key in find.order)
    _check_order(find, projections, order, scope.text)
    limit = source_of(find.limit) if find.limit is not None else None
    return plan.FindPlan(block, projections, order, plan.Page(limit, cursor))


def _check_order(
    find: ast.Find, projections: Sequence[plan.Projection], order: Sequence[plan.SortKey], text: str
) -> None:
    grouped = any(isinstance(p, plan.Aggregation) for p in projections)
    for node, key in zip(find.order, order, strict=True):
        if isinstance(key.expression, plan.Aggregation) and not grouped:
            raise KipError(
                "KIP_1001",
                "ORDER BY sorts by an aggregate, but FIND has none.",
                hint="Add the aggregate to FIND, so that the other expressions become its groups.",
            ).located(text, node.span.start)


def _lower(find: plan.FindPlan, scope: Scope) -> Compiled:
    context = Context(scope.bindings)
    clauses = lower_block(context, find.block, frozenset())
    solutions = lower_solutions(context, find)
    text, sources = render((*clauses, *solutions.clauses))
    certain = not any(isinstance(operator, plan.Union) for operator in find.block)
    return Compiled(
        text=text,
        sources=sources,
        columns=solutions.columns,
        scalar=solutions.scalar,
        present=present_columns(find),
        nothing=tuple(map(value_of_nothing, find.projections)),
        sort_keys=solutions.sort_keys,
        limit=find.page.limit,
        references=tuple(replace(r, certain=r.certain and certain) for r in scope.references),
        probes=tuple(context.probes),
        types=frozenset(scope.types),
        predicates=frozenset(scope.predicates),
    )
