"""Callbacks for matchers, links, predicates and the clauses of WHERE."""

from __future__ import annotations

from typing import Any

from kip_grammar.ast import (
    ConceptClause,
    ConceptMatcher,
    FilterClause,
    LinkById,
    LinkClause,
    LinkMatcher,
    Literal,
    NotClause,
    OptionalClause,
    Parameter,
    PredicatePath,
    Predicates,
    UnionClause,
    Variable,
)
from kip_grammar.build_values import STRING, entry, unique
from kip_grammar.fast import strings_in
from kip_grammar.faults import Fault
from kip_grammar.parts import Key, Part
from kip_grammar.tokens import Token, covering

pair = entry


def where(children: list[Any]) -> Part:
    """`WHERE {…}`."""
    return Part("where", children[1].value, covering(children[0], children[1]))


def block(children: list[Any]) -> Part:
    """`{ clause … }`."""
    return Part("where", tuple(children[1]), covering(children[0], children[2]))


def matcher(children: list[Any]) -> ConceptMatcher:
    """`{id: …}` or any of `{type: …, name: …}`."""
    pairs: list[tuple[Key, Any]] = children[1]
    for key, value in pairs:
        if key.name not in ("id", "type", "name"):
            raise Fault(
                key.span.start, f"a concept is matched by id, type and name, not by {key.name!r}", _FILTER
            )
        check_name(value, key.name)
    values = dict(unique(pairs))
    if "id" in values and len(values) > 1:
        raise Fault(
            pairs[0][0].span.start, "id together with another key", "An id says it all: write {id: …}."
        )
    return ConceptMatcher(**values, span=covering(children[0], children[-1]))


_FILTER = "Test anything else with FILTER(?x.attributes.key == …); UPSERT sets it in SET ATTRIBUTES."


def matcher_of_strings(children: list[Any]) -> ConceptMatcher:
    """`{type: "…", name: "…"}` as one token."""
    values = [STRING(token) for token in strings_in(children[0])]
    return ConceptMatcher(None, *values, span=children[0].span)


def check_name(value: Literal | Parameter, role: str) -> None:
    """Refuse a literal that isn't a string where a name, an id or a term stands."""
    if type(value) is Literal and not isinstance(value.value, str):
        raise Fault(value.span.start, f"{role} takes a string or a placeholder", "Put it in double quotes.")


def link_matcher(children: list[Any]) -> LinkMatcher:
    """`(subject, predicate, object)`."""
    return LinkMatcher(children[1], children[3], children[5], span=covering(children[0], children[-1]))


def link_by_id(children: list[Any]) -> LinkById:
    """`(id: …)`."""
    key, value = children[1], children[3]
    if key.name != "id":
        raise Fault(
            key.span.start,
            f"a link is matched by its id or its three terms, not by {key.name!r}",
            'Write (id: "…") or (?subject, "predicate", ?object).',
        )
    check_name(value, "id")
    return LinkById(value, span=covering(children[0], children[-1]))


def predicates(children: list[Any]) -> Predicates:
    """One predicate, or alternatives."""
    names = children[0]
    return Predicates(tuple(names), span=covering(names[0], names[-1]))


def predicate_path(children: list[Any]) -> PredicatePath:
    """A quantified predicate."""
    name, (lower, upper, brace) = children
    return PredicatePath(name, lower, upper, span=covering(name, brace))


def exactly(children: list[Any]) -> tuple[int, int, Token]:
    """`{n}`."""
    return _bound(children[1]), _bound(children[1]), children[-1]


def at_least(children: list[Any]) -> tuple[int, None, Token]:
    """`{n,}`."""
    return _bound(children[1]), None, children[-1]


def between(children: list[Any]) -> tuple[int, int, Token]:
    """`{m,n}`."""
    lower, upper = _bound(children[1]), _bound(children[3])
    if upper < lower:
        raise Fault(children[3].span.start, f"the upper bound {upper} is less than the lower bound {lower}")
    return lower, upper, children[-1]


def _bound(number: Literal) -> int:
    value = number.value
    if not isinstance(value, int) or value < 0:
        raise Fault(number.span.start, "a number of hops is a whole number, 0 or more", _BOUNDS)
    return value


_BOUNDS = 'Write "predicate"{1,3}, "predicate"{1,} or "predicate"{2}.'


def concept_clause(children: list[Any]) -> ConceptClause:
    """`?variable {…}`."""
    return ConceptClause(children[0], children[1], span=covering(children[0], children[1]))


def link_clause(children: list[Any]) -> LinkClause:
    """`?variable (…)` or `(…)`."""
    variable: Variable | None = children[0] if len(children) == 2 else None
    return LinkClause(variable, children[-1], span=covering(children[0], children[-1]))


def filter_clause(children: list[Any]) -> FilterClause:
    """`FILTER(…)`."""
    return FilterClause(children[2], span=covering(children[0], children[-1]))


def not_clause(children: list[Any]) -> NotClause:
    """`NOT {…}`."""
    return NotClause(children[1].value, span=covering(children[0], children[1]))


def optional_clause(children: list[Any]) -> OptionalClause:
    """`OPTIONAL {…}`."""
    return OptionalClause(children[1].value, span=covering(children[0], children[1]))


def union_clause(children: list[Any]) -> UnionClause:
    """`UNION {…}`."""
    return UnionClause(children[1].value, span=covering(children[0], children[1]))
