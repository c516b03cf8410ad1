"""Operands, conditions and expressions of the syntax tree, their variables resolved to bindings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from kip_grammar import ast
from kip_grammar.errors import KipError

from . import plan
from .bindings import Binding, Kind
from .functions import check_call
from .sources import source_of
from .values import kind

Lookup = Callable[[ast.Variable], Binding]


@dataclass(frozen=True, slots=True)
class Resolver:
    """Resolves what stands in FIND, FILTER and ORDER BY.  `parameters` are those of the compiling call."""

    text: str
    parameters: Mapping[str, Any]
    lookup: Lookup

    def condition(self, node: ast.Condition) -> plan.Condition:
        if isinstance(node, ast.And):
            return plan.AllOf(tuple(self.condition(part) for part in node.conditions))
        if isinstance(node, ast.Or):
            return plan.AnyOf(tuple(self.condition(part) for part in node.conditions))
        if isinstance(node, ast.Not):
            return plan.Negate(self.condition(node.condition))
        if isinstance(node, ast.Comparison):
            return self._comparison(node)
        return self._call(node)

    def _comparison(self, node: ast.Comparison) -> plan.Condition:
        left, right = self.operand(node.left), self.operand(node.right)
        self._refuse_whole(node, left, right)
        if node.operator == "!=":
            return plan.Negate(plan.Compare("==", left, right))
        return plan.Compare(node.operator, left, right)

    def _refuse_whole(self, node: ast.Comparison, left: plan.Operand, right: plan.Operand) -> None:
        if _is_null(left) or _is_null(right):
            return
        for side, operand in ((node.left, left), (node.right, right)):
            if isinstance(operand, plan.Field) and operand.is_whole:
                raise KipError(
                    "KIP_1001",
                    f"The whole {operand.root} object can't be compared.",
                    hint=f"Compare one key, such as ?{operand.binding.name}.{operand.root}.status, "
                    "or test the object with IS_NULL.",
                ).located(self.text, side.span.start)

    def _call(self, node: ast.Call) -> plan.Condition:
        arguments = tuple(self.operand(argument) for argument in node.arguments)
        try:
            check_call(node.function, arguments)
        except KipError as error:
            raise error.located(self.text, node.span.start) from None
        return plan.Apply(node.function, arguments)

    def operand(self, node: ast.Operand) -> plan.Operand:
        if isinstance(node, ast.Variable):
            return plan.Bound(self.lookup(node))
        if isinstance(node, ast.Path):
            return self.field(node)
        return self.given(node)

    def field(self, node: ast.Path) -> plan.Field:
        binding = self.lookup(node.variable)
        if not binding.has_field(node.root):
            raise self._no_such_field(node, binding)
        return plan.Field(binding, node.root, node.key)

    def _no_such_field(self, node: ast.Path, binding: Binding) -> KipError:
        shown = f"?{binding.name}"
        if binding.is_string:
            hint = f'{shown} is a string; use it bare, for example FILTER({shown} != "belongs_to_domain").'
        elif Kind.CONCEPT in binding.kinds:
            hint = "A concept has id, type, name, attributes.<key> and metadata.<key>."
        else:
            hint = "A link has id, subject, predicate, object, attributes.<key> and metadata.<key>."
        return KipError(
            "KIP_1001", f"{shown} binds a {binding.described()}, which has no field {node.root!r}.", hint=hint
        ).located(self.text, node.span.start)

    def given(self, node: ast.Value) -> plan.Given:
        if isinstance(node, ast.Literal):
            return _known(node, node.value)
        if isinstance(node, ast.Parameter):
            return _known(node, self.parameters[node.name])
        if isinstance(node, ast.ListValue):
            items = tuple(self.given(item) for item in node.items)
            return plan.Given(source_of(node), "list", any(item.kind == "null" for item in items))
        return plan.Given(source_of(node), "object")

    def expression(self, node: ast.Expression) -> plan.Projection:
        if isinstance(node, ast.Variable):
            return plan.Bound(self.lookup(node))
        if isinstance(node, ast.Path):
            return self.field(node)
        argument = node.argument
        inner = (
            plan.Bound(self.lookup(argument)) if isinstance(argument, ast.Variable) else self.field(argument)
        )
        return plan.Aggregation(node.function, inner, node.distinct)


def _known(node: ast.Value, value: Any) -> plan.Given:
    holds_null = isinstance(value, (list, tuple)) and None in value
    return plan.Given(source_of(node), kind(value), holds_null, value)


def _is_null(operand: plan.Operand) -> bool:
    return isinstance(operand, plan.Given) and operand.kind == "null"
