"""The patterns of one mandatory clause, those of its nested endpoint clauses first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kip_grammar import ast
from kip_grammar.errors import KipError

from . import plan
from .bindings import Binding, Kind
from .identity import check_text
from .sources import source_of

if TYPE_CHECKING:
    from .scope import Block


class Patterns:
    """The patterns of one clause, its nested endpoint clauses first."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.scope = block.scope
        self.patterns: list[plan.Pattern] = []
        self.nulls: list[plan.BindNull] = []

    def operators(self) -> list[plan.Operator]:
        match: list[plan.Operator] = [plan.Match(tuple(self.patterns))] if self.patterns else []
        return [*match, *self.nulls]

    def concept(self, concept: Binding, matcher: ast.ConceptMatcher) -> None:
        type_name = self.scope.type_name(matcher.type) if matcher.type is not None else None
        if matcher.id is not None:
            self.scope.reference("concept", matcher.id, certain=self.block.depth == 0)
        if matcher.name is not None:
            name = self.scope.parameter_value(matcher.name)
            check_text(name, "name", self.scope.text, matcher.name.span.start)
        self.patterns.append(
            plan.ConceptPattern(
                concept,
                source_of(matcher.id) if matcher.id is not None else None,
                type_name,
                source_of(matcher.name) if matcher.name is not None else None,
            )
        )

    def link_clause(self, clause: ast.LinkClause) -> None:
        matcher = clause.matcher
        if isinstance(matcher, ast.LinkById):
            self.link_by_id(self._link(clause.variable), matcher)
        elif isinstance(matcher.predicate, ast.PredicatePath):
            self.walk(matcher, matcher.predicate)
            if clause.variable is not None:
                binding = self.block.bind(clause.variable, Kind.NOTHING)
                self.nulls.append(plan.BindNull(binding))
        else:
            self.structure(clause.variable, matcher)

    def _link(self, variable: ast.Variable | None) -> Binding:
        if variable is None:
            return self.scope.bindings.anonymous("link", Kind.LINK)
        return self.block.bind(variable, Kind.LINK)

    def link_by_id(self, link: Binding, matcher: ast.LinkById) -> Binding:
        self.scope.reference("link", matcher.id, certain=self.block.depth == 0)
        self.patterns.append(plan.LinkIdPattern(link, source_of(matcher.id)))
        return link

    def structure(self, variable: ast.Variable | None, matcher: ast.LinkMatcher) -> Binding:
        subject, target = self.endpoint(matcher.subject), self.endpoint(matcher.object)
        predicate: Binding | None = None
        names: tuple[str, ...] = ()
        if isinstance(matcher.predicate, ast.Variable):
            predicate = self.block.bind(matcher.predicate, Kind.PREDICATE)
        else:
            assert isinstance(matcher.predicate, ast.Predicates)
            names = tuple(dict.fromkeys(self.scope.predicate_name(n) for n in matcher.predicate.names))
        link = self._link(variable)
        self.patterns.append(plan.LinkPattern(link, subject, names, target, predicate))
        return link

    def walk(self, matcher: ast.LinkMatcher, path: ast.PredicatePath) -> None:
        subject, target = self.endpoint(matcher.subject), self.endpoint(matcher.object)
        name = self.scope.predicate_name(path.name)
        if path.lower == path.upper == 1:
            link = self.scope.bindings.anonymous("link", Kind.LINK)
            self.patterns.append(plan.LinkPattern(link, subject, (name,), target))
        else:
            self.patterns.append(plan.WalkPattern(subject, name, path.lower, path.upper, target))

    def endpoint(self, node: ast.Endpoint) -> Binding:
        if isinstance(node, ast.Variable):
            return self.block.bind(node, Kind.ELEMENT)
        if isinstance(node, ast.ConceptMatcher):
            binding = self.scope.bindings.anonymous("concept", Kind.CONCEPT)
            self.concept(binding, node)
            return binding
        if isinstance(node, ast.LinkById):
            return self.link_by_id(self.scope.bindings.anonymous("link", Kind.LINK), node)
        if isinstance(node.predicate, ast.PredicatePath):
            raise self._nested_path(node)
        return self.structure(None, node)

    def _nested_path(self, node: ast.LinkMatcher) -> KipError:
        return KipError(
            "KIP_1001",
            "A quantified path can't be the end of a link: it is many links, not one.",
            hint="Match the path in a clause of its own and use the variables at its ends.",
        ).located(self.scope.text, node.span.start)
