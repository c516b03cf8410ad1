"""The Cypher of SEARCH within a view: the queries of `queries`, with sight before every count and cut.

What isn't seen takes no place among those counted, proposed and fetched, so that it leaves no trace in hits,
scores or their order.  Lucene's lists are read `DEEP` at most, lazily, as far as they are needed.
"""

from __future__ import annotations

from typing import Any

from kip_cypher.sight import concept_is_seen, link_is_seen
from kip_engine.view import PARAMETER, View

DEEP = 20_000

_VIEWERS = f"${PARAMETER}"
_A_CONCEPT = f"{concept_is_seen('node', _VIEWERS)} AND NOT node.type STARTS WITH '$'"
_A_LINK = link_is_seen("node", _VIEWERS)
_THE_LINK = link_is_seen("link", _VIEWERS)
_BY_TEXT = """
CALL () {
  UNWIND $counted AS term
  CALL (term) {
    CALL db.index.fulltext.queryNodes($index, term, {limit: $deep}) YIELD node, score
    WITH node WHERE <seen> LIMIT $cap
    RETURN count(*) AS frequency
  }
  RETURN collect(frequency) AS frequencies
}
CALL () {
  CALL db.index.fulltext.queryNodes($index, $wanted, {limit: $deep}) YIELD node, score
  WITH node, score WHERE node.space = $space AND <seen>
  WITH node, score LIMIT $pool
  WITH node, score ORDER BY score DESC, node.id LIMIT $fetch
  RETURN collect(properties(node)) AS candidates
}"""

CONCEPTS = (
    _BY_TEXT.replace("<seen>", _A_CONCEPT)
    + """
RETURN frequencies, candidates, [] AS described, [] AS ends
"""
)
# An end counts as far as links on it are seen: one that isn't seen by itself may be of a link that is.
PROPOSITIONS = (
    _BY_TEXT.replace("<seen>", _A_LINK)
    + """
CALL () {
  CALL db.index.fulltext.queryNodes($concepts, $defined, {limit: $definitions}) YIELD node AS definition
  WHERE definition.space = $space AND coalesce(definition.name = $kind, true)
  CALL (definition) {
    MATCH (link:Proposition) WHERE link.space = $space AND link.predicate = definition.name AND <seen>
    WITH link LIMIT $pool
    WITH link ORDER BY link.id LIMIT $limit
    RETURN collect(properties(link)) AS links
  }
  RETURN collect([coalesce(definition.description, ""), links]) AS described
}
CALL () {
  CALL db.index.fulltext.queryNodes($concepts, $named, {limit: $deep}) YIELD node AS end
  WHERE end.space = $space
  CALL (end) {
    MATCH (end)<-[:SUBJECT|OBJECT]-(link:Proposition)
    WHERE coalesce(link.predicate = $kind, true) AND <seen>
    WITH DISTINCT link LIMIT $pool
    WITH link ORDER BY link.id LIMIT $limit
    RETURN collect(properties(link)) AS links
  }
  WITH end, links WHERE size(links) > 0
  WITH end, links LIMIT $most_ends
  RETURN collect([end.search_text, links]) AS ends
}
RETURN frequencies, candidates, described, ends
""".replace("<seen>", _THE_LINK)
)


def parameters(view: View, space: str) -> dict[str, Any]:
    """What these queries need besides."""
    return {"deep": DEEP, PARAMETER: view.viewers(space)}
