"""Cypher syntax tree to text: the only place that writes names and collects parameters.

Labels, relationship types and property names are written bare if they are plain identifiers, quoted if they
are meta-types, and refused otherwise: nothing that could end a quoting ever gets here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from . import cypher, sight
from .bindings import Binding
from .names import SYSTEM_PROPERTIES
from .sources import Source

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_QUOTABLE = re.compile(r"\$[A-Za-z_][A-Za-z0-9_]*\Z")
_INDENT = "  "


def render(clauses: cypher.Clauses) -> tuple[str, dict[str, Source]]:
    """The text of a whole statement and the sources of its parameters by name."""
    renderer = _Renderer()
    text = renderer.clauses(clauses, "")
    return text, renderer.sources


def written(name: str) -> str:
    """A label, relationship type or property name in Cypher text; any other text is an AssertionError."""
    if _PLAIN.match(name) or _QUOTABLE.match(name):
        return f"`{name}`"
    raise AssertionError(f"{name!r} must not reach Cypher text")


class _Renderer:
    """Writes one statement; equal sources share a parameter."""

    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}
        self._names: dict[str, str] = {}

    def variable(self, binding: Binding) -> str:
        return f"{binding.name}_{binding.number}" if binding.number else binding.name

    def parameter(self, source: Source) -> str:
        key = repr(source)
        if key not in self._names:
            self._names[key] = f"p{len(self._names)}"
            self.sources[self._names[key]] = source
        return "$" + self._names[key]

    def clauses(self, clauses: Iterable[cypher.Clause], indent: str) -> str:
        return "\n".join(_CLAUSES[type(clause)](self, clause, indent) for clause in clauses)

    def expr(self, expr: cypher.Expr) -> str:
        return _EXPRESSIONS[type(expr)](self, expr)

    def exprs(self, exprs: Iterable[cypher.Expr], separator: str = ", ") -> str:
        return separator.join(map(self.expr, exprs))


# -- clauses -----------------------------------------------------------------------------------------------


def _match(r: _Renderer, clause: cypher.Match, indent: str) -> str:
    return f"{indent}MATCH {_path(r, clause.pattern)}{_where(r, clause.where)}"


def _with(r: _Renderer, clause: cypher.With, indent: str) -> str:
    items = ", ".join(_item(r, item) for item in clause.items) or "*"
    distinct = "DISTINCT " if clause.distinct else ""
    order = _order(r, clause.order)
    limit = f" LIMIT {r.expr(clause.limit)}" if clause.limit is not None else ""
    return f"{indent}WITH {distinct}{items}{order}{limit}{_where(r, clause.where)}"


def _return(r: _Renderer, clause: cypher.Return, indent: str) -> str:
    items = ", ".join(_item(r, item) for item in clause.items)
    distinct = "DISTINCT " if clause.distinct else ""
    limit = f" LIMIT {r.expr(clause.limit)}" if clause.limit is not None else ""
    return f"{indent}RETURN {distinct}{items}{limit}"


def _subquery(r: _Renderer, clause: cypher.Subquery, indent: str) -> str:
    optional = "OPTIONAL " if clause.optional else ""
    imports = ", ".join(map(r.variable, clause.imports))
    union = f"\n{indent}UNION ALL\n" if clause.union_all else f"\n{indent}UNION\n"
    inner = union.join(r.clauses(branch, indent + _INDENT) for branch in clause.branches)
    return f"{indent}{optional}CALL ({imports}) {{\n{inner}\n{indent}}}"


def _where(r: _Renderer, conditions: tuple[cypher.Expr, ...]) -> str:
    return f" WHERE {r.exprs(conditions, ' AND ')}" if conditions else ""


def _order(r: _Renderer, keys: tuple[cypher.Sort, ...]) -> str:
    if not keys:
        return ""
    return " ORDER BY " + ", ".join(r.expr(k.expression) + (" DESC" if k.descending else "") for k in keys)


def _item(r: _Renderer, item: cypher.Item) -> str:
    text = r.expr(item.expression)
    return f"{text} AS {r.variable(item.alias)}" if item.alias is not None else text


def _path(r: _Renderer, path: cypher.PathPattern) -> str:
    text = _node(r, path.nodes[0])
    for hop, node in zip(path.hops, path.nodes[1:], strict=True):
        text += _hop(hop) + _node(r, node)
    return text


def _node(r: _Renderer, node: cypher.NodePattern) -> str:
    labels = ":" + "|".join(map(written, node.labels)) if node.labels else ""
    pairs = ", ".join(f"{written(name)}: {r.expr(value)}" for name, value in node.properties)
    return f"({r.variable(node.binding)}{labels}{' {' + pairs + '}' if pairs else ''})"


def _hop(hop: cypher.Hop) -> str:
    types = ":" + "|".join(map(written, hop.types)) if hop.types else ""
    length = ""
    if hop.lower is not None:
        length = f"*{hop.lower}..{'' if hop.upper is None else hop.upper}"
    arrow = f"[{types}{length}]"
    return f"<-{arrow}-" if hop.backward else f"-{arrow}->"


# -- expressions -------------------------------------------------------------------------------------------


def _all(r: _Renderer, expr: cypher.All) -> str:
    return f"({r.exprs(expr.parts, ' AND ')})" if expr.parts else "true"


def _any(r: _Renderer, expr: cypher.Any) -> str:
    return f"({r.exprs(expr.parts, ' OR ')})" if expr.parts else "false"


def _is_null(r: _Renderer, expr: cypher.IsNull) -> str:
    return f"{r.expr(expr.operand)} IS {'NOT ' if expr.negated else ''}NULL"


def _function(r: _Renderer, expr: cypher.Function) -> str:
    return f"{expr.name}({'DISTINCT ' if expr.distinct else ''}{r.exprs(expr.arguments)})"


def _when(r: _Renderer, expr: cypher.When) -> str:
    otherwise = f" ELSE {r.expr(expr.otherwise)}" if expr.otherwise is not None else ""
    return f"CASE WHEN {r.expr(expr.condition)} THEN {r.expr(expr.value)}{otherwise} END"


def _exists(r: _Renderer, expr: cypher.ExistsQuery) -> str:
    inner = r.clauses(expr.clauses, _INDENT)
    return f"EXISTS {{\n{inner}\n}}"


def _seen(r: _Renderer, expr: cypher.Seen) -> str:
    condition = sight.link_is_seen if expr.link else sight.concept_is_seen
    return condition(r.variable(expr.element), r.expr(expr.viewers))


_IN_METADATA = "key STARTS WITH 'm_' OR key IN ['_version', '_updated_at', '_merged_from']"
_PARTS = {
    "metadata": _IN_METADATA,
    "attributes": f"NOT ({_IN_METADATA} OR key STARTS WITH '_' OR key IN {sorted(SYSTEM_PROPERTIES)})",
}


def _object_pairs(r: _Renderer, expr: cypher.ObjectPairs) -> str:
    element = r.variable(expr.element)
    keys = f"keys({element}) + coalesce({element}._nulls, [])"
    pairs = (
        f"UNWIND {keys} AS key WITH key WHERE {_PARTS[expr.part]} RETURN [key, {element}[key]] ORDER BY key"
    )
    return f"CASE WHEN {element} IS NOT NULL THEN COLLECT {{ {pairs} }} END"


_CLAUSES: dict[type, Callable[[_Renderer, Any, str], str]] = {
    cypher.Match: _match,
    cypher.With: _with,
    cypher.Return: _return,
    cypher.Subquery: _subquery,
}

_EXPRESSIONS: dict[type, Callable[[_Renderer, Any], str]] = {
    cypher.Var: lambda r, e: r.variable(e.binding),
    cypher.Param: lambda r, e: r.parameter(e.source),
    cypher.Raw: lambda r, e: str(e.text),
    cypher.Property: lambda r, e: f"{r.expr(e.owner)}.{written(e.name)}",
    cypher.Infix: lambda r, e: f"({r.expr(e.left)} {e.operator} {r.expr(e.right)})",
    cypher.All: _all,
    cypher.Any: _any,
    cypher.Complement: lambda r, e: f"NOT ({r.expr(e.operand)})",
    cypher.IsNull: _is_null,
    cypher.IsType: lambda r, e: f"({r.expr(e.operand)} IS :: {e.type})",
    cypher.Function: _function,
    cypher.When: _when,
    cypher.ElementMap: lambda r, e: f"{r.variable(e.element)}{{.*, search_text: null}}",
    cypher.ObjectPairs: _object_pairs,
    cypher.Seen: _seen,
    cypher.ExistsQuery: _exists,
}
