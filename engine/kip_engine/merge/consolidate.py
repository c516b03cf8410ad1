"""One concept taken in by another, inside a write transaction."""

from __future__ import annotations

from kip_cypher.names import META_TYPES
from kip_cypher.query import Query
from kip_engine.delete.cascade import DELETE_LINKS, ROOTS_AND_LINKS_ON_THEM
from kip_engine.overtaken import Overtaken
from kip_engine.storage.steps import Body
from kip_engine.upsert.apply import timestamp
from kip_engine.upsert.flush import flush
from kip_engine.upsert.load import LOCK_WHOLE
from kip_engine.upsert.state import Element, Properties, State

from . import complaints
from .candidates import Candidate
from .fill import fill_concept, fill_link
from .links import Links
from .repoint import redraw, trace
from .result import Merged

USES = """
RETURN EXISTS { MATCH (n:Concept) WHERE n.space = $space AND n.type = $name }
    OR EXISTS { MATCH (n:Proposition) WHERE n.space = $space AND n.predicate = $name }
"""
ERASE_CONCEPT = """
MATCH (n:Concept) WHERE elementId(n) = $node
OPTIONAL MATCH (embedding:Embedding)-[:OF]->(n)
DETACH DELETE embedding
DELETE n
"""
# What the engine has learned of this one element goes with it, instead of being said of another.
FORGET = f"""
MATCH (n:Concept) WHERE elementId(n) = $node
MATCH (n)<-[:SUBJECT|OBJECT]-(link:Proposition) WHERE link._dies
WITH collect(DISTINCT link) AS roots
{ROOTS_AND_LINKS_ON_THEM}
{DELETE_LINKS}
RETURN deleted
"""


def check_unused(space: str, source: Candidate) -> Body[None]:
    """Raises KIP_2002 if `source` defines a type or predicate that has instances."""
    if source.kind in META_TYPES and (yield Query(USES, {"space": space, "name": source.name}))[0][0]:
        raise complaints.in_use(source)


def consolidate(space: str, source: Candidate, target: Candidate) -> Body[Merged]:
    """Merge `source` into `target`.  Raises Overtaken if another writer changes what is being merged."""
    now = timestamp()
    elements = yield from _lock({source.id: source.node, target.id: target.node})
    yield Query(FORGET, {"node": source.node})
    links = Links(space)
    links.nodes.update({source.id: source.node, target.id: target.node})
    yield from trace(links, source.id, target.id)
    state = yield from _filled_links(links, now)
    filled = fill_concept(elements[target.id], elements[source.id], now)
    state.by_id[target.id] = elements[target.id]
    yield from redraw(links, now)
    yield from flush(state)
    yield Query(ERASE_CONCEPT, {"node": source.node})
    return Merged(len(links.moved()), len(links.dropped), filled)


def _filled_links(links: Links, now: str) -> Body[State]:
    """The links that stay in place of others, with what they take over from them."""
    state = State()
    if links.dropped:
        involved = links.dropped.keys() | set(links.dropped.values())
        elements = yield from _lock({identity: links.nodes[identity] for identity in involved})
        state.by_id.update(elements)
        for dropped, survivor in links.dropped.items():
            element = elements[survivor]
            moved = links.by_id[survivor].moved
            stamp = {} if moved else {"_version": element.version + 1, "_updated_at": now}
            fill_link(element, elements[dropped], stamp)
        for dropped in links.dropped:
            del state.by_id[dropped]
    return state


def _lock(nodes: dict[str, str]) -> Body[dict[str, Element]]:
    """The elements read whole, by id, and locked in the order of their ids."""
    rows = yield Query(LOCK_WHOLE, {"nodes": [nodes[identity] for identity in sorted(nodes)]})
    elements = {identity: _element(nodes[identity], properties) for identity, properties in rows if identity}
    if elements.keys() != nodes.keys():
        raise Overtaken
    return elements


def _element(node: str, properties: Properties) -> Element:
    kind = properties.get("type") or properties["predicate"]
    element = Element(properties["id"], kind, 0, node, properties.get("name"))
    element.fill(properties)
    return element
