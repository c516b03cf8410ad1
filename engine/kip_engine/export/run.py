"""The EXPORT statement: one page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kip_cypher.signature import Placeholders
from kip_engine.answers import Answer
from kip_engine.arguments import limit_value, text_value
from kip_engine.cursors import make_cursor, read_cursor, statement_digest
from kip_engine.overtaken import until_not_overtaken
from kip_engine.spaces import Space
from kip_engine.statements import Prepared
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.targets import select
from kip_grammar import ast, print_statement
from kip_grammar.errors import KipError

from .capsule import capsule
from .page import BEGINNING, Page, Place, Selected, list_places, places_of, read_page

DEFAULT_ELEMENTS = 1_000
MOST_ELEMENTS = 10_000


def run(
    export: ast.Export,
    parameters: Mapping[str, Any],
    space: Space,
    *,
    prepared: Prepared,
    dry_run: bool = False,
) -> Program[Answer]:
    """Answer an EXPORT, that of `prepared`: `LIMIT` elements or 1 000, fewer if these are large; a cursor.

    Raises what compiling the WHERE raises, KIP_3002 for unknown ids, KIP_1001 for a bad LIMIT or CURSOR, and
    KIP_4002 if a link that isn't exported is too large to refer to.
    """
    size = min(limit_value(export.limit, parameters, prepared.text) or DEFAULT_ELEMENTS, MOST_ELEMENTS)
    digest = _digest(export, parameters, space)
    after = _after(export, parameters, space, digest, prepared.text)
    selection = yield from select(prepared, export.target, parameters, space)
    if dry_run:
        return Answer(_result(Page()))
    reading = Transaction(lambda: _read(selection, space.name, after, size), write=False)
    page, last = yield from until_not_overtaken(reading)
    following = make_cursor(space.cursor_secret, digest, last) if last else None
    return Answer(_result(page), following)


def _read(selected: Selected, space: str, after: Place, size: int) -> Body[tuple[Page, Place | None]]:
    """A page, and its last place if there are more."""
    rows = yield list_places(selected, after, size + 1)
    places = places_of(rows)
    page = yield from read_page(space, places[:size])
    return page, places[page.places - 1] if page.places < len(places) else None


def _result(page: Page) -> dict[str, Any]:
    links = sum("predicate" in element for element in page.elements)
    return {"capsule": capsule(page), "concepts": len(page.elements) - links, "propositions": links}


def _after(export: ast.Export, parameters: Mapping[str, Any], space: Space, digest: str, text: str) -> Place:
    node = export.cursor
    if node is None:
        return BEGINNING
    token = text_value(node, parameters, text, "cursor")
    try:
        rank, identity = read_cursor(space.cursor_secret, digest, token)
    except KipError as error:
        raise error.located(text, node.span.start) from None
    return rank, identity


def _digest(export: ast.Export, parameters: Mapping[str, Any], space: Space) -> str:
    bare = replace(export, limit=None, cursor=None)
    used = {name: parameters[name] for name, _ in Placeholders.of(bare).offsets}
    return statement_digest(space.name, print_statement(bare), used)
