"""Printing of UPSERT, UPDATE, MERGE and DELETE."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kip_grammar.ast import (
    Assignments,
    ConceptBlock,
    DeleteConcept,
    DeleteKeys,
    DeletePropositions,
    Merge,
    PropositionBlock,
    PropositionEntry,
    Update,
    Upsert,
    UpsertScript,
    ValueMap,
)
from kip_grammar.printer_kql import modifiers
from kip_grammar.printer_patterns import endpoint, link, matcher, where
from kip_grammar.printer_values import INDENT, block, inline


def _script(node: UpsertScript) -> Iterator[str]:
    for number, statement in enumerate(node.statements):
        if number:
            yield ""
        yield from _upsert(statement)


def _upsert(node: Upsert) -> Iterator[str]:
    yield "UPSERT {"
    for number, child in enumerate(node.blocks):
        if number:
            yield ""
        yield from _concept(child) if isinstance(child, ConceptBlock) else _proposition(child)
    yield "}"
    yield from _map("WITH METADATA ", node.metadata, 0)


def _concept(node: ConceptBlock) -> Iterator[str]:
    yield f"{INDENT}CONCEPT ?{node.handle.name} {{"
    yield INDENT * 2 + matcher(node.matcher)
    yield from _body(node)
    if node.propositions:
        yield f"{INDENT * 2}SET PROPOSITIONS {{"
        for entry in node.propositions:
            yield from _entry(entry)
        yield f"{INDENT * 2}}}"
    yield f"{INDENT}}}"
    yield from _map("WITH METADATA ", node.metadata, 1)


def _proposition(node: PropositionBlock) -> Iterator[str]:
    yield f"{INDENT}PROPOSITION {f'?{node.handle.name} ' if node.handle else ''}{{"
    yield INDENT * 2 + link(node.matcher)
    yield from _body(node)
    yield f"{INDENT}}}"
    yield from _map("WITH METADATA ", node.metadata, 1)


def _body(node: ConceptBlock | PropositionBlock) -> Iterator[str]:
    if node.expect_version is not None:
        yield f"{INDENT * 2}EXPECT VERSION {inline(node.expect_version)}"
    yield from _map("SET ATTRIBUTES ", node.attributes, 2)


def _map(prefix: str, value: ValueMap | Assignments | None, depth: int) -> Iterator[str]:
    if value is not None:
        yield INDENT * depth + block(value, depth, prefix)


def _entry(node: PropositionEntry) -> Iterator[str]:
    text = f"({inline(node.predicate)}, {endpoint(node.target)})"
    if node.metadata is None:
        yield INDENT * 3 + text
    else:
        yield INDENT * 3 + block(node.metadata, 3, f"{text} WITH METADATA ")


def _update(node: Update) -> Iterator[str]:
    yield f"UPDATE ?{node.target.name}"
    yield from _map("SET ATTRIBUTES ", node.attributes, 0)
    yield from _map("SET METADATA ", node.metadata, 0)
    yield from where(node.where)
    yield from modifiers(node.limit)


def _merge(node: Merge) -> Iterator[str]:
    yield f"MERGE CONCEPT ?{node.source.name} INTO ?{node.target.name}"
    yield from where(node.where)


def _delete_keys(node: DeleteKeys) -> Iterator[str]:
    keys = ", ".join(map(inline, node.keys))
    yield f"DELETE {node.part.upper()} {{{keys}}} FROM ?{node.target.name}"
    yield from where(node.where)


def _delete_propositions(node: DeletePropositions) -> Iterator[str]:
    yield f"DELETE PROPOSITIONS ?{node.target.name}"
    yield from where(node.where)


def _delete_concept(node: DeleteConcept) -> Iterator[str]:
    yield f"DELETE CONCEPT ?{node.target.name} DETACH"
    yield from where(node.where)


PRINTERS: dict[type, Callable[[Any], Iterator[str]]] = {
    UpsertScript: _script,
    Update: _update,
    Merge: _merge,
    DeleteKeys: _delete_keys,
    DeletePropositions: _delete_propositions,
    DeleteConcept: _delete_concept,
}
