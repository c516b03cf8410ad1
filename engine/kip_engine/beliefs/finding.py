"""The Cypher of retrieval: everything in a small scope, proposals and the most credible in a large one.

One row: `many`, whether the scope is large; `few`, all beliefs of a small one, in store order;
`frequencies`, how many beliefs hold each word asked for; of a large one the beliefs `proposed` by words,
and the most `credible`.
"""

from __future__ import annotations

from typing import Any, Final

from kip_cypher.query import Query
from kip_engine.search import lucene, terms
from kip_engine.search.question import COUNT_CAP, Question, ask, proposals

from .access import View
from .relevance import LEXICAL_LIMIT
from .stored import READ_BELIEF
from .vocabulary import BELIEF, SOURCE

LEAST_POOL: Final = 1_000
PER_BELIEF: Final = 8
"""Proposals looked at for each one fetched."""

# Proposals of equal words differ in credence: many are looked at, and the best by both fetched.
_FIND: Final = (
    """
CALL () {
  MATCH (item:Concept) WHERE <item>
  WITH item LIMIT $few
  RETURN count(item) = $few AS many
}
CALL (many) {
  UNWIND CASE WHEN many THEN [] ELSE [true] END AS _
  MATCH (belief:<label>) WHERE <belief> AND belief._order IS NOT NULL AND belief._aside IS NULL
  WITH belief ORDER BY belief._order
  RETURN collect([belief._raw, """
    + READ_BELIEF
    + """]) AS few
}
CALL (many) {
  UNWIND CASE WHEN many THEN $counted ELSE [] END AS term
  CALL (term) {
    CALL db.index.fulltext.queryNodes($index, term, {limit: $cap}) YIELD score
    RETURN count(*) AS frequency
  }
  RETURN collect(frequency) AS frequencies
}
CALL (many) {
  UNWIND CASE WHEN many THEN $wanted ELSE [] END AS wanted
  CALL db.index.fulltext.queryNodes($index, wanted, {limit: $pool}) YIELD node AS belief, score
  WHERE <belief> AND belief._aside IS NULL AND belief.credence >= $least
  WITH belief ORDER BY score * belief.credence DESC, belief._order LIMIT $fetch
  RETURN collect([belief.id, belief.credence, belief._order, <words>]) AS proposed
}
CALL (many) {
  UNWIND CASE WHEN many THEN [true] ELSE [] END AS _
  CALL () {
    MATCH (belief:<label>) WHERE <belief> AND belief.credence >= $least AND belief._aside IS NULL
    RETURN belief ORDER BY <leading>belief.credence DESC LIMIT $fetch
  }
  RETURN collect([belief.id, belief.credence, belief._order]) AS credible
}
RETURN many, few, frequencies, proposed, credible
"""
)
_COUNT: Final = """
MATCH (belief:<label>) WHERE <belief> AND belief.credence >= $least AND belief._aside IS NULL
RETURN count(belief)
"""


def _in_one_scope(text: str) -> str:
    return (
        text.replace("<item>", "item._text_in = $scope")
        .replace("<label>", "Belief")
        .replace("<leading>", "belief._scope DESC, ")  # the index's own order
        .replace("<belief>", "belief._scope = $scope")
        .replace("<words>", "belief._words")
    )


def _in_all_scopes(text: str) -> str:
    return (
        text.replace("<item>", "item.space = $space AND item.type IN $types AND item._text_in IS NOT NULL")
        .replace("<label>", "Concept")
        .replace("<leading>", "")
        .replace("<belief>", "belief.space = $space AND belief.type = 'Belief'")
        .replace("<words>", "belief.search_text")
    )


FIND: Final = {False: _in_one_scope(_FIND), True: _in_all_scopes(_FIND)}
COUNT: Final = {False: _in_one_scope(_COUNT), True: _in_all_scopes(_COUNT)}


def question(view: View, query: str) -> Question:
    """What `query` asks of a scope, in the language of its own words."""
    return ask(view.space if view.digest is None else view.digest, query)


def find(view: View, asked: Question, least: float, fetch: int) -> Query:
    """The statement that fetches up to `fetch` beliefs for `asked` with a credence of at least `least`."""
    wanted = proposals(asked, heads=True, bodies=True) if asked.words else ""
    if view.scope is None and wanted:
        wanted = lucene.within(terms.whole(asked.prefix, terms.KIND, BELIEF), wanted)
    parameters: dict[str, Any] = {
        "space": view.space,
        "scope": view.digest,
        "types": [BELIEF, SOURCE],
        "few": LEXICAL_LIMIT,
        "index": "kip_concept_text" if view.scope is None else "kip_belief_words",
        "counted": asked.counted(),
        "wanted": [wanted] if wanted else [],
        "cap": COUNT_CAP,
        "pool": max(LEAST_POOL, fetch * PER_BELIEF),
        "least": least,
        "fetch": fetch,
    }
    return Query(FIND[view.scope is None], parameters)


def count(view: View, least: float) -> Query:
    """The statement that counts the beliefs with a credence of at least `least`."""
    return Query(COUNT[view.scope is None], {"space": view.space, "scope": view.digest, "least": least})
