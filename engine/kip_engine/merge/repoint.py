"""Finds the links that a MERGE touches and draws them anew: two reads a level, then one query of each kind.

Nodes are deleted without DETACH on purpose: a relationship that another writer has added meanwhile makes the
deletion fail and the transaction start over, instead of leaving a link without an end.
"""

from __future__ import annotations

from kip_cypher.names import label
from kip_cypher.query import Query
from kip_engine.overtaken import Overtaken
from kip_engine.storage.steps import Body

from .links import Link, Links

LOCK_REFERRERS = """
UNWIND $nodes AS node
MATCH (end)<-[:SUBJECT|OBJECT]-(link:Proposition) WHERE elementId(end) = node
WITH DISTINCT link ORDER BY link.id
REMOVE link._lock
WITH link
MATCH (s)<-[:SUBJECT]-(link)-[:OBJECT]->(o)
RETURN elementId(link), link.id, link.predicate, s.id, elementId(s), o.id, elementId(o)
"""
FIND_OCCUPANTS = """
UNWIND $keys AS key
MATCH (link:Proposition {key: key})
MATCH (s)<-[:SUBJECT]-(link)-[:OBJECT]->(o)
RETURN key, elementId(link), link.id, link.predicate, s.id, elementId(s), o.id, elementId(o)
"""
REDRAW = """
UNWIND $rows AS row
MATCH (link:Proposition) WHERE elementId(link) = row.node
MATCH (s) WHERE elementId(s) = row.subject
MATCH (o) WHERE elementId(o) = row.object
MATCH (old_subject)<-[subject:SUBJECT]-(link)-[object:OBJECT]->(old_object)
MATCH (old_subject)-[thin {id: link.id}]->(old_object)
SET link.subject = s.id, link.object = o.id, link.key = row.key,
  link._version = link._version + 1, link._updated_at = $now
DELETE subject, object, thin
CREATE (s)<-[:SUBJECT]-(link)-[:OBJECT]->(o)
CREATE (s)-[:$(row.label) {id: link.id}]->(o)
RETURN count(*)
"""
ERASE_LINKS = """
UNWIND $nodes AS node
MATCH (s)<-[subject:SUBJECT]-(link:Proposition)-[object:OBJECT]->(o) WHERE elementId(link) = node
MATCH (s)-[thin {id: link.id}]->(o)
OPTIONAL MATCH (embedding:Embedding)-[of:OF]->(link)
DELETE subject, object, thin, of, embedding, link
"""


def trace(links: Links, source: str, target: str) -> Body[None]:
    """Load into `links`, which knows both nodes, the links that change with `target` in `source`'s place."""
    replaced = {source: target}
    while replaced:
        nodes = [links.nodes[identity] for identity in replaced]
        for row in (yield Query(LOCK_REFERRERS, {"nodes": nodes})):
            links.add(row)
        changed = links.rewrite(replaced)
        occupants = (yield Query(FIND_OCCUPANTS, {"keys": list(changed)})) if changed else ()
        replaced = links.settle(changed, occupants)


def redraw(links: Links, now: str) -> Body[None]:
    """Write the links that moved and remove the ones that were dropped."""
    rows = [_row(links, link) for link in links.moved()]
    if rows:
        redrawn = (yield Query(REDRAW, {"rows": rows, "now": now}))[0][0]
        if redrawn != len(rows):
            raise Overtaken
    if links.dropped:
        yield Query(ERASE_LINKS, {"nodes": [links.nodes[identity] for identity in links.dropped]})


def _row(links: Links, link: Link) -> dict[str, str]:
    return {
        "node": link.node,
        "label": label(link.predicate),
        "key": links.key(link),
        "subject": links.nodes[link.subject],
        "object": links.nodes[link.object],
    }
