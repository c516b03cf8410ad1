"""The whole examination: the database, then one space or all."""

from __future__ import annotations

from typing import Any

from kip_cypher.keys import concept_key
from kip_cypher.names import label
from kip_cypher.query import Query
from kip_engine import spaces
from kip_engine.beliefs.vocabulary import BELIEF
from kip_engine.resonance.learning import FORM
from kip_engine.storage.steps import Program
from kip_engine.upsert.protect import PROTECTED

from .beliefs import examine_beliefs
from .contents import examine_contents
from .environment import examine_environment, find_strays
from .findings import SAMPLE, Finding
from .invariants import INVARIANTS, OFFENDERS
from .resonance import examine_resonance

IN_USE = """
MATCH (n:Concept) WHERE n.space = $space AND n.type IS NOT NULL RETURN DISTINCT n.type AS kind
UNION
MATCH (n:Proposition) WHERE n.space = $space AND n.predicate IS NOT NULL RETURN DISTINCT n.predicate AS kind
"""


def examine(space: str | None = None) -> Program[list[Finding]]:
    """What every check finds, in the order of the tables: of the database, then of `space`, or of all.

    What one space costs depends on its own size only.  Raises nothing for a space that doesn't exist: it
    simply lacks everything.
    """
    findings = yield from examine_environment()
    if space is not None:
        return findings + (yield from _examine_space(space))
    names = yield from spaces.listing()
    findings.append((yield from find_strays(names)))
    for name in names:
        findings += yield from _examine_space(name)
    return findings


def _examine_space(space: str) -> Program[list[Finding]]:
    kinds = [kind for (kind,) in (yield Query(IN_USE, {"space": space}))]
    parameters = _parameters(space, kinds)
    findings = []
    for invariant in INVARIANTS:
        count, sample = (yield Query(invariant.query + OFFENDERS, parameters))[0]
        findings.append(Finding(invariant.name, invariant.says, space, count, tuple(sample)))
    if BELIEF in kinds:
        findings += yield from examine_beliefs(space)
    if FORM in kinds:
        findings += yield from examine_resonance(space)
    return findings + (yield from examine_contents(space, kinds))


def _parameters(space: str, kinds: list[str]) -> dict[str, Any]:
    genesis = [{"key": concept_key(space, kind, name), "shown": f"{kind} {name}"} for kind, name in PROTECTED]
    labels = {kind: label(kind) for kind in kinds}
    return {"space": space, "labels": labels, "genesis": genesis, "sample": SAMPLE}
