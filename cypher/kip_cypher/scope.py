"""Syntax tree to logical plan: which variable is which, what each clause may see (section 3.4.7).

AND-ed patterns and FILTERs of a block commute between its UNIONs.  NOT and OPTIONAL see what is bound before
them; UNION sees nothing, and its rows are added to those of everything before it in its block.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kip_grammar import ast
from kip_grammar.errors import KipError

from . import plan
from .bindings import Binding, Bindings, Kind
from .clauses import Patterns
from .extent import check_where
from .identity import check_id, check_text
from .operands import Resolver
from .schema import Schema, nearest
from .sources import source_of

Visible = dict[str, Binding]


@dataclass(slots=True)
class Scope:
    """Scoping of one statement's WHERE.  `references` collects the elements it names by id."""

    text: str
    schema: Schema
    parameters: Mapping[str, Any]
    bindings: Bindings = field(default_factory=Bindings)
    references: list[plan.Reference] = field(default_factory=list)
    types: set[str] = field(default_factory=set)
    predicates: set[str] = field(default_factory=set)

    def where(self, clauses: Sequence[ast.Clause]) -> tuple[plan.Block, Visible]:
        """The block of a whole WHERE and the variables it leaves bound."""
        check_where(clauses, self.text)
        block = Block(self, {}, {}, depth=0)
        block.add(clauses)
        return tuple(block.operators), block.visible

    def resolver(self, visible: Visible) -> Resolver:
        """Resolves expressions over `visible`; an unbound variable is KIP_3001."""

        def lookup(variable: ast.Variable) -> Binding:
            binding = visible.get(variable.name)
            if binding is None:
                raise self.unbound(variable, visible)
            return binding

        return Resolver(self.text, self.parameters, lookup)

    def unbound(self, variable: ast.Variable, visible: Iterable[str]) -> KipError:
        """KIP_3001 for a variable that nothing binds where it is used."""
        close = nearest(variable.name, visible)
        known = ", ".join(f"?{name}" for name in visible) or "none"
        return KipError(
            "KIP_3001",
            f"The variable ?{variable.name} is not bound here."
            + (f" Did you mean ?{close}?" if close else ""),
            hint=f"Bind it by a pattern in WHERE; bound here: {known}. "
            "What NOT binds stays inside it, and UNION sees nothing from outside.",
        ).located(self.text, variable.span.start)

    def parameter_value(self, node: ast.Literal | ast.Parameter) -> Any:
        """The value of a literal or of the compiling call's parameter."""
        return node.value if isinstance(node, ast.Literal) else self.parameters[node.name]

    def type_name(self, node: ast.Literal | ast.Parameter) -> str:
        """The defined concept type that `node` names."""
        name = check_text(self.parameter_value(node), "concept type", self.text, node.span.start)
        return self._defined(self.schema.check_type, name, node, self.types)

    def predicate_name(self, node: ast.Literal | ast.Parameter) -> str:
        """The defined predicate that `node` names."""
        name = check_text(self.parameter_value(node), "predicate", self.text, node.span.start)
        return self._defined(self.schema.check_predicate, name, node, self.predicates)

    def _defined(self, check: Any, name: str, node: ast.Literal | ast.Parameter, used: set[str]) -> str:
        try:
            used.add(check(name))
        except KipError as error:
            raise error.located(self.text, node.span.start) from None
        return name

    def reference(self, kind: str, node: ast.Literal | ast.Parameter, certain: bool) -> plan.Reference:
        """Note that the statement names an element by id."""
        check_id(self.parameter_value(node), self.text, node.span.start)
        reference = plan.Reference(kind, source_of(node), node.span.start, certain)
        self.references.append(reference)
        return reference


