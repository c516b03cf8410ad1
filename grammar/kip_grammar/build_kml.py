"""Callbacks for UPDATE, MERGE and DELETE."""

from __future__ import annotations

from typing import Any

from kip_grammar.ast import (
    Assignments,
    DeleteConcept,
    DeleteKeys,
    DeletePropositions,
    Literal,
    Merge,
    Parameter,
    Path,
    Span,
    Update,
    UpdateExpression,
    UpdateOperand,
    UpdateValue,
    Variable,
)
from kip_grammar.build_conditions import function_name
from kip_grammar.build_values import flat_map, unique
from kip_grammar.faults import Fault
from kip_grammar.parts import Part, fields
from kip_grammar.tokens import Token, covering

ARITIES = {"ADD": 2, "MUL": 2, "CLAMP": 3, "COALESCE": 2}


def update(children: list[Any]) -> Update:
    """`UPDATE ?target SET … WHERE {…} [LIMIT n]`."""
    target: Variable = children[1]
    blocks: dict[str, Any] = {"attributes": None, "metadata": None}
    for part in children[2]:
        if blocks[part.name] is not None:
            raise Fault(
                part.span.start, f"SET {part.name.upper()} is given twice", "Write all keys in one map."
            )
        blocks[part.name] = part.value
        _check_targets(part.value, target)
    return Update(target, **blocks, span=covering(children[0], children[-1]), **fields(children))


def assignment_block(children: list[Any]) -> Part:
    """`SET ATTRIBUTES {…}` or `SET METADATA {…}`."""
    return Part(children[1].value.lower(), children[2], covering(children[0], children[2]))


def flat_assignments(children: list[Any]) -> Part:
    """`SET ATTRIBUTES {…}` as one token."""
    return Part("attributes", _literal_assignments(flat_map(children[0])), children[0].span)


def assignments_of_strings(children: list[Any]) -> Assignments:
    """A map as one token."""
    return _literal_assignments(flat_map(children[0]))


def _literal_assignments(literal: Literal) -> Assignments:
    values: Any = literal.value
    return Assignments(
        tuple((k, Literal(v, span=literal.span)) for k, v in values.items()), span=literal.span
    )


def no_assignments(children: list[Any]) -> Assignments:
    """`{}`."""
    return Assignments((), span=covering(children[0], children[-1]))


def some_assignments(children: list[Any]) -> Assignments:
    """`{ key: value or expression, … }`."""
    return Assignments(unique(children[1]), span=covering(children[0], children[-1]))


def update_expression(children: list[Any]) -> UpdateExpression:
    """`ADD(a, b)` and the like."""
    function, operands = function_name(children[0]), children[2]
    arity = ARITIES.get(function)
    if arity is None:
        raise Fault(
            children[0].start_pos, f"{function} is no update function", f"There are {', '.join(ARITIES)}."
        )
    if len(operands) != arity:
        raise Fault(children[0].start_pos, f"{function} takes {arity} operands, not {len(operands)}")
    for operand in operands:
        _check_operand(operand)
    return UpdateExpression(function, tuple(operands), span=covering(children[0], children[-1]))


def _check_operand(operand: UpdateOperand | Any) -> None:
    is_number = type(operand) is Literal and type(operand.value) in (int, float)
    if not is_number and type(operand) not in (Parameter, Path, UpdateExpression):
        raise Fault(
            operand.span.start,
            "an update function takes numbers, placeholders, dot paths and other update functions",
            "Update expressions are numeric; set a string or another value directly.",
        )


def _check_targets(value: Assignments | Parameter, target: Variable) -> None:
    if isinstance(value, Assignments):
        for _, assigned in value.entries:
            _check_expression(assigned, target)


def _check_expression(value: UpdateValue | UpdateOperand, target: Variable) -> None:
    if isinstance(value, Path) and value.variable != target:
        raise Fault(
            value.span.start,
            f"an update expression reads the target ?{target.name} only, not ?{value.variable.name}",
            "Read the other element first and pass its value as a parameter.",
        )
    if isinstance(value, UpdateExpression):
        for operand in value.operands:
            _check_expression(operand, target)


def merge(children: list[Any]) -> Merge:
    """`MERGE CONCEPT ?source INTO ?target WHERE {…}`."""
    return Merge(children[2], children[4], span=_statement(children), **fields(children))


def delete_keys(children: list[Any]) -> DeleteKeys:
    """`DELETE ATTRIBUTES|METADATA {"key", …} FROM ?target WHERE {…}`."""
    part: Token = children[1]
    keys = children[3]
    return DeleteKeys(
        part.value.lower(), tuple(keys), children[6], span=_statement(children), **fields(children)
    )


def delete_propositions(children: list[Any]) -> DeletePropositions:
    """`DELETE PROPOSITIONS ?target WHERE {…}`."""
    return DeletePropositions(children[2], span=_statement(children), **fields(children))


def delete_concept(children: list[Any]) -> DeleteConcept:
    """`DELETE CONCEPT ?target DETACH WHERE {…}`."""
    return DeleteConcept(children[2], span=_statement(children), **fields(children))


def _statement(children: list[Any]) -> Span:
    return covering(children[0], children[-1])
