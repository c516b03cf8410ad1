"""The types and predicates of an owner, defined in a space when its verbs are first used there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kip_engine import spaces, upsert
from kip_engine.spaces import Space
from kip_engine.storage.steps import Program
from kip_grammar import ast, parse
from kip_grammar.errors import KipError


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Whose verbs, and the package whose `vocabulary.kip`, an UPSERT script, holds the definitions."""

    owner: str
    package: str


def register(vocabulary: Vocabulary, space: Space) -> Program[None]:
    """Define `vocabulary` in `space`, once; two round trips the first time in a process, none afterwards.

    Raises KIP_2002 if KML has defined one of the names already, and KIP_3002 if the space was deleted.
    """
    if vocabulary.owner not in space.registered:
        yield from _define(vocabulary, space)
        space.registered.add(vocabulary.owner)


def _define(vocabulary: Vocabulary, space: Space) -> Program[None]:
    """Define it; where nothing is defined any more, because the space was deleted, that is the error."""
    script, text = _script(vocabulary)
    try:
        yield from upsert.run(script, {}, space, text=text, owner=vocabulary.owner)
    except KipError as error:
        if error.code == "KIP_2001":
            yield from spaces.refresh(space)
        raise


@cache
def _script(vocabulary: Vocabulary) -> tuple[ast.UpsertScript, str]:
    text = files(vocabulary.package).joinpath("vocabulary.kip").read_text(encoding="utf-8")
    script = parse(text)
    assert isinstance(script, ast.UpsertScript)
    return script, text
