"""Reads what a plan refers to: one query for concepts and ids, one per level of links, one to lock.

Elements are found in queries that only read: a unique index that is searched in a writing query locks the
entry searched for, and two creators of one name would then end in a deadlock instead of one after the other.
What an operation may change, or whose version it guards, is locked and then read whole, so that the version
read is the version changed.
"""

from __future__ import annotations

from collections.abc import Iterable

from kip_cypher import keys
from kip_cypher.query import Query
from kip_engine.overtaken import Overtaken
from kip_engine.storage.steps import Body

from .operations import Plan
from .state import Element, Properties, State, found
from .wanted import Wanted

FIND_ELEMENTS = """
CALL () {
  UNWIND $concept_keys AS key MATCH (n:Concept {key: key}) RETURN n
  UNION ALL
  UNWIND $concept_ids AS id MATCH (n:Concept {id: id}) WHERE n.space = $space RETURN n
  UNION ALL
  UNWIND $link_keys AS key MATCH (n:Proposition {key: key}) RETURN n
  UNION ALL
  UNWIND $link_ids AS id MATCH (n:Proposition {id: id}) WHERE n.space = $space RETURN n
}
RETURN elementId(n), n.id, n.key, coalesce(n.type, n.predicate), n.name, n.subject, n.object, n._owner
"""
READ_WHOLE = """
UNWIND $nodes AS node
MATCH (n) WHERE elementId(n) = node
RETURN n.id, properties(n)
"""
# A lock is taken by removing a property that is never there.
LOCK_WHOLE = """
UNWIND $nodes AS node
MATCH (n) WHERE elementId(n) = node
REMOVE n._lock
RETURN n.id, properties(n)
"""


def load(plan: Plan, space: str, *, lock: bool) -> Body[State]:
    """The state that `plan` runs on; with `lock`, locked against other writers until the transaction ends.

    Raises Overtaken if another writer deletes or moves an element between its being found and being locked.
    """
    wanted = Wanted(plan, space)
    state = yield from _find(wanted, space)
    whole = set(wanted.whole(state))
    if whole:
        yield from _read(whole, lock)
    return state


def _find(wanted: Wanted, space: str) -> Body[State]:
    state = State()
    _add(state, (yield _query(space, wanted.concept_keys, wanted.concept_ids, (), wanted.link_ids)))
    for depth in sorted(wanted.links):
        triples = filter(None, map(state.triple, wanted.links[depth]))
        link_keys = {keys.link_key(space, *triple) for triple in triples}
        if link_keys:
            _add(state, (yield _query(space, (), (), link_keys, ())))
    return state


def _query(
    space: str,
    concept_keys: Iterable[str],
    concept_ids: Iterable[str],
    link_keys: Iterable[str],
    link_ids: Iterable[str],
) -> Query:
    return Query(
        FIND_ELEMENTS,
        {
            "space": space,
            "concept_keys": list(concept_keys),
            "concept_ids": list(concept_ids),
            "link_keys": list(link_keys),
            "link_ids": list(link_ids),
        },
    )


def _add(state: State, rows: Iterable[object]) -> None:
    for row in rows:
        found(state, row)


def _read(elements: set[Element], lock: bool) -> Body[None]:
    """Read `elements` whole, locked in the order of their ids, so that no two writers wait for each other."""
    nodes = [element.node for element in sorted(elements, key=lambda element: element.id)]
    rows = yield Query(LOCK_WHOLE if lock else READ_WHOLE, {"nodes": nodes})
    whole: dict[str, Properties] = {row[0]: row[1] for row in rows}
    for element in elements:
        properties = whole.get(element.id)
        if properties is None or properties["key"] != element.key:
            raise Overtaken
        element.fill(properties)
