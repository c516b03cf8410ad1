"""`print_statement`: a statement as canonical text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from kip_grammar import printer_kml, printer_kql, printer_meta
from kip_grammar.ast import Statement

_PRINTERS: dict[type, Callable[[Any], Iterator[str]]] = {
    **printer_kql.PRINTERS,
    **printer_kml.PRINTERS,
    **printer_meta.PRINTERS,
}


def print_statement(statement: Statement) -> str:
    """The canonical text of `statement`, which parses to an equal tree.

    Two texts with equal trees print alike.  Strings keep their characters; lone surrogates are escaped, so
    that the text always has a UTF-8 form.
    """
    return "\n".join(_PRINTERS[type(statement)](statement)) + "\n"
