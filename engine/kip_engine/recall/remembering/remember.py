"""Writes a conversation: batches of lines, each one transaction of the normal UPSERT machinery."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kip_cypher.values import check_scalar
from kip_engine import embedding
from kip_engine.embedding.writing import SMALL
from kip_engine.spaces import Space, refresh
from kip_engine.storage.steps import Program
from kip_engine.upsert.operations import Plan
from kip_engine.upsert.run import run_plan
from kip_grammar.errors import KipError

from .elements import FOLLOWED_BY, Conversation, definition, utterances
from .lines import digest, read_lines

BATCH = 500


@dataclass(frozen=True, slots=True)
class Remembered:
    """How far it is: the conversation's name, lines written of all there are, and vectors made for them."""

    conversation: str
    lines: int = 0
    total: int = 0
    vectors: int = 0


Tell = Callable[[Remembered], None]


def remember(
    space: Space,
    source: str | Iterable[str | Mapping[str, Any]],
    conversation: str | None = None,
    tell: Tell = lambda _: None,
) -> Program[Remembered]:
    """Write `source` (see `read_lines`) as Events of `conversation`, linked in order and to their people.

    Without a name the conversation is called by the digest of its lines.  The same lines twice change
    nothing.  All lines are read before the first is written.  Raises what `read_lines` raises, KIP_2003 for a
    conversation's name that is none, and KIP_3002 if the memory was deleted.
    """
    lines = read_lines(source)
    talk = Conversation(space.name, digest(lines) if conversation is None else _checked(conversation))
    done = Remembered(talk.name, total=len(lines))
    if lines:
        yield from _define(space)
    speakers = {line.speaker for line in lines if line.speaker}
    for start in range(0, len(lines), BATCH):
        batch = lines[start : start + BATCH]
        puts = utterances(talk, batch, lines[start - 1] if start else None, speakers)
        yield from _write(Plan(tuple(puts), 1), space)
        done = replace(done, lines=start + len(batch))
        tell(done)
    return (yield from _embed(space, done, tell))


def _write(plan: Plan, space: Space) -> Program[None]:
    """Write a batch; where the memory was made anew meanwhile, what it needs is defined first.

    Raises KIP_3002 if the memory is gone.
    """
    try:
        yield from run_plan(plan, space, text="")
    except KipError as error:
        if error.code != "KIP_2001":
            raise
        yield from refresh(space)
        yield from _define(space)
        yield from run_plan(plan, space, text="")


def _define(space: Space) -> Program[None]:
    """Define what Genesis lacks, unless the memory has it, as it may have been defined otherwise."""
    if FOLLOWED_BY in space.schema.predicates:
        return
    schema = yield from refresh(space)
    if FOLLOWED_BY not in schema.predicates:
        yield from run_plan(Plan(tuple(definition(space.name)), 1), space, text="")


def _embed(space: Space, done: Remembered, tell: Tell) -> Program[Remembered]:
    """The vectors of what was written in bulk; those of a few lines were made as they were written."""
    if done.total <= SMALL // 2 or not embedding.available():
        return done
    made = yield from embedding.reembed(space.name, lambda vectors: tell(replace(done, vectors=vectors.done)))
    return replace(done, vectors=made.done)


def _checked(name: Any) -> str:
    if isinstance(name, str) and name.strip():
        return str(check_scalar(name.strip()))
    raise KipError(
        "KIP_2003", "A conversation's name is text.", hint="Leave it out to have the lines name it."
    )
