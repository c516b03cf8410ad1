"""The work of an UPDATE in Cypher: read old values, compute new ones, write those that changed.

`old` holds the properties that are computed, set to constants, set to null, and read by expressions, in this
order; `value_1` is what was computed for `old[0]`, and so on.  A property that had been an explicit null and
is written over is still named in `_nulls` afterwards: such elements are few, and are mended like stale text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kip_cypher.lowering.updates import Expressions, Read, lower_expressions
from kip_cypher.names import is_identifier
from kip_cypher.render import written
from kip_cypher.values import check_scalar, kind
from kip_engine.upsert.apply import timestamp
from kip_engine.upsert.resolve import Resolver
from kip_grammar import ast
from kip_grammar.errors import KipError

from .assignments import Assigned
from .mending import NONE_STALE, NULL_BEFORE, STALE_OR_NULL
from .protection import REFUSED, REFUSED_LINKS

# An element that was deleted while this writer waited for its lock has no version any more.
READ = """WITH target, target._version AS version, target._nulls AS nulls,
  [{}] AS old
WITH * WHERE version IS NOT NULL
"""
VALUES_DIFFER = "NOT coalesce(old[$first..$last] = $values, false)"
NULLS_DIFFER = "any(key IN $nulls WHERE NOT key IN coalesce(nulls, []))"

IF_CHANGED = "FOREACH (_ IN CASE WHEN changed THEN [true] ELSE [] END |"
STAMP = "SET target._version = version + 1, target._updated_at = $now"
SET_CONSTANTS = "target += $constants"
SET_NULLS = "target._nulls = $nulls + [key IN coalesce(nulls, []) WHERE NOT key IN $nulls]"
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
    lowered = lower_expressions(tuple(assigned.expressions.values()), read, own)
    stale = STALE_OR_NULL if assigned.attributes else NULL_BEFORE
    guard = REFUSED_LINKS if is_link else REFUSED
    compute = read_text(lowered.reads) + lowered.text
    work = (compute, _compare(assigned), _write(assigned), f"{COUNTS}{guard}, {stale}")
    return Writing("\n".join(work), _parameters(assigned, own, lowered, resolver))


def match_text(*, is_link: bool) -> str:
    """What counts targets without writing, in a row of the same shape."""
    return f"{MATCHED}{REFUSED_LINKS if is_link else REFUSED}, {NONE_STALE}"


def read_text(names: Sequence[str]) -> str:
    """What reads the properties `names`, those in `$reads`, into `old`; drops what is deleted by then."""
    return READ.format(", ".join(_property(name, place) for place, name in enumerate(names)))


def _compare(assigned: Assigned) -> str:
    differs = [
        f"value_{place + 1} IS NOT NULL AND coalesce(value_{place + 1} <> old[{place}], true)"
        for place in range(len(assigned.expressions))
    ]
    differs += [VALUES_DIFFER] if assigned.values else []
    differs += [NULLS_DIFFER] if assigned.nulls else []
    return f"WITH *, {' OR '.join(differs) or 'false'} AS changed"


def _write(assigned: Assigned) -> str:
    """One FOREACH: a SET in one of its own would wait for all rows of the others."""
    return f"{IF_CHANGED}\n{', '.join(_sets(assigned))}\n)"


def _sets(assigned: Assigned) -> Iterator[str]:
    yield STAMP
    for place, name in enumerate(assigned.expressions):
        yield f"{_property(name, place)} = coalesce(value_{place + 1}, old[{place}])"
    if assigned.constants:
        yield SET_CONSTANTS
    if assigned.nulls:
        yield SET_NULLS


def _property(name: str, place: int) -> str:
    """The property `name`, the one at `place` in `$reads`.  Looking a name up for each element takes long."""
    return f"target.{written(name)}" if is_identifier(name) else f"target[$reads[{place}]]"


def _parameters(
    assigned: Assigned, own: tuple[str, ...], lowered: Expressions, resolver: Resolver
) -> dict[str, Any]:
    first = len(assigned.expressions)
    return {
        "reads": list(lowered.reads),
        "numbers": [number_value(node, resolver) for node in lowered.numbers],
        "first": first,
        "last": first + len(assigned.values),
        "values": list(assigned.values.values()),
        "constants": assigned.constants,
        "nulls": assigned.nulls,
        "now": timestamp(),
        "textual": assigned.is_textual,
        "attributes": [place for place, name in enumerate(own) if name in assigned.attributes],
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
