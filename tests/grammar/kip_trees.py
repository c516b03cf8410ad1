"""Hypothesis strategies for syntax trees that KIP text can express."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st

from kip_grammar.ast import (
    Aggregate,
    And,
    Assignments,
    Call,
    Comparison,
    ConceptBlock,
    ConceptClause,
    ConceptMatcher,
    DeleteConcept,
    DeleteKeys,
    DeletePropositions,
    DescribeDomains,
    DescribePrimer,
    DescribeType,
    DescribeTypes,
    Export,
    FilterClause,
    Find,
    LinkById,
    LinkClause,
    LinkMatcher,
    ListValue,
    Literal,
    Merge,
    Not,
    NotClause,
    ObjectValue,
    OptionalClause,
    Or,
    OrderKey,
    Parameter,
    Path,
    PredicatePath,
    Predicates,
    PropositionBlock,
    PropositionEntry,
    Search,
    UnionClause,
    Update,
    UpdateExpression,
    Upsert,
    UpsertScript,
    Variable,
)

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")  # two that JSON would read as one code point


def _tuples(
    item: st.SearchStrategy[Any], least: int = 1, most: int = 3
) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(item, min_size=least, max_size=most).map(tuple)


def _maybe(item: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | item


# -- values -------------------------------------------------------------------------------------------------

identifiers = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,6}", fullmatch=True) | st.sampled_from(
    ["FIND", "true", "null", "type", "name", "id", "ADD", "SET", "attributes"]
)
texts = st.text(st.characters(), max_size=12).filter(lambda text: not _PAIR.search(text))
keys = identifiers | texts
numbers = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False)
scalars = st.none() | st.booleans() | numbers | texts
jsons = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)
parameters = st.builds(Parameter, identifiers)
strings = st.builds(Literal, texts) | parameters


def _list(items: list[Any]) -> Any:
    if all(isinstance(item, Literal) for item in items):
        return Literal([item.value for item in items])
    return ListValue(tuple(items))


def _object(entries: dict[str, Any]) -> Any:
    if all(isinstance(value, Literal) for value in entries.values()):
        return Literal({key: value.value for key, value in entries.items()})
    return ObjectValue(tuple(entries.items()))


def _objects_of(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.dictionaries(keys, inner, max_size=4).map(_object)


values = st.recursive(
    st.builds(Literal, jsons) | parameters,
    lambda inner: st.lists(inner, max_size=3).map(_list) | _objects_of(inner),
    max_leaves=6,
)
maps = _objects_of(values) | parameters
variables = st.builds(Variable, identifiers)
paths = st.builds(
    Path, variables, st.sampled_from(["id", "type", "name", "subject", "predicate", "object"])
) | st.builds(Path, variables, st.sampled_from(["attributes", "metadata"]), _maybe(identifiers))

# -- patterns -----------------------------------------------------------------------------------------------

identities = st.builds(ConceptMatcher, id=strings) | st.builds(ConceptMatcher, type=strings, name=strings)
matchers = identities | st.builds(ConceptMatcher, type=strings) | st.builds(ConceptMatcher, name=strings)
single_predicates = st.builds(Predicates, _tuples(strings, most=1))
predicate_paths = st.builds(
    lambda name, lower, more: PredicatePath(name, lower, None if more is None else lower + more),
    strings,
    st.integers(0, 64),
    _maybe(st.integers(0, 5)),
)
predicates = st.builds(Predicates, _tuples(strings)) | predicate_paths | variables


def _endpoints(ends: st.SearchStrategy[Any], predicate: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    leaves = variables | ends | st.builds(LinkById, strings)
    return st.recursive(leaves, lambda inner: st.builds(LinkMatcher, inner, predicate, inner), max_leaves=3)


endpoints = _endpoints(matchers, predicates)
references = _endpoints(identities, single_predicates)
links = st.builds(LinkMatcher, endpoints, predicates, endpoints) | st.builds(LinkById, strings)
reference_links = st.builds(LinkMatcher, references, single_predicates, references) | st.builds(
    LinkById, strings
)

operands = variables | paths | values
conditions = st.recursive(
    st.builds(Comparison, st.sampled_from(["==", "!=", "<", ">", "<=", ">="]), operands, operands)
    | st.builds(Call, st.sampled_from(["IN", "IS_NULL", "REGEX", "F9"]), _tuples(operands, least=0)),
    lambda inner: (
        st.builds(Not, inner)
        | st.builds(And, _tuples(inner.filter(lambda c: not isinstance(c, And)), least=2))
        | st.builds(Or, _tuples(inner.filter(lambda c: not isinstance(c, Or)), least=2))
    ),
    max_leaves=5,
)
clauses = st.recursive(
    st.builds(ConceptClause, variables, matchers)
    | st.builds(LinkClause, _maybe(variables), links)
    | st.builds(FilterClause, conditions),
    lambda inner: (
        st.builds(NotClause, _tuples(inner))
        | st.builds(OptionalClause, _tuples(inner))
        | st.builds(UnionClause, _tuples(inner))
    ),
    max_leaves=4,
)
wheres = _tuples(clauses)

# -- statements ---------------------------------------------------------------------------------------------

limits = _maybe(st.integers(1, 2**63 - 1).map(Literal) | parameters)
cursors = _maybe(texts.filter(bool).map(Literal) | parameters)
aggregates = st.builds(
    Aggregate, st.sampled_from(["SUM", "AVG", "MIN", "MAX"]), variables | paths
) | st.builds(Aggregate, st.just("COUNT"), variables | paths, st.booleans())
expressions = variables | paths | aggregates
finds = st.builds(
    Find,
    _tuples(expressions),
    wheres,
    _tuples(st.builds(OrderKey, expressions, st.booleans()), 0),
    limits,
    cursors,
)
versions = _maybe(st.integers(0, 2**63 - 1).map(Literal) | parameters)
entries = st.builds(PropositionEntry, strings, references, _maybe(maps))
blocks = st.builds(
    ConceptBlock, variables, identities, versions, _maybe(maps), _tuples(entries, 0), _maybe(maps)
) | st.builds(PropositionBlock, _maybe(variables), reference_links, versions, _maybe(maps), _maybe(maps))
scripts = st.builds(UpsertScript, _tuples(st.builds(Upsert, _tuples(blocks), _maybe(maps)), most=2))


@st.composite
def updates(draw: st.DrawFn) -> Update:
    """UPDATE statements, whose expressions read their own target."""
    target = draw(variables)
    own = draw(paths).root
    leaves = numbers.map(Literal) | parameters | st.just(Path(target, own))
    expression = st.recursive(
        leaves,
        lambda inner: st.builds(
            lambda name, a, b, c: UpdateExpression(name, (a, b, c) if name == "CLAMP" else (a, b)),
            st.sampled_from(["ADD", "MUL", "CLAMP", "COALESCE"]),
            inner,
            inner,
            inner,
        ),
        max_leaves=4,
    ).filter(lambda node: isinstance(node, UpdateExpression))
    assignments = st.dictionaries(keys, values | expression, max_size=3).map(
        lambda entries: Assignments(tuple(entries.items()))
    )
    first, second = draw(assignments | parameters), draw(_maybe(assignments | parameters))
    blocks = (first, second) if draw(st.booleans()) or second is None else (second, first)
    return Update(target, *blocks, draw(wheres), draw(limits))


kml = (
    updates()
    | st.builds(Merge, variables, variables, wheres)
    | st.builds(DeleteKeys, st.sampled_from(["attributes", "metadata"]), _tuples(strings), variables, wheres)
    | st.builds(DeletePropositions, variables, wheres)
    | st.builds(DeleteConcept, variables, wheres)
)
kinds = st.sampled_from(["concept", "proposition"])
fractions = _maybe(st.floats(0, 1).map(Literal) | st.sampled_from([0, 1]).map(Literal) | parameters)
modes = _maybe(st.sampled_from(["keyword", "semantic", "hybrid"]).map(Literal) | parameters)
meta = (
    st.builds(DescribePrimer)
    | st.builds(DescribeDomains)
    | st.builds(DescribeTypes, kinds, limits, cursors)
    | st.builds(DescribeType, kinds, strings)
    | st.builds(Search, kinds, strings, _maybe(strings), modes, fractions, limits)
    | st.builds(Export, variables, wheres, limits, cursors)
)
statements = finds | scripts | kml | meta
