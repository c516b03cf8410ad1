"""MERGE as one unit of work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kip_cypher.names import META_TYPES
from kip_engine import spaces
from kip_engine.overtaken import until_not_overtaken
from kip_engine.spaces import Space
from kip_engine.statements import Prepared
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.targets import Selection, select
from kip_engine.upsert.protect import PROTECTED, owned
from kip_grammar import ast
from kip_grammar.errors import KipError

from . import complaints
from .candidates import Candidate, candidates
from .consolidate import check_unused, consolidate
from .diagnosis import why_nothing
from .result import Merged


def run(
    merge: ast.Merge,
    parameters: Mapping[str, Any],
    space: Space,
    *,
    prepared: Prepared,
    dry_run: bool = False,
) -> Program[Merged]:
    """Execute a MERGE, that of `prepared`; with `dry_run` check everything and change nothing.

    Raises what compiling the WHERE raises; KIP_3002 where a variable matches no concept, KIP_3003 where it
    matches several, KIP_2002 for links, for concepts of different types and for definitions in use, KIP_3004
    for protected concepts; KIP_4003 if other writers keep changing what is being merged.
    """
    call = _Call(merge, space, prepared.text, write=not dry_run)
    sources = yield from select(prepared, merge.source, parameters, space)
    targets = yield from select(prepared, merge.target, parameters, space, checked=True)
    done = yield from until_not_overtaken(Transaction(lambda: call.body(sources, targets), call.write))
    if done is None:
        raise (yield from why_nothing(merge, parameters, space, prepared.text))
    if done.source.kind in META_TYPES and call.write:
        yield from spaces.refresh(space)
    return done.merged


@dataclass(frozen=True, slots=True)
class _Done:
    source: Candidate
    merged: Merged

    def to_dict(self) -> dict[str, Any]:
        """What the statement answers."""
        return self.merged.to_dict()


@dataclass(frozen=True, slots=True)
class _Call:
    """One run of one MERGE."""

    merge: ast.Merge
    space: Space
    text: str
    write: bool

    def body(self, sources: Selection, targets: Selection) -> Body[_Done | None]:
        """What was done, or None where a variable matches nothing."""
        found = (yield from candidates(sources)), (yield from candidates(targets))
        if not all(found):
            return None
        source = self._single(self.merge.source, found[0])
        target = self._single(self.merge.target, found[1])
        if source.id == target.id:
            return _Done(source, Merged())
        self._check_pair(source, target)
        try:
            yield from check_unused(self.space.name, source)
        except KipError as error:
            raise self._at(self.merge.source, error) from None
        merged = (yield from consolidate(self.space.name, source, target)) if self.write else Merged()
        return _Done(source, merged)

    def _single(self, variable: ast.Variable, found: list[Candidate]) -> Candidate:
        if len(found) > 1:
            raise self._at(variable, complaints.ambiguous(variable.name, found))
        if found[0].name is None:
            raise self._at(variable, complaints.not_a_concept(variable.name, found[0]))
        return found[0]

    def _check_pair(self, source: Candidate, target: Candidate) -> None:
        if source.kind != target.kind:
            raise self._at(self.merge.source, complaints.unlike(source, target))
        for variable, candidate in ((self.merge.source, source), (self.merge.target, target)):
            if candidate.owner is not None:
                raise self._at(variable, owned(candidate.owner, candidate.kind, candidate.name))
            if (candidate.kind, candidate.name) in PROTECTED:
                raise self._at(variable, complaints.protected(candidate))

    def _at(self, variable: ast.Variable, error: KipError) -> KipError:
        return error.located(self.text, variable.span.start)
