"""The rows that Genesis puts into a new space: `genesis.kip` run in memory on nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kip_cypher.names import CONCEPT_TYPE, PROPOSITION_TYPE
from kip_cypher.schema import Schema
from kip_engine.upsert.apply import Setting, apply, timestamp
from kip_engine.upsert.flush import new_row, split
from kip_engine.upsert.plan import make_plan
from kip_engine.upsert.state import Element, State
from kip_grammar import ast, parse


@dataclass(frozen=True, slots=True)
class Genesis:
    """What a new space begins with.  The ends of `links` are positions in `concepts`."""

    concepts: list[dict[str, Any]]
    links: list[dict[str, Any]]
    schema: Schema


def genesis(space: str) -> Genesis:
    """The rows for a space of that name: what an UPSERT of `genesis.kip` would write, in the same way."""
    script, text = _script()
    state = State()
    plan = make_plan(script, {}, space, text)
    apply(plan, state, Setting(space, Schema(), text, True, timestamp()))
    concepts, levels = split(state.created())
    places = {concept.id: place for place, concept in enumerate(concepts)}
    return Genesis(
        [new_row(concept) for concept in concepts],
        [_link_row(link, places) for level in levels for link in level],
        Schema(frozenset(state.defined[CONCEPT_TYPE]), frozenset(state.defined[PROPOSITION_TYPE])),
    )


def _link_row(link: Element, places: dict[str, int]) -> dict[str, Any]:
    assert link.ends is not None
    subject, target = link.ends
    return {**new_row(link), "subject": places[subject.id], "object": places[target.id]}


@cache
def _script() -> tuple[ast.UpsertScript, str]:
    """Genesis and its text, parsed once per process, when the first new space is opened."""
    text = files("kip_engine.genesis").joinpath("genesis.kip").read_text(encoding="utf-8")
    script = parse(text)
    assert isinstance(script, ast.UpsertScript)
    return script, text
