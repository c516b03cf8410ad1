"""From the texts of literals to Python values, within the ranges KIP has."""

from __future__ import annotations

import json
import math

from kip_grammar.faults import Fault

_INT64 = range(-(2**63), 2**63)
_INT64_DIGITS = 20


def string_value(text: str) -> str:
    """The value of a string literal.  Lone surrogates and NUL stay in: the engine refuses them by name."""
    if "\\" not in text:
        return text[1:-1]
    value: str = json.loads(text)
    return value


def number_value(text: str, offset: int) -> int | float:
    """The value of a number literal at `offset`: an int without fraction and exponent, else a float."""
    if "." in text or "e" in text or "E" in text:
        return _float(text, offset)
    if len(text) > _INT64_DIGITS or int(text) not in _INT64:
        raise Fault(offset, f"the integer {_short(text)} is outside the 64-bit range", _AS_STRING)
    return int(text)


def _float(text: str, offset: int) -> float:
    value = float(text)
    if math.isinf(value):
        raise Fault(offset, f"the number {_short(text)} is too large for a 64-bit float", _AS_STRING)
    return value


def _short(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:20]}…"


_AS_STRING = "Write it as a string if all of its digits matter."
