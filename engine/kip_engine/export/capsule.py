"""A page as the text of one UPSERT: the same elements always make the same text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kip_engine.elements import Element
from kip_grammar import ast, print_statement

from .ends import Ends
from .page import Page


def capsule(page: Page) -> str:
    """The UPSERT script that reproduces the elements of `page`; empty if there are none."""
    if not page.elements:
        return ""
    ends = Ends(page.ends)
    blocks = tuple(_block(element, ends) for element in page.elements)
    return print_statement(ast.UpsertScript((ast.Upsert(blocks),)))


def _block(element: Element, ends: Ends) -> ast.ConceptBlock | ast.PropositionBlock:
    attributes = _map(element["attributes"].items())
    metadata = _map((key, value) for key, value in element["metadata"].items() if not key.startswith("_"))
    if "predicate" in element:
        matcher = ends.link(element["subject"], element["predicate"], element["object"])
        handle = ends.handle(element["id"], "p")
        return ast.PropositionBlock(handle, matcher, attributes=attributes, metadata=metadata)
    handle = ends.handle(element["id"], "c")
    named = ends.concept(element["type"], element["name"])
    return ast.ConceptBlock(handle, named, attributes=attributes, metadata=metadata)


def _map(entries: Iterable[tuple[str, Any]]) -> ast.Literal | None:
    """Keys sorted, because the database keeps no order that a copy would share."""
    found = dict(sorted(entries))
    return ast.Literal(found) if found else None
