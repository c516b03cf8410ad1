"""The static pass: an UPSERT script to operations, without asking the database anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kip_cypher.values import INT_MAX, kind
from kip_grammar import ast

from .identity import Handles, Identities
from .metadata import attribute_changes, metadata_changes
from .operations import Changes, Plan, Put
from .references import Ref, link_ref
from .resolve import Resolver


def make_plan(
    script: ast.UpsertScript, parameters: Mapping[str, Any], space: str, text: str, *, first: int = 0
) -> Plan:
    """The operations of `script`, in text order; `first` is the number of its first statement.

    Raises KIP_1001 (parameters, incomplete identities), KIP_1002 (names that aren't identifiers), KIP_2002
    (reserved metadata), KIP_2003 (values and names that can't be stored) and KIP_3001 (handles).
    """
    planner = _Planner(Resolver(text, parameters), space)
    operations: list[Put] = []
    for index, statement in enumerate(script.statements, first):
        operations.extend(planner.statement(statement, index))
    return Plan(tuple(operations), len(script.statements))


class _Planner:
    def __init__(self, resolver: Resolver, space: str) -> None:
        self.resolver = resolver
        self.identities = Identities(resolver, space)

    def statement(self, statement: ast.Upsert, index: int) -> Iterator[Put]:
        handles: Handles = {}
        outer = metadata_changes(self.resolver, statement.metadata)
        for block in statement.blocks:
            if isinstance(block, ast.ConceptBlock):
                yield from self.concept_block(block, index, outer, handles)
            else:
                yield self.proposition_block(block, index, outer, handles)

    def concept_block(
        self, block: ast.ConceptBlock, index: int, outer: Changes, handles: Handles
    ) -> Iterator[Put]:
        ref = self.identities.concept(block.matcher)
        self.identities.check_definition(block.matcher, ref)
        metadata = metadata_changes(self.resolver, block.metadata, outer)
        yield self._put(block, ref, index, metadata)
        for entry in block.propositions:
            yield self._entry(entry, ref, index, metadata, handles)
        handles[block.handle.name] = ref

    def proposition_block(
        self, block: ast.PropositionBlock, index: int, outer: Changes, handles: Handles
    ) -> Put:
        ref = self.identities.link(block.matcher, handles)
        put = self._put(block, ref, index, metadata_changes(self.resolver, block.metadata, outer))
        if block.handle is not None:
            handles[block.handle.name] = ref
        return put

    def _put(
        self, block: ast.ConceptBlock | ast.PropositionBlock, ref: Ref, index: int, metadata: Changes
    ) -> Put:
        attributes = attribute_changes(self.resolver, block.attributes)
        changes = {**attributes, **metadata} if attributes else metadata
        return Put(ref, changes, index, block.span.start, self._version(block.expect_version))

    def _entry(
        self, entry: ast.PropositionEntry, subject: Ref, index: int, metadata: Changes, handles: Handles
    ) -> Put:
        predicate = self.identities.predicate(entry.predicate)
        target = self.identities.endpoint(entry.target, handles)
        ref = link_ref(subject, predicate, target, entry.span.start)
        changes = metadata_changes(self.resolver, entry.metadata, metadata)
        return Put(ref, changes, index, entry.span.start, listed=False)

    def _version(self, node: ast.Literal | ast.Parameter | None) -> int | None:
        if node is None:
            return None
        value = self.resolver.value(node)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= INT_MAX:
            return value
        shown = value if kind(value) == "number" else kind(value)
        raise self.resolver.fail(
            node,
            "KIP_1001",
            f"EXPECT VERSION needs a whole number of 0 or more, not {shown}.",
            "Read the element's metadata._version and give that; 0 asserts that it doesn't exist yet.",
        )
