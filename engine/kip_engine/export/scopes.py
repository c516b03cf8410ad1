"""What a whole capsule is made of: the results of a statement, a domain, or a whole space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from kip_cypher.keys import concept_key
from kip_cypher.query import Query
from kip_engine.spaces import Space
from kip_engine.statements import Prepared
from kip_engine.storage.steps import Program
from kip_engine.targets import select
from kip_grammar import ast
from kip_grammar.errors import KipError

from .page import Selected

WHOLE_SPACE = """
CALL () {
  MATCH (target:Concept) WHERE target.space = $space AND target.type IS NOT NULL RETURN target
  UNION ALL
  MATCH (target:Proposition) WHERE target.space = $space AND target.predicate IS NOT NULL RETURN target
}
"""
# The domain, its members, how they belong to it and what links them, and all definitions that this needs.
DOMAIN = """
MATCH (domain:Concept {key: $domain_key})
CALL (domain) {
  RETURN domain AS element
  UNION
  MATCH (element:Concept)-[:belongs_to_domain]->(domain) RETURN element
  UNION
  MATCH (domain)<-[:OBJECT]-(element:belongs_to_domain)-[:SUBJECT]->(:Concept) RETURN element
  UNION
  MATCH (domain)<-[:belongs_to_domain]-(:Concept)<-[:SUBJECT]-(element:Proposition)-[:OBJECT]->(end:Concept)
  WHERE EXISTS { (end)-[:belongs_to_domain]->(domain) }
  RETURN element
}
WITH collect(element) AS elements
WITH elements, COLLECT {
  UNWIND elements AS element
  RETURN DISTINCT coalesce(element.type, element.predicate)
} AS names
CALL (elements, names) {
  UNWIND elements AS target RETURN target
  UNION
  MATCH (target:Concept) WHERE target.space = $space AND target.type IN ['$ConceptType', '$PropositionType']
  AND target.name IN names
  RETURN target
}
"""
FIND_DOMAIN = "MATCH (domain:Concept {key: $key}) RETURN count(domain)"


@dataclass(frozen=True, slots=True)
class Fixed:
    """A selection by a text of ours."""

    text: str
    parameters: Mapping[str, Any]

    def query(self, tail: str, parameters: Mapping[str, Any]) -> Query:
        return Query(self.text + tail, {**self.parameters, **parameters})


Scope: TypeAlias = Program[Selected]
"""A program that finds out what to export."""


def whole_space(space: Space) -> Scope:
    """Everything in `space`."""
    yield from ()
    return Fixed(WHOLE_SPACE, {"space": space.name})


def domain(name: str, space: Space) -> Scope:
    """A domain with its members and the links among them, definitions included.  Raises KIP_3002."""
    key = concept_key(space.name, "Domain", name)
    if not (yield Query(FIND_DOMAIN, {"key": key}))[0][0]:
        raise KipError(
            "KIP_3002", f"There is no domain {name!r}.", hint="DESCRIBE DOMAINS lists those that exist."
        )
    return Fixed(DOMAIN, {"space": space.name, "domain_key": key})


def statement(prepared: Prepared, parameters: Mapping[str, Any], space: Space) -> Scope:
    """All that an EXPORT statement selects, whatever its LIMIT and CURSOR.

    Raises what running the statement raises, and KIP_1001 for any other statement.
    """
    export = prepared.statement
    if not isinstance(export, ast.Export):
        raise KipError(
            "KIP_1001",
            "Only an EXPORT statement says what to export.",
            hint="Write EXPORT ?x WHERE { … }; leave it out to export the whole memory.",
        ).located(prepared.text, export.span.start)
    prepared.check_parameters(parameters)
    return (yield from select(prepared, export.target, parameters, space))
