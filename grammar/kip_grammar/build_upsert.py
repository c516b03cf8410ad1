"""Callbacks for UPSERT, and what its identities and references must be."""

from __future__ import annotations

from typing import Any

from kip_grammar.ast import (
    ConceptBlock,
    ConceptMatcher,
    Endpoint,
    LinkMatcher,
    Literal,
    Predicates,
    PropositionBlock,
    PropositionEntry,
    Upsert,
    UpsertScript,
    Variable,
)
from kip_grammar.build_values import STRING, flat_map
from kip_grammar.fast import strings_in
from kip_grammar.faults import Fault
from kip_grammar.parts import Part, fields
from kip_grammar.tokens import covering


def script(children: list[Any]) -> UpsertScript:
    """All the UPSERT statements of a text."""
    upserts = children[0]
    return UpsertScript(tuple(upserts), span=covering(upserts[0], upserts[-1]))


def upsert(children: list[Any]) -> Upsert:
    """`UPSERT { block … } [WITH METADATA …]`."""
    return Upsert(tuple(children[2]), span=covering(children[0], children[-1]), **fields(children))


def concept_block(children: list[Any]) -> ConceptBlock:
    """`CONCEPT ?handle { … } [WITH METADATA …]`."""
    handle, matcher = children[1], children[3]
    check_identity(matcher)
    _check_once(children)
    return ConceptBlock(handle, matcher, span=covering(children[0], children[-1]), **fields(children))


def proposition_block(children: list[Any]) -> PropositionBlock:
    """`PROPOSITION [?handle] { … } [WITH METADATA …]`."""
    handle = children[1] if type(children[1]) is Variable else None
    link = children[3 if handle else 2]
    check_reference(link)
    return PropositionBlock(handle, link, span=covering(children[0], children[-1]), **fields(children))


def _check_once(children: list[Any]) -> None:
    parts = [child for child in children if type(child) is Part and child.name == "attributes"]
    if len(parts) > 1:
        raise Fault(parts[1].span.start, "SET ATTRIBUTES is given twice", "Write all attributes in one map.")


def version(children: list[Any]) -> Part:
    """`EXPECT VERSION n`."""
    value = children[2]
    if type(value) is Literal and (type(value.value) is not int or value.value < 0):
        raise Fault(value.span.start, "EXPECT VERSION takes a whole number, 0 or more, or a placeholder")
    return Part("expect_version", value, covering(children[0], value))


def attributes(children: list[Any]) -> Part:
    """`SET ATTRIBUTES {…}`."""
    return _map_part("attributes", children)


def metadata(children: list[Any]) -> Part:
    """`WITH METADATA {…}`."""
    return _map_part("metadata", children)


def _map_part(name: str, children: list[Any]) -> Part:
    value = children[2] if len(children) == 3 else flat_map(children[0])
    return Part(name, value, covering(children[0], children[-1]))


def propositions(children: list[Any]) -> Part:
    """`SET PROPOSITIONS { entry … }`."""
    return Part("propositions", tuple(children[3]), covering(children[0], children[-1]))


def proposition_entry(children: list[Any]) -> PropositionEntry:
    """`("predicate", target) [WITH METADATA …]`."""
    predicate, target = children[1], children[3]
    check_reference(target)
    return PropositionEntry(predicate, target, span=covering(children[0], children[-1]), **fields(children))


def entry_to_handle(children: list[Any]) -> PropositionEntry:
    """`("predicate", ?handle)` as one token."""
    predicate, target = strings_in(children[0])
    handle = Variable(target.value[1:], span=target.span)
    name = STRING(predicate)
    return PropositionEntry(name, handle, span=covering(children[0], children[-1]), **fields(children))


def check_identity(matcher: ConceptMatcher) -> None:
    """Refuse a matcher that doesn't name one concept."""
    if matcher.id is None and (matcher.type is None or matcher.name is None):
        raise Fault(
            matcher.span.start,
            "UPSERT names one concept: by {type, name} or by {id}",
            'Write {type: "Type", name: "Name"} or {id: "…"}.',
        )


def check_reference(endpoint: Endpoint) -> None:
    """Refuse what UPSERT can't resolve to one element: broad matchers, and predicates that leave a choice."""
    if isinstance(endpoint, ConceptMatcher):
        check_identity(endpoint)
    if isinstance(endpoint, LinkMatcher):
        if not isinstance(endpoint.predicate, Predicates) or len(endpoint.predicate.names) > 1:
            raise Fault(
                endpoint.predicate.span.start,
                "a link in UPSERT has exactly one predicate: no variable, alternatives or quantifier",
                'Write (?subject, "predicate", ?object), one link for each predicate.',
            )
        check_reference(endpoint.subject)
        check_reference(endpoint.object)
