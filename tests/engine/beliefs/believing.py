"""Beliefs of one memory: the programs of the engine, with the statements that they take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kip_cypher.query import Query
from kip_engine import doctor
from kip_engine.beliefs import access, assimilate, retract, retrieve, sources, testing, walk
from kip_engine.beliefs.records import Belief, Change
from kip_engine.beliefs.retract import Retracted
from kip_engine.storage.steps import Program, Transaction

MEASURED = "real_measurement"


class Believer:
    """A memory's beliefs; `statements` holds the texts of the last call's."""

    def __init__(self, memory: Any) -> None:
        self.memory = memory
        self.space = memory.space
        self.statements: list[str] = []
        self.put("doc")

    def run(self, program: Program[Any]) -> Any:
        self.statements = []
        return self.memory.database.run(_noting(program, self.statements))

    def view(self, scope: access.Scope = None) -> access.View:
        return access.view(self.space.name, scope, None)

    def put(self, source_id: str, scope: str = "local", text: str = "") -> None:
        self.run(sources.put_source(self.space, source_id, scope=scope, text=text))

    def believe(
        self, claim: str, *cited: str, scope: access.Scope = None, tier: str = MEASURED, **more: Any
    ) -> Belief:
        """The belief in `claim` after the sources in `cited` were cited for it."""
        evidence = [{"source_id": source, "tier": tier, "time": 1.0, **more} for source in cited]
        belief: Belief = self.run(assimilate.assimilate(self.space, self.view(scope), claim, evidence))
        return belief

    def believe_all(self, claims: Sequence[tuple[str, Sequence[str]]]) -> list[Belief]:
        """The beliefs in many claims, each after sources were cited for it; one call."""
        statements = [
            (claim, [{"source_id": source, "tier": MEASURED, "time": 1.0} for source in cited])
            for claim, cited in claims
        ]
        beliefs: list[Belief] = self.run(assimilate.assimilate_many(self.space, self.view(), statements))
        return beliefs

    def chain(self, length: int) -> list[Belief]:
        """Beliefs of which each cites the one before it, and the first a document."""
        beliefs = [self.believe("link 0", "doc")]
        for number in range(1, length):
            beliefs.append(self.believe(f"link {number}", beliefs[-1].id))
        return beliefs

    def retract(self, source_id: str, scope: access.Scope = access.ALL_SCOPES) -> Retracted:
        done: Retracted = self.run(retract.retract(self.space, self.view(scope), source_id, None))
        return done

    def changes(self, done: Retracted) -> list[Change]:
        """All the changes of a retraction, page by page."""
        found: list[Change] = []
        page, last = self.run(retract.changes(done.id))
        while page:
            found += page
            page, last = self.run(retract.changes(done.id, last))
        return found

    def launders(self, source_id: str, belief: Belief) -> bool:
        verdict: bool = self.run(walk.launders(self.view(), source_id, belief.id))
        return verdict

    def retrieve(self, query: str, k: int = 8, scope: access.Scope = None) -> list[Any]:
        found: list[Any] = self.run(retrieve.retrieve(self.view(scope), query, k, None))
        return found

    def get(self, belief: Belief) -> Belief:
        """The belief as it is stored now."""
        stored: Belief = self.run(testing.get(self.space, belief.id))
        return stored

    def read(self, text: str, **parameters: Any) -> Any:
        return self.memory.read(text, **parameters)

    def complaints(self) -> list[tuple[str, int]]:
        """What the doctor finds wrong with the memory."""
        findings = self.memory.database.run(doctor.examine(self.space.name))
        return [(finding.check, finding.count) for finding in findings if finding.space and not finding.ok]


def _noting(program: Program[Any], texts: list[str]) -> Iterator[Any]:
    """`program`, the texts of whose statements are added to `texts`."""
    try:
        step: Any = next(program)
        while True:
            if isinstance(step, Query):
                texts.append(step.text)
                step = program.send((yield step))
            else:
                noting = Transaction(lambda step=step: _noting_body(step.body(), texts), step.write)
                step = program.send((yield noting))
    except StopIteration as stop:
        return stop.value


def _noting_body(body: Any, texts: list[str]) -> Iterator[Any]:
    try:
        query = next(body)
        while True:
            texts.append(query.text)
            query = body.send((yield query))
    except StopIteration as stop:
        return stop.value