class Block:
    """One block while it is scoped.

    `outer` is visible from outside; a name in `unify` takes that binding if a mandatory clause binds it
    first.
    """

    def __init__(self, scope: Scope, outer: Visible, unify: Visible, depth: int) -> None:
        self.scope = scope
        self.outer = dict(outer)
        self.visible = dict(outer)
        self.unify = unify
        self.depth = depth
        self.operators: list[plan.Operator] = []

    def add(self, clauses: Sequence[ast.Clause]) -> None:
        segment: list[ast.Clause] = []
        for clause in clauses:
            if isinstance(clause, ast.UnionClause):
                self._segment(segment)
                segment = []
                self._union(clause)
            else:
                segment.append(clause)
        self._segment(segment)

    # -- the clauses between two UNIONs

    def _segment(self, clauses: Sequence[ast.Clause]) -> None:
        filters = []
        for clause in clauses:
            if isinstance(clause, ast.FilterClause):
                filters.append(clause)
            elif isinstance(clause, ast.NotClause):
                self._not(clause)
            elif isinstance(clause, ast.OptionalClause):
                self._optional(clause)
            elif not isinstance(clause, ast.UnionClause):
                self._mandatory(clause)
        for clause in filters:
            condition = self.scope.resolver(self.visible).condition(clause.condition)
            self.operators.append(plan.Filter(condition))

    def _mandatory(self, clause: ast.ConceptClause | ast.LinkClause) -> None:
        patterns = Patterns(self)
        if isinstance(clause, ast.ConceptClause):
            patterns.concept(self.bind(clause.variable, Kind.CONCEPT), clause.matcher)
        else:
            patterns.link_clause(clause)
        self.operators.extend(patterns.operators())

    def bind(self, variable: ast.Variable, kind: Kind) -> Binding:
        """The binding of a variable that a mandatory clause names, made if it is new here."""
        binding = self.visible.get(variable.name) or self.unify.get(variable.name)
        if binding is None:
            binding = self.scope.bindings.named(variable.name)
        _check_kinds(self.scope, binding, kind, variable)
        binding.kinds.add(kind)
        self.visible[variable.name] = binding
        return binding

    def _inner(self, clauses: Sequence[ast.Clause]) -> Block:
        inner = Block(self.scope, self.visible, {}, self.depth + 1)
        inner.add(clauses)
        return inner

    def _not(self, clause: ast.NotClause) -> None:
        """An anti-join on what is bound so far; before anything is bound there is nothing to exclude."""
        inner = tuple(self._inner(clause.clauses).operators)
        if self.operators or self.visible:
            self.operators.append(plan.Exists(inner, negated=True))

    def _optional(self, clause: ast.OptionalClause) -> None:
        inner = self._inner(clause.clauses)
        introduced = {name: b for name, b in inner.visible.items() if name not in self.visible}
        if introduced:
            self.operators.append(plan.Optional(tuple(inner.operators), tuple(introduced.values())))
            self.visible.update(introduced)

    # -- UNION

    def _union(self, clause: ast.UnionClause) -> None:
        branch = Block(self.scope, {}, self.outer, self.depth + 1)
        branch.add(clause.clauses)
        branch.join_outer(self.outer)
        right = {name: b for name, b in branch.visible.items() if name not in self.outer}
        if not self.operators:
            self.operators = branch.operators
            self.visible.update(right)
            return
        left = {name: b for name, b in self.visible.items() if name not in self.outer}
        self._merge(left, right, branch)

    def join_outer(self, outer: Visible) -> None:
        """Join this branch's rows with the outer row on the variables that both bind."""
        for name, binding in self.visible.items():
            other = outer.get(name)
            if other is not None and other is not binding:
                same = plan.Compare("==", plan.Bound(binding), plan.Bound(other))
                present = plan.Negate(plan.Apply("IS_NULL", (plan.Bound(binding),)))
                self.operators.append(plan.Filter(plan.AllOf((present, same))))

    def _merge(self, left: Visible, right: Visible, branch: Block) -> None:
        merged: Visible = {}
        for name in {**left, **right}:
            kinds = set().union(*(side[name].kinds for side in (left, right) if name in side))
            merged[name] = self.scope.bindings.named(name, *kinds)
        other = plan.Arm(tuple(branch.operators), tuple(right.get(name) for name in merged))
        self.operators = [plan.Union((*self._arms(left, merged), other), tuple(merged.values()))]
        self.visible = {**self.outer, **merged}

    def _arms(self, left: Visible, merged: Visible) -> tuple[plan.Arm, ...]:
        """The block so far as arms of a union: those it has, if it is nothing but a union."""
        before = self.operators[0]
        if len(self.operators) > 1 or not isinstance(before, plan.Union):
            return (plan.Arm(tuple(self.operators), tuple(left.get(name) for name in merged)),)
        place = {column: index for index, column in enumerate(before.columns)}
        kept = [place[left[name]] if name in left else None for name in merged]
        return tuple(
            plan.Arm(arm.block, tuple(None if index is None else arm.columns[index] for index in kept))
            for arm in before.arms
        )


def _check_kinds(scope: Scope, binding: Binding, kind: Kind, variable: ast.Variable) -> None:
    if not binding.kinds or (Kind.PREDICATE in binding.kinds) == (kind is Kind.PREDICATE):
        return
    raise KipError(
        "KIP_1001",
        f"?{variable.name} stands for a predicate in one place and for a concept or link in another.",
        hint="A predicate variable binds a string; use another variable for the element.",
    ).located(scope.text, variable.span.start)
