"""Claims that are KIP elements: that a link is true, or whatever is claimed by a concept.

The claim of such a belief is the element itself, by its id; its wording is made from the element.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kip_cypher.keys import concept_key, link_key
from kip_cypher.query import Query
from kip_engine.storage.steps import Program
from kip_engine.upsert.load import FIND_ELEMENTS
from kip_engine.upsert.protect import passing
from kip_engine.upsert.references import ConceptRef, IdRef, LinkRef, Ref, link_ref, shorten
from kip_engine.upsert.state import State, found
from kip_grammar.errors import KipError

from .validation import refuse

IDENTITY: Final = re.compile(r"(C:[0-9A-V]{24}|P:[0-9A-V]{24}:[A-Za-z_][A-Za-z0-9_]*)\Z")
"""Ids as this engine makes them; any other text is a claim in words."""

MAX_WORDING: Final = 2_000
WORDINGS: Final = """
UNWIND $nodes AS node
MATCH (element) WHERE elementId(element) = node
CALL (element) {
  MATCH (element)-[:SUBJECT|OBJECT*0..]->(part)
  WITH DISTINCT part
  WITH [part.id, coalesce(part.type, part.predicate), part.name, part.subject, part.object] AS part
  RETURN collect(part) AS parts
}
RETURN element.id, parts
"""


@dataclass(frozen=True, slots=True)
class Element:
    """A KIP element that a belief is about: its id, and what it says."""

    id: str
    wording: str


def reference(space: str, claim: Any) -> Ref | None:
    """What `claim` refers to: an id, {type, name}, {id} or (subject, predicate, object); None for any other.

    Raises KIP_2003 for a mapping or sequence that is none of these.
    """
    if isinstance(claim, str):
        return IdRef(claim, 0) if IDENTITY.match(claim) else None
    if isinstance(claim, Mapping):
        return _mapped(space, claim)
    return _triple(space, claim) if isinstance(claim, (tuple, list)) else None


def find(space: str, references: Sequence[Ref]) -> Program[list[Element]]:
    """The elements referred to: one read for each level of links, and one for the wording.

    Raises KIP_3002 for one that doesn't exist, and KIP_3004 for a link that the engine's verbs write.
    """
    state = yield from _state(space, references)
    elements = [state.find(reference) for reference in references]
    for reference, element in zip(references, elements, strict=True):
        if element is None:
            raise _missing(reference)
        if element.is_link and element.owner is not None:
            raise passing(element.owner, element.kind)
    nodes = [element.node for element in elements if element is not None]
    worded = dict((yield Query(WORDINGS, {"nodes": list(dict.fromkeys(nodes))})))
    found_ids = [element.id for element in elements if element is not None]
    return [Element(identity, _wording(identity, worded.get(identity, ()))) for identity in found_ids]


def _state(space: str, references: Iterable[Ref]) -> Program[State]:
    leaves, levels = _parts(references)
    state = State()
    concepts = [leaf.key for leaf in leaves if isinstance(leaf, ConceptRef)]
    ids = [leaf.id for leaf in leaves if isinstance(leaf, IdRef)]
    yield from _add(state, space, concepts, ids, [])
    for depth in sorted(levels):
        triples = filter(None, map(state.triple, levels[depth]))
        yield from _add(state, space, [], [], [link_key(space, *triple) for triple in triples])
    return state


def _add(
    state: State, space: str, concepts: Sequence[str], ids: Sequence[str], links: Sequence[str]
) -> Program[None]:
    parameters = {"space": space, "concept_keys": concepts, "link_keys": links}
    rows = yield Query(FIND_ELEMENTS, {**parameters, "concept_ids": ids, "link_ids": ids})
    for row in rows:
        found(state, row)


def _parts(references: Iterable[Ref]) -> tuple[list[ConceptRef | IdRef], dict[int, list[LinkRef]]]:
    """The concepts and ids in `references`, and the links by depth."""
    leaves: list[ConceptRef | IdRef] = []
    levels: dict[int, list[LinkRef]] = {}
    pending = list(references)
    while pending:
        part = pending.pop()
        if isinstance(part, LinkRef):
            levels.setdefault(part.depth, []).append(part)
            pending += [part.subject, part.object]
        else:
            leaves.append(part)
    return leaves, levels


def _mapped(space: str, claim: Mapping[str, Any]) -> Ref:
    if isinstance(claim.get("id"), str):
        return IdRef(claim["id"], 0)
    kind, name = claim.get("type"), claim.get("name")
    if isinstance(kind, str) and isinstance(name, str):
        return ConceptRef(concept_key(space, kind, name), kind, name, 0)
    return _no_claim()


def _triple(space: str, claim: Sequence[Any]) -> Ref:
    if len(claim) != 3 or not isinstance(claim[1], str):
        return _no_claim()
    subject, target = (reference(space, end) for end in (claim[0], claim[2]))
    if subject is None or target is None:
        return _no_claim()
    return link_ref(subject, claim[1], target, 0)


def _no_claim() -> Ref:
    refuse(
        "KIP_2003",
        "TypeError",
        "A claim is a text, or a KIP element: an id, or (subject, predicate, object).",
        hint="",
    )


def _missing(reference: Ref) -> KipError:
    return KipError(
        "KIP_3002", f"There is no {reference}.", hint="Find it again by SEARCH, or write it first by UPSERT."
    )


def _wording(identity: str, parts: Sequence[Sequence[Any]]) -> str:
    by_id = {part[0]: part[1:] for part in parts}
    return shorten(_worded(identity, by_id, depth=0), MAX_WORDING)


def _worded(identity: str, by_id: Mapping[str, Sequence[Any]], depth: int) -> str:
    kind, name, subject, target = by_id.get(identity, (identity, None, None, None))
    if subject is None:
        return str(kind) if name is None else f'{kind} "{name}"'
    if depth > 3:
        return "(…)"
    ends = [_worded(end, by_id, depth + 1) for end in (subject, target)]
    text = f"{ends[0]} {kind} {ends[1]}"
    return f"({text})" if depth else text
