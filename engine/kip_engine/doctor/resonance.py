"""What must hold of learned forms: counts are those of the graph, and the index says what the texts say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kip_cypher.query import Query
from kip_engine.resonance.lessons import keys_of
from kip_engine.storage.steps import Program

from .findings import SAMPLE, Finding
from .invariants import OFFENDERS, Invariant

PAGE = 2_000

DEGREES = """
MATCH (f:Concept) WHERE f.space = $space AND f.type = 'ResonantForm' AND f._owner = 'resonance'
AND (f._in <> COUNT { (f)<-[:leads_to]-() } OR f._out <> COUNT { (f)-[:leads_to]->() }
  OR f._in IS NULL OR f._out IS NULL OR NOT f.mass >= 1)
WITH f.id AS offender
"""
SCALE = """
OPTIONAL MATCH (scale:ResonantScale {space: $space})
WITH coalesce(scale.forms, 0) AS known_forms, coalesce(scale.contexts, 0) AS known_contexts,
  coalesce(scale.edges, 0) AS known_edges,
  COLLECT {
    MATCH (f:Concept) WHERE f.space = $space AND f.type = 'ResonantForm' AND f._owner = 'resonance'
    RETURN [count(f), max(f._seq), sum(CASE WHEN f._out > 0 THEN 1 ELSE 0 END)]
  }[0] AS forms,
  COLLECT {
    MATCH (e:Proposition) WHERE e.space = $space AND e.predicate = 'leads_to' AND e._owner = 'resonance'
    RETURN [count(e), max(e._seq)]
  }[0] AS edges
UNWIND [
  ['forms', known_forms = forms[0] AND known_forms = coalesce(forms[1], 0)],
  ['contexts', known_contexts = forms[2]],
  ['edges', known_edges = edges[0] AND known_edges = coalesce(edges[1], 0)]
] AS check
WITH check[0] AS offender, coalesce(check[1], false) AS holds WHERE NOT holds
WITH offender
"""
WINDOWS = """
CALL () {
  MATCH (gram:ResonantGram) WHERE gram.space = $space AND gram.hex IS NOT NULL
  AND (size(gram.forms) > gram.form_count OR size(gram.contexts) > gram.context_count
    OR gram.form_count + gram.context_count = 0)
  RETURN gram.hex AS offender
  UNION ALL
  MATCH (scale:ResonantScale {space: $space})
  WITH COLLECT {
      MATCH (gram:ResonantGram) WHERE gram.space = $space AND gram.hex IS NOT NULL RETURN sum(gram.form_count)
    }[0] AS counted,
    COLLECT {
      MATCH (f:Concept) WHERE f.space = $space AND f.type = 'ResonantForm' AND f._owner = 'resonance'
      RETURN sum(f._windows)
    }[0] AS held
  WITH counted, held WHERE counted <> held
  RETURN 'counted: ' + counted + ', held: ' + held AS offender
}
WITH offender
"""
INVARIANTS = (
    Invariant("resonance-degrees", "A form counts what it leads to and what leads to it.", DEGREES),
    Invariant("resonance-scale", "The scale of a space counts its forms, contexts and edges.", SCALE),
    Invariant("resonance-windows", "The windows of all forms, and no others, are indexed.", WINDOWS),
)
IDS = """
MATCH (f:Concept) WHERE f.space = $space AND f.type = 'ResonantForm' AND f._owner = 'resonance' RETURN f.id
"""
FORMS = "UNWIND $ids AS id MATCH (f:Concept {id: id}) RETURN properties(f)"
KEYS = "A form is found by the digests of its text and of its canonical and plain keys."


def examine_resonance(space: str) -> Program[list[Finding]]:
    """What the checks find in the learned forms of `space`."""
    findings = []
    for invariant in INVARIANTS:
        count, sample = (yield Query(invariant.query + OFFENDERS, {"space": space, "sample": SAMPLE}))[0]
        findings.append(Finding(invariant.name, invariant.says, space, count, tuple(sample)))
    offenders = yield from _offenders(space, _is_keyed)
    return [*findings, Finding("resonance-keys", KEYS, space, len(offenders), tuple(offenders[:SAMPLE]))]


def _offenders(space: str, holds: Callable[[Mapping[str, Any]], bool]) -> Program[list[str]]:
    ids = sorted(identity for (identity,) in (yield Query(IDS, {"space": space})))
    found: list[str] = []
    for begin in range(0, len(ids), PAGE):
        rows = yield Query(FORMS, {"ids": ids[begin : begin + PAGE]})
        found += [stored["id"] for (stored,) in rows if not holds(stored)]
    return found


def _is_keyed(stored: Mapping[str, Any]) -> bool:
    return all(stored.get(name) == value for name, value in keys_of(stored["name"]).items())
