"""Checks of what names an element: ids, type names and names."""

from __future__ import annotations

import re
from typing import Any

from kip_grammar.errors import KipError

CONCEPT_ID = re.compile(r"C:[A-Za-z0-9]{1,64}\Z")
LINK_ID = re.compile(r"P:[A-Za-z0-9]{1,64}:[A-Za-z_][A-Za-z0-9_]*\Z")


def check_text(value: Any, what: str, text: str, position: int) -> str:
    """`value` if it is a string that can name something; KIP_1001 otherwise (null never widens a match)."""
    if isinstance(value, str):
        return value
    shown = "null" if value is None else type(value).__name__
    raise KipError(
        "KIP_1001",
        f"A {what} must be a string, not {shown}.",
        hint="Leave the key out to match any; a placeholder there needs a string parameter.",
    ).located(text, position)


def check_id(value: Any, text: str, position: int) -> str:
    """`value` if it has the form of an element id; KIP_1001 otherwise."""
    identity = check_text(value, "id", text, position)
    if CONCEPT_ID.match(identity) or LINK_ID.match(identity):
        return identity
    raise KipError(
        "KIP_1001",
        f"{identity[:60]!r} is no element id.",
        hint="Ids look like C:… (concepts) and P:…:predicate (links); take them from an earlier answer, "
        "or match by {type, name} instead.",
    ).located(text, position)
