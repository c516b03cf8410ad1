"""What evidence and claims must look like (specification of beliefs, section 2).

Every refusal is a KipError whose `detail` is the original's short code: `missing:tier`, `bad_tier`,
`bad_direction`, `bad_weight`, `bad_time`, `not_a_number`, `unhashable`, or the name of a Python exception
(`TypeError`, `AttributeError`).  Where there was one, it is the error's `__cause__`.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from reprlib import repr as _short
from typing import Any, NoReturn

from kip_grammar.errors import KipError

from .tiers import STRENGTH

DIRECTIONS = frozenset("+-")

EVIDENCE = "A piece of evidence is an object with tier, source_id, direction (+ or -), weight and time."


def check_tier(tier: Any) -> None:
    """Raises KIP_2002 `bad_tier` unless `tier` is among `STRENGTH`, KIP_2003 `unhashable` if no text."""
    _check_among(tier, STRENGTH.keys(), "tier")


def check_direction(direction: Any) -> None:
    """Raises KIP_2002 `bad_direction` unless it is "+" or "-", KIP_2003 `unhashable` if no text."""
    _check_among(direction, DIRECTIONS, "direction")


def check_weight(weight: Any) -> None:
    """Raises KIP_2002 `bad_weight` unless `weight` is finite and at least 0, KIP_2003 if it is no number."""
    if not _is_finite(weight, "weight") or weight < 0:
        refuse(
            "KIP_2002",
            "bad_weight",
            f"Evidence weight {_short(weight)} is not a finite number of at least 0.",
        )


def check_time(time: Any) -> None:
    """Raises KIP_2002 `bad_time` unless `time` is finite, KIP_2003 if it is no number."""
    if not _is_finite(time, "time"):
        refuse(
            "KIP_2002",
            "bad_time",
            f"Evidence time {_short(time)} is not a finite number of seconds since 1970.",
        )


def to_number(value: Any, what: str) -> float:
    """`value` as a float; "2" and true are numbers.  Raises KIP_2003 `not_a_number`, `TypeError` for null."""
    try:
        return float(value)
    except (ValueError, OverflowError) as error:
        refuse("KIP_2003", "not_a_number", f"Evidence {what} {_short(value)} is not a number.", error)
    except TypeError as error:
        refuse("KIP_2003", "TypeError", f"Evidence {what} {_short(value)} is not a number.", error)


def refuse(
    code: str, detail: str, message: str, cause: Exception | None = None, *, hint: str = EVIDENCE
) -> NoReturn:
    """Raises the KipError of `code` that keeps the original's short code as its `detail`."""
    raise KipError(code, message, hint=hint, detail=detail) from cause


def _check_among(value: Any, allowed: Collection[str], what: str) -> None:
    try:
        known = value in allowed
    except TypeError as error:
        refuse("KIP_2003", "unhashable", f"Evidence {what} {_short(value)} is no text.", error)
    if not known:
        choices = ", ".join(sorted(allowed))
        refuse("KIP_2002", f"bad_{what}", f"Evidence {what} {_short(value)} is not one of {choices}.")


def _is_finite(value: Any, what: str) -> bool:
    try:
        return math.isfinite(value)
    except TypeError as error:
        refuse("KIP_2003", "TypeError", f"Evidence {what} {_short(value)} is not a number.", error)
    except OverflowError as error:
        refuse("KIP_2003", "not_a_number", f"Evidence {what} is too large for a number.", error)
