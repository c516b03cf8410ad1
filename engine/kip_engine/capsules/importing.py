"""Streams a capsule into a space: any size, flat memory, atomic per UPSERT statement, resumable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kip_engine.spaces.space import Space
from kip_engine.storage.steps import Program
from kip_engine.upsert.operations import Plan
from kip_engine.upsert.run import run_plan
from kip_grammar.errors import KipError

from .errors import CapsuleError
from .reading import Batch, Planned, read_ahead

BATCH = 2_000
NOT_THE_STATEMENTS_FAULT = frozenset({"KIP_4003"})


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an import has come: statements, elements they touched, and characters of text."""

    statements: int = 0
    elements: int = 0
    characters: int = 0

    def after(self, statements: Sequence[Planned]) -> Progress:
        """The progress once `statements` are in too."""
        return Progress(
            self.statements + len(statements),
            self.elements + sum(len(statement.plan.operations) for statement in statements),
            self.characters + sum(len(statement.text) for statement in statements),
        )


def ignore(progress: Progress) -> None:
    """Report progress to nobody."""


def import_stream(
    chunks: Iterable[str],
    space: Space,
    *,
    bootstrap: bool = False,
    on_progress: Callable[[Progress], None] = ignore,
    batch: int = BATCH,
) -> Program[Progress]:
    """Apply the UPSERT statements of the text that `chunks` make up, in order.

    About `batch` elements share a transaction.  If one fails, its statements are tried in halves, so that
    exactly the statements before the faulty one end up applied.  `bootstrap` lets a capsule write protected
    elements: for restoring a memory and for capsules that extend Genesis.  `on_progress` is called after
    every transaction.  Raises CapsuleError; importing the corrected capsule again resumes.
    """
    importer = _Importer(space, bootstrap, on_progress)
    for each in read_ahead(chunks, space.name, batch):
        yield from importer.apply_batch(each)
    return importer.progress


class _Importer:
    def __init__(self, space: Space, bootstrap: bool, on_progress: Callable[[Progress], None]) -> None:
        self.space = space
        self.bootstrap = bootstrap
        self.on_progress = on_progress
        self.progress = Progress()

    def apply_batch(self, batch: Batch) -> Program[None]:
        if batch.statements:
            yield from self.apply(batch.statements)
        if batch.failure is not None:
            error, place = batch.failure
            raise CapsuleError(error, place, self.progress.statements) from error

    def apply(self, statements: Sequence[Planned]) -> Program[None]:
        """Apply `statements` in one transaction or, where one of them is at fault, those before it."""
        try:
            yield from run_plan(
                _joined(statements), self.space, text=statements[0].text, bootstrap=self.bootstrap
            )
        except KipError as error:
            if len(statements) == 1 or error.code in NOT_THE_STATEMENTS_FAULT:
                raise CapsuleError(error, statements[0].place, self.progress.statements) from error
        else:
            self.progress = self.progress.after(statements)
            self.on_progress(self.progress)
            return
        middle = len(statements) // 2
        yield from self.apply(statements[:middle])
        yield from self.apply(statements[middle:])


def _joined(statements: Sequence[Planned]) -> Plan:
    operations = tuple(put for statement in statements for put in statement.plan.operations)
    return Plan(operations, len(statements))
