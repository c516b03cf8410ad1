"""Reads what a plan refers to: one query for concepts and ids, one per level of links.

An element that an operation may change, or whose version it guards, is locked before it is read, so that the
version read is the version changed.  A lock is taken by writing a property that never stays; keys are sorted
so that two writers take common locks in the same order.
"""

from __future__ import annotations

from typing import Any

from kip_cypher import keys, names
from kip_cypher.query import Query
from kip_engine.storage.steps import Body, Rows

from .operations import Plan
from .references import ConceptRef, IdRef, LinkRef, Ref
from .state import State, remember

MATCH = """
CALL () {
  UNWIND $concept_keys AS row MATCH (n:Concept {key: row[0]}) RETURN n, row[1] AS whole
  UNION ALL
  UNWIND $concept_ids AS row MATCH (n:Concept {id: row[0]}) WHERE n.space = $space RETURN n, row[1] AS whole
  UNION ALL
  UNWIND $link_keys AS row MATCH (n:Proposition {key: row[0]}) RETURN n, row[1] AS whole
  UNION ALL
  UNWIND $link_ids AS row MATCH (n:Proposition {id: row[0]}) WHERE n.space = $space RETURN n, row[1] AS whole
}
"""
LOCK = """
FOREACH (element IN CASE WHEN whole THEN [n] ELSE [] END | SET element._lock = true REMOVE element._lock)
WITH n, whole
"""
RETURN = """
RETURN elementId(n), n.id, n.key, coalesce(n.type, n.predicate), n.name, n._version,
  CASE WHEN whole THEN properties(n) END, n.subject, n.object
"""
READ_ELEMENTS = MATCH + RETURN
LOCK_ELEMENTS = MATCH + LOCK + RETURN


def load(plan: Plan, space: str, *, lock: bool) -> Body[State]:
    """The state that `plan` runs on; with `lock`, locked against other writers until the transaction ends."""
    wanted = _Wanted(space)
    for put in plan.operations:
        wanted.add(put.ref, put.may_change)
    state = State()
    text = LOCK_ELEMENTS if lock else READ_ELEMENTS
    _add(state, (yield Query(text, wanted.elements())))
    for depth in sorted(wanted.links):
        level = wanted.links_between(wanted.links[depth], state)
        if level["link_keys"]:
            _add(state, (yield Query(text, level)))
    return state


class _Wanted:
    """Keys and ids to load, each with whether its element is to be locked and read whole."""

    def __init__(self, space: str) -> None:
        self.space = space
        self.concept_keys: dict[str, bool] = {}
        self.concept_ids: dict[str, bool] = {}
        self.link_ids: dict[str, bool] = {}
        self.links: dict[int, dict[LinkRef, bool]] = {}
        self.definitions: set[tuple[str, str]] = set()

    def add(self, ref: Ref, whole: bool = False) -> None:
        """Want the element of `ref`, its definition and its ends."""
        if isinstance(ref, ConceptRef):
            _want(self.concept_keys, ref.key, whole)
            self._add_definition(names.CONCEPT_TYPE, ref.type)
        elif isinstance(ref, IdRef):
            _want(self.concept_ids if ref.id.startswith("C:") else self.link_ids, ref.id, whole)
        else:
            _want(self.links.setdefault(ref.depth, {}), ref, whole)
            self._add_definition(names.PROPOSITION_TYPE, ref.predicate)
            self.add(ref.subject)
            self.add(ref.object)

    def elements(self) -> dict[str, Any]:
        """The parameters that load all concepts, and the links wanted by id."""
        return {
            "space": self.space,
            "concept_keys": _rows(self.concept_keys),
            "concept_ids": _rows(self.concept_ids),
            "link_keys": [],
            "link_ids": _rows(self.link_ids),
        }

    def links_between(self, links: dict[LinkRef, bool], state: State) -> dict[str, Any]:
        """The parameters that load `links`, those apart that can't exist because an end doesn't."""
        link_keys: dict[str, bool] = {}
        for ref, whole in links.items():
            triple = state.triple(ref)
            if triple is not None:
                _want(link_keys, keys.link_key(self.space, *triple), whole)
        return {
            "space": self.space,
            "concept_keys": [],
            "concept_ids": [],
            "link_keys": _rows(link_keys),
            "link_ids": [],
        }

    def _add_definition(self, meta_type: str, name: str) -> None:
        if (meta_type, name) not in self.definitions:
            self.definitions.add((meta_type, name))
            _want(self.concept_keys, keys.concept_key(self.space, meta_type, name), False)


def _want(group: dict[Any, bool], value: Any, whole: bool) -> None:
    group[value] = whole or group.get(value, False)


def _rows(group: dict[str, bool]) -> list[list[Any]]:
    return [[value, group[value]] for value in sorted(group)]


def _add(state: State, rows: Rows) -> None:
    for row in rows:
        remember(state, row)
