"""DELETE in its three forms, each one transaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from kip_engine.answers import Answer
from kip_engine.spaces import Space
from kip_engine.statements import Prepared
from kip_engine.storage.steps import Program, Transaction
from kip_engine.targets import select
from kip_engine.upsert.resolve import Resolver
from kip_grammar import ast
from kip_grammar.errors import KipError

from .call import Call
from .concepts import Deleted, delete_concepts, forget
from .keys import delete_keys, read_keys
from .links import delete_links
from .refusals import check_bounded, check_concept_target

Delete: TypeAlias = ast.DeleteKeys | ast.DeletePropositions | ast.DeleteConcept


def run(
    delete: Delete, parameters: Mapping[str, Any], space: Space, *, prepared: Prepared, dry_run: bool = False
) -> Program[Answer]:
    """Execute a DELETE, that of `prepared`; with `dry_run` check everything and delete nothing: counts of 0.

    Raises what compiling the WHERE raises; KIP_1001 for keys that are no strings and for a link where a
    concept is meant, KIP_2002 for reserved metadata, KIP_3002 for unknown ids and for a concept to delete
    that its {type, name} doesn't find, KIP_3004 if the WHERE matches a protected element, KIP_4002 if it
    bounds nothing.
    """
    try:
        return (yield from _run(delete, parameters, space, prepared, dry_run))
    except KipError as error:
        raise error.located(prepared.text, delete.target.span.start) from None


def _run(
    delete: Delete, parameters: Mapping[str, Any], space: Space, prepared: Prepared, dry_run: bool
) -> Program[Answer]:
    if isinstance(delete, ast.DeleteKeys):
        names = read_keys(delete, Resolver(prepared.text, parameters))
    else:
        check_bounded(delete)
    if isinstance(delete, ast.DeleteConcept):
        check_concept_target(delete)
    selection = yield from select(prepared, delete.target, parameters, space)
    call = Call(prepared.text, delete.where, delete.target, selection, space.name, write=not dry_run)
    if isinstance(delete, ast.DeleteKeys):
        attributes = delete.part == "attributes"
        return Answer((yield Transaction(lambda: delete_keys(call, names, attributes), call.write)))
    if isinstance(delete, ast.DeletePropositions):
        return Answer((yield Transaction(lambda: delete_links(call), call.write)))
    done: Deleted = yield Transaction(lambda: delete_concepts(call), call.write)
    forget(space, done.definitions)
    return Answer(done.counts)
