"""Elements that a statement names by id must exist (spec row 7: KIP_3002)."""

from __future__ import annotations

from collections.abc import Sequence

from kip_cypher.identity import check_id
from kip_cypher.plan import Reference
from kip_cypher.query import Query
from kip_cypher.sources import Environment
from kip_grammar.errors import KipError

from .storage.steps import Program

FIND_IDS = """
UNWIND $ids AS id
OPTIONAL MATCH (c:Concept {id: id, space: $space})
OPTIONAL MATCH (p:Proposition {id: id, space: $space})
RETURN c IS NOT NULL, p IS NOT NULL
"""


def check(references: Sequence[Reference], environment: Environment, text: str) -> Program[None]:
    """Raises KIP_1001 for what is no id, KIP_3002 at the first id of no concept or no link."""
    if not references:
        return
    ids = [check_id(r.id.value(environment), text, r.position) for r in references]
    rows = yield Query(FIND_IDS, {"ids": ids, "space": environment.space})
    for reference, identity, (is_concept, is_link) in zip(references, ids, rows, strict=True):
        if not (is_concept if reference.kind == "concept" else is_link):
            raise _missing(reference, identity, is_concept or is_link).located(text, reference.position)


def _missing(reference: Reference, identity: str, is_other: bool) -> KipError:
    if is_other:
        other = '(id: "…")' if reference.kind == "concept" else '{id: "…"}'
        hint = f"The id belongs to the other kind of element: match it by {other}."
    else:
        hint = "It may have been deleted; find it again by SEARCH, or match by {type, name}."
    return KipError("KIP_3002", f"There is no {reference.kind} with id {identity!r}.", hint=hint)
