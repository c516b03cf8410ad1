"""Patterns that the database can't run safely: RE2 runs them here, over the distinct values they test."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kip_cypher.lowering.context import Probe
from kip_cypher.query import Query
from kip_cypher.regex import search
from kip_grammar.errors import KipError

from .spaces import Space
from .storage.steps import Program

MAX_VALUES = 100_000

CONCEPT_VALUES = """
MATCH (n:Concept) WHERE n.space = $space AND n.type IS NOT NULL AND n[$property] IS :: STRING NOT NULL
RETURN DISTINCT n[$property] LIMIT $limit
"""
LINK_VALUES = """
MATCH (n:Proposition) WHERE n.space = $space AND n.predicate IS NOT NULL
AND n[$property] IS :: STRING NOT NULL
RETURN DISTINCT n[$property] LIMIT $limit
"""


def probe(probes: Sequence[Probe], space: Space) -> Program[dict[str, Any]]:
    """For each probe the values that match its pattern.  Raises KIP_4002 if there are too many to try."""
    found: dict[str, Any] = {}
    for one in probes:
        candidates = yield from _candidates(one, space)
        found[one.name] = [value for value in candidates if search(one.pattern, value)]
    return found


def _candidates(one: Probe, space: Space) -> Program[list[str]]:
    if one.property is None:
        return sorted(space.schema.predicates)
    values: list[str] = []
    for label, text in (("Concept", CONCEPT_VALUES), ("Proposition", LINK_VALUES)):
        if one.label in (None, label):
            parameters = {"space": space.name, "property": one.property, "limit": MAX_VALUES + 1}
            values.extend(row[0] for row in (yield Query(text, parameters)))
    if len(values) > MAX_VALUES:
        raise KipError(
            "KIP_4002",
            f"This REGEX would have to be tried on more than {MAX_VALUES} values.",
            hint="Use STARTS_WITH, CONTAINS or ENDS_WITH, or a pattern without groups and with at most one "
            "`*` or `+` after a `^`: such patterns run inside the database.",
        )
    return values
