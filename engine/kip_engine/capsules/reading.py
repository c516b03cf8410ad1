"""From a stream of text to batches of planned statements, one batch ahead of whoever applies them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from kip_engine.upsert.operations import Plan
from kip_engine.upsert.plan import make_plan
from kip_grammar import Limits, StatementText, ast, parse, split_statements
from kip_grammar.errors import KipError

from .errors import Place

UNBOUNDED = 2**62
LIMITS = Limits(command_bytes=UNBOUNDED, nesting=256, value_bytes=UNBOUNDED)
"""A capsule may be of any size; the nesting that is left is what the value encoder can follow."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One UPSERT statement after its static pass."""

    plan: Plan
    text: str
    place: Place


@dataclass(slots=True)
class Batch:
    """Statements to apply in one transaction, and the error of the statement that follows them, if any."""

    statements: list[Planned] = field(default_factory=list)
    elements: int = 0
    failure: tuple[KipError, Place] | None = None

    def add(self, statement: Planned) -> None:
        """Take in one more statement."""
        self.statements.append(statement)
        self.elements += len(statement.plan.operations)


def read_ahead(chunks: Iterable[str], space: str, size: int) -> Iterator[Batch]:
    """The batches of `chunks`, the next one being parsed in a thread while the last one is applied."""
    batches = _batches(chunks, space, size)
    with ThreadPoolExecutor(1, "kip-import") as pool:
        upcoming = pool.submit(next, batches, None)
        while (batch := upcoming.result()) is not None:
            upcoming = pool.submit(next, batches, None)
            yield batch


def _batches(chunks: Iterable[str], space: str, size: int) -> Iterator[Batch]:
    """Batches of at least `size` elements; the last one may be smaller, and ends at the first failure."""
    batch, place = Batch(), Place()
    for number, statement in enumerate(split_statements(chunks)):
        try:
            batch.add(_plan(statement, place, space, number))
        except KipError as error:
            batch.failure = error, place
            break
        place = place.after(statement.text)
        if batch.elements >= size:
            yield batch
            batch = Batch()
    if batch.statements or batch.failure:
        yield batch


def _plan(statement: StatementText, place: Place, space: str, number: int) -> Planned:
    text = statement.text
    script = parse(text, limits=LIMITS)
    if not isinstance(script, ast.UpsertScript):
        raise KipError(
            "KIP_1001",
            "A capsule holds UPSERT statements only.",
            hint="Run other statements one by one, with execute().",
        ).located(text, script.span.start)
    return Planned(make_plan(script, {}, space, text, first=number), text, place)
