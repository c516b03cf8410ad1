"""DELETE CONCEPT … DETACH."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kip_cypher.keys import concept_key
from kip_cypher.names import CONCEPT_TYPE, META_TYPES
from kip_cypher.query import Query
from kip_engine.spaces import Space
from kip_engine.storage.steps import Body
from kip_engine.update.protection import REFUSED, check, keys_of_deletion
from kip_grammar import ast
from kip_grammar.errors import KipError

from .call import Call
from .cascade import DELETE_LINKS, LINKS_ON_ROOTS

ROOTS = f"""
WITH collect(CASE WHEN target:Concept AND target['id'] IS NOT NULL THEN target END) AS roots,
  {REFUSED}
WITH roots, found, size(roots) AS concepts,
  [root IN roots WHERE root.type IN $meta_types | [root.type, root.name]] AS definitions
"""
DELETE_ROOTS = """
CALL (roots) {
  UNWIND roots AS root
  OPTIONAL MATCH (embedding:Embedding)-[of:OF]->(root)
  DELETE of, embedding, root
}
"""
COUNTS = "RETURN concepts, deleted, found, definitions"
DELETE = ROOTS + LINKS_ON_ROOTS + DELETE_LINKS + DELETE_ROOTS + COUNTS
LOOK = ROOTS + "RETURN concepts, 0 AS deleted, found, [] AS definitions"
EXISTS = "RETURN EXISTS { MATCH (n:Concept {key: $key}) }"


@dataclass(frozen=True, slots=True)
class Deleted:
    """What is answered, and the (meta-type, name) of definitions that are gone."""

    counts: dict[str, int]
    definitions: Sequence[tuple[str, str]] = ()

    def to_dict(self) -> dict[str, int]:
        """What the statement answers."""
        return self.counts


def delete_concepts(call: Call) -> Body[Deleted]:
    """Delete the target concepts with all links on them.  Raises KIP_3002 and KIP_3004."""
    parameters = {"protected": keys_of_deletion(call.space), "meta_types": list(META_TYPES)}
    query = call.locked(DELETE, parameters) if call.write else call.unlocked(LOOK, parameters)
    concepts, links, found, definitions = (yield query)[0]
    check(found)
    if not concepts:
        yield from _check_named(call)
    if not call.write:
        return Deleted({"deleted_concepts": 0, "deleted_propositions": 0})
    return Deleted({"deleted_concepts": concepts, "deleted_propositions": links}, definitions)


def forget(space: Space, definitions: Sequence[Sequence[str]]) -> None:
    """Take deleted definitions out of what is known of `space`."""
    types = [name for meta_type, name in definitions if meta_type == CONCEPT_TYPE]
    predicates = [name for meta_type, name in definitions if meta_type != CONCEPT_TYPE]
    if definitions:
        space.forget(types, predicates)


def _check_named(call: Call) -> Body[None]:
    """Where nothing was matched: the concepts that the target's own clauses name must exist."""
    for clause in call.where:
        if isinstance(clause, ast.ConceptClause) and clause.variable == call.target:
            yield from _check_clause(call, clause)


def _check_clause(call: Call, clause: ast.ConceptClause) -> Body[None]:
    type_name, name = (_value(call, node) for node in (clause.matcher.type, clause.matcher.name))
    if type_name is None or name is None:
        return
    key = concept_key(call.space, type_name, name)
    if not (yield Query(EXISTS, {"key": key}))[0][0]:
        raise KipError(
            "KIP_3002",
            f'There is no concept {{type: "{type_name}", name: "{name}"}} to delete.',
            hint="It may be gone already; find its exact name with SEARCH.",
        ).located(call.text, clause.matcher.span.start)


def _value(call: Call, node: ast.Literal | ast.Parameter | None) -> Any:
    if isinstance(node, ast.Parameter):
        return call.selection.environment.parameters[node.name]
    return None if node is None else node.value
