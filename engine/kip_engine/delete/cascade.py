"""Deletes links with every link on them, and what is drawn for them: a few queries' text, no DETACH.

Nodes are deleted without DETACH on purpose: a relationship that another writer has added meanwhile makes the
deletion fail and the transaction start over, instead of leaving a link without an end.

DISTINCT over the far end lets the database prune: it meets each link once, however many ways lead to it.
"""

from __future__ import annotations

# From `roots`, a list of elements, to `links`: the links on them, the links on those, and so on.
LINKS_ON_ROOTS = """
CALL (roots) {
  UNWIND roots AS root
  MATCH (root)<-[:SUBJECT|OBJECT*1..]-(link)
  WITH DISTINCT link
  RETURN collect(link) AS links
}
"""
# The same with the roots, links themselves, among the links.
ROOTS_AND_LINKS_ON_THEM = """
CALL (roots) {
  UNWIND roots AS root
  MATCH (root)<-[:SUBJECT|OBJECT*0..]-(link)
  WITH DISTINCT link
  RETURN collect(link) AS links
}
"""
# From `links` to `deleted`, how many were still there.
DELETE_LINKS = """
FOREACH (link IN links | REMOVE link._lock)
WITH *
CALL (links) {
  UNWIND links AS link
  MATCH (s)<-[subject:SUBJECT]-(link)-[object:OBJECT]->(o)
  OPTIONAL MATCH (s)-[thin {id: link.id}]->(o)
  OPTIONAL MATCH (embedding:Embedding)-[of:OF]->(link)
  DELETE subject, object, thin, of, embedding, link
  RETURN count(DISTINCT link) AS deleted
}
"""
