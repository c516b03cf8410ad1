"""The work of an UPDATE in Cypher: read old values, compute new ones, write those that changed.

`old` holds the properties that are computed, set to constants, set to null, and read by expressions, in this
order; `new` what was computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kip_cypher.lowering.updates import Expressions, Read, lower_expressions
from kip_cypher.values import check_scalar, kind
from kip_engine.upsert.apply import timestamp
from kip_engine.upsert.resolve import Resolver
from kip_grammar import ast
from kip_grammar.errors import KipError

from .assignments import Assigned
from .protection import NO_KEYS, PROTECTED_KEYS
from .retext import NONE_STALE, STALE

# An element that was deleted while this writer waited for its lock has no version any more.
READ = """WITH target, target._version AS version, target._nulls AS nulls,
  [key IN $reads | target[key]] AS old
WITH * WHERE version IS NOT NULL
"""
NOTHING_NEW = "WITH *, [] AS new"
# Each of them says whether one sort of assignment changes the element.
COMPUTED_DIFFERS = (
    "any(index IN $computed WHERE new[index] IS NOT NULL AND coalesce(new[index] <> old[index], true))"
)
VALUES_DIFFER = "NOT coalesce(old[$first..$last] = $values, false)"
NULLS_DIFFER = "any(key IN $nulls WHERE NOT key IN coalesce(nulls, []))"

IF_CHANGED = "FOREACH (_ IN CASE WHEN changed THEN [true] ELSE [] END |"
SET_COMPUTED = "FOREACH (index IN $computed | SET target[$names[index]] = coalesce(new[index], old[index]))"
# The explicit nulls that were there and are not written over, and the new ones; nobody has any, mostly.  The
# SETs stand in one FOREACH: in one of its own the last would wait for all rows of the others.
SET_CONSTANTS = """SET target += $constants, target._version = version + 1,
    target._nulls = CASE WHEN nulls IS NULL THEN $null_list ELSE nullIf(
      $nulls + [key IN nulls WHERE NOT key IN $written
        AND NOT any(index IN $computed WHERE $names[index] = key AND new[index] IS NOT NULL)], []) END
)"""
COUNTS = "RETURN count(target) AS matched, sum(CASE WHEN changed THEN 1 ELSE 0 END) AS updated, "
MATCHED = "RETURN count(target) AS matched, sum(0) AS updated, "


@dataclass(frozen=True, slots=True)
class Writing:
    """The Cypher of one UPDATE and its parameters."""

    text: str
    parameters: dict[str, Any]


def write_text(assigned: Assigned, resolver: Resolver, read: Read, *, is_link: bool) -> Writing:
    """What writes `assigned`; returns one row: matched, updated, protected keys, stale elements."""
    own = (*assigned.expressions, *assigned.values, *assigned.nulls)
    lowered = lower_expressions(tuple(assigned.expressions.values()), read, len(own))
    new = lowered.text if assigned.expressions else NOTHING_NEW
    stale = STALE if assigned.attributes else NONE_STALE
    guard = NO_KEYS if is_link else PROTECTED_KEYS
    text = f"{READ}{new}\n{_compare(assigned)}\n{_write(assigned)}\n{COUNTS}{guard}, {stale}"
    return Writing(text, _parameters(assigned, own, lowered, resolver))


def match_text(*, is_link: bool) -> str:
    """What counts targets without writing, in a row of the same shape."""
    return f"{MATCHED}{NO_KEYS if is_link else PROTECTED_KEYS}, {NONE_STALE}"


def _compare(assigned: Assigned) -> str:
    sorts = (
        (assigned.expressions, COMPUTED_DIFFERS),
        (assigned.values, VALUES_DIFFER),
        (assigned.nulls, NULLS_DIFFER),
    )
    differs = [test for present, test in sorts if present] or ["false"]
    return f"WITH *, {' OR '.join(differs)} AS changed"


def _write(assigned: Assigned) -> str:
    computed = [SET_COMPUTED] if assigned.expressions else []
    return "\n  ".join((IF_CHANGED, *computed, SET_CONSTANTS))


def _parameters(
    assigned: Assigned, own: tuple[str, ...], lowered: Expressions, resolver: Resolver
) -> dict[str, Any]:
    first = len(assigned.expressions)
    return {
        "reads": [*own, *lowered.reads],
        "numbers": [number_value(node, resolver) for node in lowered.numbers],
        "names": list(assigned.expressions),
        "computed": list(range(len(assigned.expressions))),
        "first": first,
        "last": first + len(assigned.values),
        "values": list(assigned.values.values()),
        "constants": {**assigned.constants, "_updated_at": timestamp()},
        "written": list(assigned.constants),
        "nulls": assigned.nulls,
        "null_list": assigned.nulls or None,
        "textual": assigned.is_textual,
        "attributes": [index for index, name in enumerate(own) if name in assigned.attributes],
    }


def number_value(node: ast.Literal | ast.Parameter, resolver: Resolver) -> Any:
    """The number that an operand stands for, or null.  Raises KIP_1001 for anything else, KIP_2003."""
    value = resolver.value(node)
    if value is not None and kind(value) != "number":
        raise resolver.fail(
            node,
            "KIP_1001",
            f"An update expression computes with numbers, not with a {kind(value)}.",
            "Send a number as parameter; assign other values directly, outside ADD, MUL, CLAMP and COALESCE.",
        )
    try:
        return check_scalar(value)
    except KipError as error:
        raise error.located(resolver.text, node.span.start) from None
