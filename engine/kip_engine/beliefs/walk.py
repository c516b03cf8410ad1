"""Whether citing a source would launder (specification of beliefs, section 6).

A source does not launder for a belief if a *base* (what is no belief that the caller sees) can be reached
from it along grounding evidence without passing through that belief.  One breadth-first expansion finds it,
visiting each node once, and stops at the first.
"""

from __future__ import annotations

from typing import Final

from kip_cypher.query import Query
from kip_engine.secrets import mask_text
from kip_engine.storage.steps import Program

from . import malformed
from .access import VISIBLE, View
from .arguments import text
from .vocabulary import source_key

# From `source`, a map of `key` and `id`, the id `me` and the scopes `visible`: `found`, the KIP id of its
# node; `resolves`, whether the caller sees something there; `launders`; and `malformed`, the complaint about
# a record that can't be walked over.
#
# The conditions are on the nodes, so that the expansion is one of the pruning kind.
JUDGE_SOURCE: Final = """
CALL (source, me, visible) {
  OPTIONAL MATCH (cited:Concept {key: source.key})
  CALL (cited, me, visible) {
    MATCH (cited)
      ((a)-[:is_belief|has_evidence|cites_source]->
       (b WHERE b.grounding OR b.source_id <> me OR (b:Belief AND b.scope IN visible)))*
      (reached)
    WITH DISTINCT reached, visible
    WHERE reached._malformed IS NOT NULL
    OR (reached:BeliefSource AND NOT EXISTS {
      (reached)-[:is_belief]->(belief) WHERE belief.scope IN visible
    })
    WITH reached LIMIT 1
    RETURN count(reached) > 0 AS ended, min(reached._malformed) AS malformed
  }
  RETURN cited.id AS found,
    source.id <> '' AND coalesce(
      cited.scope IN visible OR EXISTS { (cited)-[:is_belief]->(belief) WHERE belief.scope IN visible }, false
    ) AS resolves,
    source.id = me OR (cited IS NOT NULL AND NOT ended) AS launders,
    CASE WHEN source.id = me THEN null ELSE malformed END AS malformed
}
"""
LAUNDERS: Final = (
    VISIBLE
    + "WITH visible, $source AS source, $me AS me"
    + JUDGE_SOURCE
    + "RETURN resolves, launders, malformed"
)


def launders(view: View, source_id: str, belief_id: str) -> Program[bool]:
    """Whether citing `source_id` for the belief `belief_id` would launder, as `view` has it: one statement.

    Raises KIP_2002 for a malformed record that the walk meets.
    """
    [(_, verdict, complaint)] = yield _query(view, source_id, text(belief_id, "A belief's id"))
    malformed.check(complaint)
    return bool(verdict)


def resolves(view: View, source_id: str) -> Program[bool]:
    """Whether there is something under `source_id` that `view` sees."""
    [(verdict, *_)] = yield _query(view, source_id, "")
    return bool(verdict)


def _query(view: View, source_id: str, me: str) -> Query:
    stored_id = mask_text(text(source_id, "A source's id"))
    source = {"key": source_key(view.space, stored_id), "id": stored_id}
    return Query(LAUNDERS, {**view.parameters(), "source": source, "me": me})
