"""What the verbs take besides claims and evidence: texts, names, lists, objects and bounds."""

from __future__ import annotations

from collections.abc import Iterable
from reprlib import repr as _short
from typing import Any

from kip_cypher.values import check_scalar
from kip_engine.parameters import check_parameters
from kip_engine.secrets import find_secret

from .validation import refuse

MANY = 2**31 - 1
"""As good as all."""


def text(value: Any, what: str) -> str:
    """`value`, a string that can be stored.  Raises KIP_2003; `what` is what it ought to be."""
    if not isinstance(value, str):
        refuse("KIP_2003", "TypeError", f"{what} is a string, not {type(value).__name__}.", hint="")
    return str(check_scalar(value))


def name(value: Any, what: str) -> str:
    """`value`, a string that names something.  Raises KIP_2003, and KIP_2002 `secret` for a credential.

    Names are refused instead of masked: masked, two of them could become one.
    """
    named = text(value, what)
    if find_secret(named):
        refuse("KIP_2002", "secret", f"{what} can't be a credential.", hint="Choose another name.")
    return named


def listed(value: Any, what: str) -> list[Any]:
    """The members of `value`, any iterable but a text.  Raises KIP_2003."""
    if isinstance(value, (str, bytes, bytearray)) or not isinstance(value, Iterable):
        refuse("KIP_2003", "TypeError", f"{what} is a list, not {type(value).__name__}.", hint="")
    return list(value)


def mapped(value: Any, what: str) -> dict[str, Any]:
    """`value`, an object or what makes one, as a dictionary.  Raises KIP_2003; KIP_4002 if it is too deep."""
    try:
        given = dict(value)
    except (TypeError, ValueError) as error:
        refuse("KIP_2003", type(error).__name__, f"{what} is an object.", error, hint="")
    check_parameters({what: given})
    return given


def most(value: Any) -> int:
    """`value`, a whole number from 1 up, as a bound.  Raises KIP_2003 and KIP_2002 `bad_most`."""
    if not isinstance(value, int) or isinstance(value, bool):
        refuse("KIP_2003", "TypeError", f"`most` is a whole number, not {_short(value)}.", hint="")
    if value < 1:
        refuse("KIP_2002", "bad_most", f"`most` is at least 1, not {_short(value)}.", hint="")
    return min(value, MANY)


def pairs(statements: Any) -> list[tuple[Any, Any]]:
    """`statements`, an iterable of (claim, evidence).  Raises KIP_2003."""
    return [_pair(place, statement) for place, statement in enumerate(listed(statements, "What to believe"))]


def _pair(place: int, statement: Any) -> tuple[Any, Any]:
    if not (isinstance(statement, (tuple, list)) and len(statement) == 2):
        refuse("KIP_2003", "TypeError", f"Statement {place} is no pair of claim and evidence.", hint="")
    return statement[0], statement[1]
