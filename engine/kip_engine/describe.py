"""DESCRIBE: what a space knows of itself (section 5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kip_cypher.keys import concept_key
from kip_cypher.names import CONCEPT_TYPE, PROPOSITION_TYPE
from kip_cypher.query import Query
from kip_cypher.schema import nearest
from kip_cypher.sight import concept_is_seen
from kip_grammar import ast
from kip_grammar.errors import KipError

from .answers import Answer
from .arguments import limit_value, text_value
from .cursors import make_cursor, read_cursor, statement_digest
from .elements import concept_json, fields_json
from .embedding.selection import search_modes
from .spaces import Space, refresh
from .storage.steps import Program
from .view import PARAMETER, View

KEY_CONCEPTS = 10

NAMES = """
MATCH (n:Concept) WHERE n.space = $space AND n.type = $type AND n.name > $after
RETURN n.name ORDER BY n.name LIMIT $limit
"""
DEFINITION = "MATCH (n:Concept {key: $key}) RETURN n{.*, search_text: null}"
DOMAINS = """
MATCH (n:Concept) WHERE n.space = $space AND n.type = 'Domain'
RETURN n{.*, search_text: null} ORDER BY n.id
"""
DOMAINS_SEEN = DOMAINS.replace("RETURN", f"AND {concept_is_seen('n', '$' + PARAMETER)}\nRETURN")
DOMAIN_MAP = """
MATCH (d:Concept) WHERE d.space = $space AND d.type = 'Domain'
CALL (d) {
  MATCH (d)<-[:belongs_to_domain]-(m:Concept)
  WITH m, COUNT { (m)--() } AS degree ORDER BY degree DESC, m.id
  RETURN count(m) AS members, collect({type: m.type, name: m.name})[..$key_concepts] AS concepts,
    collect(DISTINCT m.type) AS types
}
CALL (d) {
  MATCH (d)<-[:belongs_to_domain]-(m:Concept)<-[:SUBJECT]-(l:Proposition)
  WHERE l.predicate <> 'belongs_to_domain'
  WITH l.predicate AS predicate, count(*) AS uses ORDER BY uses DESC, predicate
  RETURN collect(predicate)[..$key_concepts] AS predicates
}
RETURN d.name, d.description, members, concepts, types, predicates ORDER BY members DESC, d.name
"""
NO_PRIMER: dict[str, Any] = {"identity": None, "domain_map": [], "total_domains": 0}
IDENTITY = ("name", "handle", "persona", "core_mission", "identity_narrative", "capabilities", "person_class")


def run(
    statement: ast.Describe,
    parameters: Mapping[str, Any],
    space: Space,
    *,
    text: str,
    dry_run: bool = False,
    view: View | None = None,
) -> Program[Answer]:
    """Answer a DESCRIBE; of domains, no more than the `view` shows.

    Raises KIP_3002 for an undefined type, KIP_1001 for a bad LIMIT or CURSOR.
    """
    if isinstance(statement, ast.DescribePrimer):
        return Answer(NO_PRIMER) if dry_run else (yield from _primer(space))
    if isinstance(statement, ast.DescribeDomains):
        return Answer([]) if dry_run else (yield from _domains(space, view))
    if isinstance(statement, ast.DescribeType):
        return (yield from _definition(statement, parameters, space, text))
    return (yield from _names(statement, parameters, space, text, dry_run))


def _names(
    statement: ast.DescribeTypes, parameters: Mapping[str, Any], space: Space, text: str, dry_run: bool
) -> Program[Answer]:
    meta_type = CONCEPT_TYPE if statement.kind == "concept" else PROPOSITION_TYPE
    digest = statement_digest(space.name, f"DESCRIBE {meta_type}", {})
    limit = limit_value(statement.limit, parameters, text)
    after = _after(statement, parameters, space, text, digest)
    if dry_run:
        return Answer([])
    asked = {"space": space.name, "type": meta_type, "after": after, "limit": (limit or 2**31 - 2) + 1}
    names = [row[0] for row in (yield Query(NAMES, asked))]
    if limit is None or len(names) <= limit:
        return Answer(names)
    return Answer(names[:limit], make_cursor(space.cursor_secret, digest, [names[limit - 1]]))


def _after(
    statement: ast.DescribeTypes, parameters: Mapping[str, Any], space: Space, text: str, digest: str
) -> str:
    if statement.cursor is None:
        return ""
    token = text_value(statement.cursor, parameters, text, "cursor")
    try:
        return str(read_cursor(space.cursor_secret, digest, token)[0])
    except KipError as error:
        raise error.located(text, statement.cursor.span.start) from None


def _definition(
    statement: ast.DescribeType, parameters: Mapping[str, Any], space: Space, text: str
) -> Program[Answer]:
    name = text_value(statement.name, parameters, text, "type name")
    concepts = statement.kind == "concept"
    meta_type = CONCEPT_TYPE if concepts else PROPOSITION_TYPE
    rows = yield Query(DEFINITION, {"key": concept_key(space.name, meta_type, name)})
    if rows:
        return Answer(concept_json(rows[0][0]))
    known = space.schema.types if concepts else space.schema.predicates
    close = nearest(name, known)
    raise KipError(
        "KIP_3002",
        f"There is no {statement.kind} type {name!r}." + (f" Did you mean {close!r}?" if close else ""),
        hint=f"`DESCRIBE {statement.kind.upper()} TYPES` lists what is defined; names are case-sensitive.",
    ).located(text, statement.name.span.start)


def _domains(space: Space, view: View | None) -> Program[Answer]:
    asked = {"space": space.name}
    if view is None:
        rows = yield Query(DOMAINS, asked)
    else:
        rows = yield Query(DOMAINS_SEEN, {**asked, PARAMETER: view.viewers(space.name)})
    return Answer([concept_json(row[0]) for row in rows])


def _primer(space: Space) -> Program[Answer]:
    yield from refresh(space)
    self_rows = yield Query(DEFINITION, {"key": concept_key(space.name, "Person", "$self")})
    modes = yield from search_modes(space.name)
    domains = yield Query(DOMAIN_MAP, {"space": space.name, "key_concepts": KEY_CONCEPTS})
    return Answer(
        {
            "identity": _identity(self_rows[0][0], modes) if self_rows else None,
            "domain_map": [_domain_summary(row) for row in domains],
            "total_domains": len(domains),
        }
    )


def _identity(properties: Mapping[str, Any], modes: list[str]) -> dict[str, Any]:
    attributes, _ = fields_json(properties)
    summary: dict[str, Any] = {"id": properties["id"], "type": "Person", "name": "$self"}
    summary["attributes"] = {key: attributes[key] for key in IDENTITY if key in attributes}
    summary["search_modes"] = modes
    return summary


def _domain_summary(row: Any) -> dict[str, Any]:
    name, description, members, concepts, types, predicates = row
    return {
        "name": name,
        "description": description,
        "members": members,
        "key_concepts": [dict(concept) for concept in concepts],
        "concept_types": sorted(types),
        "key_propositions": list(predicates),
    }
