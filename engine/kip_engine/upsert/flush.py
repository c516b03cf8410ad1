"""Writes what the operations left in memory: a handful of queries, however many elements.

Labels and relationship types are dynamic, so the texts are constant; ends are found by Neo4j's element ids,
which need no index and serve concepts and links alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kip_cypher import names
from kip_cypher.query import Query
from kip_engine.embedding.writing import STALE, attach, text_digest
from kip_engine.overtaken import Overtaken
from kip_engine.search.text import stored_text
from kip_engine.storage.steps import Body

from .state import Element, State

CREATE_CONCEPTS = """
UNWIND $rows AS row
CREATE (n:Concept:$(row.label)) SET n = row.properties
RETURN n.id, elementId(n)
"""
UPDATE_ELEMENTS = f"""
UNWIND $rows AS row
MATCH (n) WHERE elementId(n) = row.node
SET n += row.changes
WITH n, row.digest AS digest WHERE digest IS NOT NULL
{STALE}
WITH n WHERE NOT EXISTS {{ (n)<-[:OF]-(:Embedding) }}
RETURN n.id
"""
CREATE_LINKS = """
UNWIND $rows AS row
MATCH (s) WHERE elementId(s) = row.subject
MATCH (o) WHERE elementId(o) = row.object
CREATE (s)<-[:SUBJECT]-(n:Proposition:$(row.label))-[:OBJECT]->(o) SET n = row.properties
CREATE (s)-[:$(row.label) {id: n.id}]->(o)
RETURN n.id, elementId(n)
"""


def flush(state: State) -> Body[None]:
    """Write the created and changed elements of `state`.  Raises Overtaken if an end of a link vanished."""
    concepts, levels = split(state.created())
    if concepts:
        _place(state, (yield Query(CREATE_CONCEPTS, {"rows": [new_row(element) for element in concepts]})))
    changed = sorted(state.changed(), key=lambda element: element.id)
    pending = list(concepts)
    if changed:
        found = yield Query(UPDATE_ELEMENTS, {"rows": [_change(element) for element in changed]})
        pending += [state.by_id[identity] for (identity,) in found]
    for links in levels:
        _place(state, (yield Query(CREATE_LINKS, {"rows": [_link_row(element) for element in links]})))
        if any(link.node is None for link in links):
            raise Overtaken
        pending += links
    yield from attach((str(element.node), element.properties) for element in pending)


def split(created: Iterable[Element]) -> tuple[list[Element], list[list[Element]]]:
    """New concepts, and new links by level: a link comes after the new links at its ends.

    Concepts are sorted by key, so that writers who make the same ones meet at the first, not in a deadlock.
    """
    concepts: list[Element] = []
    levels: list[list[Element]] = []
    level_of: dict[str, int] = {}
    for element in created:
        if element.ends is None:
            concepts.append(element)
            continue
        level = max(level_of.get(end.id, 0) for end in element.ends)
        level_of[element.id] = level + 1
        if level == len(levels):
            levels.append([])
        levels[level].append(element)
    for links in levels:
        links.sort(key=_key)
    return sorted(concepts, key=_key), levels


def new_row(element: Element) -> dict[str, Any]:
    """What a create query needs of `element`: its label and properties, `search_text` included."""
    searchable = {**element.properties, "search_text": stored_text(element.properties)}
    return {"label": names.label(element.kind), "properties": searchable}


def _link_row(element: Element) -> dict[str, Any]:
    assert element.ends is not None
    subject, target = element.ends
    return {**new_row(element), "subject": subject.node, "object": target.node}


def _change(element: Element) -> dict[str, Any]:
    changes = element.pending
    if all(name.startswith(("m_", "_")) for name in changes):
        return {"node": element.node, "changes": changes, "digest": None}
    changes = {**changes, "search_text": stored_text(element.properties)}
    return {"node": element.node, "changes": changes, "digest": text_digest(element.properties)}


def _place(state: State, rows: Iterable[Any]) -> None:
    for element_id, node in rows:
        state.by_id[element_id].node = node


def _key(element: Element) -> str:
    return str(element.properties["key"])
