"""Identity clauses and endpoints to references: the static pass's smaller half."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

from kip_cypher import identity, keys, names
from kip_grammar import ast
from kip_grammar.errors import KipError

from .references import ConceptRef, IdRef, LinkRef, Ref, link_ref
from .resolve import Resolver

Handles: TypeAlias = dict[str, Ref]
Word: TypeAlias = ast.Literal | ast.Parameter
Check: TypeAlias = Callable[[str], str]


class Identities:
    """Makes references for one command text in one space."""

    def __init__(self, resolver: Resolver, space: str) -> None:
        self.resolver = resolver
        self.space = space

    def concept(self, node: ast.ConceptMatcher) -> ConceptRef | IdRef:
        """`{type, name}` or `{id}`; raises KIP_1001, KIP_1002 and KIP_2003."""
        if node.id is not None:
            return self._concept_by_id(node, node.id)
        if node.type is None or node.name is None:
            raise self._incomplete(node)
        type_name = self.type_name(node.type)
        name = self._name(node.name)
        return ConceptRef(keys.concept_key(self.space, type_name, name), type_name, name, node.span.start)

    def link(self, node: ast.LinkMatcher | ast.LinkById, handles: Handles) -> LinkRef | IdRef:
        """`(subject, "predicate", object)` or `(id: …)`; raises KIP_1001, KIP_1002 and KIP_3001."""
        if isinstance(node, ast.LinkById):
            return self._link_by_id(node)
        subject = self.endpoint(node.subject, handles)
        predicate = self.single_predicate(node.predicate)
        return link_ref(subject, predicate, self.endpoint(node.object, handles), node.span.start)

    def endpoint(self, node: ast.Endpoint, handles: Handles) -> Ref:
        """Anything that may stand at an end of a link."""
        if isinstance(node, ast.Variable):
            return self._handle(node, handles)
        if isinstance(node, ast.ConceptMatcher):
            return self.concept(node)
        return self.link(node, handles)

    def type_name(self, node: Word) -> str:
        """A concept type's name in a type position; raises KIP_1001 and KIP_1002."""
        return self._checked(node, names.check_type_name, self.resolver.string(node, "A concept type"))

    def predicate(self, node: Word) -> str:
        """A predicate's name; raises KIP_1001 and KIP_1002."""
        return self._checked(node, names.check_predicate_name, self.resolver.string(node, "A predicate"))

    def single_predicate(self, node: ast.Predicate) -> str:
        """The one literal predicate that a link to be written or named has; raises KIP_1001."""
        if isinstance(node, ast.Predicates) and len(node.names) == 1:
            return self.predicate(node.names[0])
        raise self.resolver.fail(
            node,
            "KIP_1001",
            "UPSERT names one link, so its predicate must be one literal name.",
            'Write one block per link, such as PROPOSITION { (?a, "treats", ?b) }.',
        )

    def check_definition(self, node: ast.ConceptMatcher, ref: ConceptRef | IdRef) -> None:
        """Hold a type or predicate that a block defines to KIP's naming; raises KIP_1002."""
        if isinstance(ref, ConceptRef) and ref.type in names.META_TYPES:
            is_type = ref.type == names.CONCEPT_TYPE
            check = names.check_new_type if is_type else names.check_new_predicate
            self._checked(node.name or node, check, ref.name)

    def _name(self, node: Word) -> str:
        name = self.resolver.string(node, "A concept's name")
        if not name.strip():
            raise self.resolver.fail(
                node, "KIP_2003", "A concept's name can't be blank.", "Name the concept by what it is called."
            )
        return name

    def _concept_by_id(self, node: ast.ConceptMatcher, id_node: Word) -> IdRef:
        if node.type is not None or node.name is not None:
            raise self.resolver.fail(
                node,
                "KIP_1001",
                "An id stands alone: it already says which concept is meant.",
                "Give either {id: …} or {type: …, name: …}.",
            )
        return IdRef(self._id(id_node, identity.CONCEPT_ID), node.span.start)

    def _link_by_id(self, node: ast.LinkById) -> IdRef:
        return IdRef(self._id(node.id, identity.LINK_ID), node.span.start)

    def _id(self, node: Word, form: re.Pattern[str]) -> str:
        """An id of the wanted form; one of the other kind is well formed but names nothing here."""
        text = identity.check_id(self.resolver.value(node), self.resolver.text, node.span.start)
        if form.match(text):
            return text
        other, right = ("a link", "(id: …)") if form is identity.CONCEPT_ID else ("a concept", "{id: …}")
        raise self.resolver.fail(
            node, "KIP_3002", f"{text!r} is the id of {other}.", f"Write {right} to refer to it."
        )

    def _handle(self, node: ast.Variable, handles: Handles) -> Ref:
        try:
            return handles[node.name]
        except KeyError:
            raise self.resolver.fail(
                node,
                "KIP_3001",
                f"The handle ?{node.name} is not defined at this point of the UPSERT.",
                "Define it in a CONCEPT or PROPOSITION block above, in the same UPSERT statement, "
                "or name the element by {type, name} or id.",
            ) from None

    def _incomplete(self, node: ast.ConceptMatcher) -> KipError:
        return self.resolver.fail(
            node,
            "KIP_1001",
            "A concept in UPSERT needs both type and name, or its id.",
            'Write {type: "Drug", name: "Aspirin"}; to change whatever matches a pattern, use UPDATE.',
        )

    def _checked(self, node: ast.Node, check: Check, text: str) -> str:
        try:
            return check(text)
        except KipError as error:
            raise error.located(self.resolver.text, node.span.start) from None
