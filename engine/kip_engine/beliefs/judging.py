"""Finds beliefs and judges the sources that evidence cites: one statement for any number of claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from kip_cypher.query import Query
from kip_engine.storage.steps import Body

from . import malformed
from .access import THEN_VISIBLE, View
from .assertion import Assertion
from .ledger import TAKE_LEDGER, taken
from .records import Belief
from .stored import READ_BELIEF, belief_of
from .vocabulary import source_key
from .walk import JUDGE_SOURCE

_JUDGE: Final = (
    TAKE_LEDGER
    + THEN_VISIBLE
    + """
WITH ledger, first, visible
UNWIND range(0, size($claims) - 1) AS place
WITH ledger, first, visible, place, $claims[place] AS claim
CALL (claim) {
  OPTIONAL MATCH (belief:Belief)
  WHERE belief._claim = claim.slot AND belief._scope <within> AND belief._aside IS NULL
  RETURN belief ORDER BY belief._order LIMIT 1
}
WITH *, coalesce(belief.name, claim.fresh) AS me
CALL (claim, me, visible) {
  UNWIND claim.sources AS source"""
    + JUDGE_SOURCE
    + """
  RETURN collect([found, resolves, launders, malformed]) AS verdicts
}
RETURN first, ledger.policy, verdicts, """
    + READ_BELIEF
    + "ORDER BY place"
)
JUDGE: Final = {
    False: _JUDGE.replace("<within>", "= $scope"),
    True: _JUDGE.replace("<within>", "IS NOT NULL"),
}
"""By whether every scope is looked in."""


class Verdict(NamedTuple):
    """How citing a source counts: its node's KIP id if it has one, whether it resolves, and launders."""

    found: str | None
    resolves: bool
    launders: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """An assertion with the belief it is about, if there is one, and a verdict on each source it cites.

    `stored` are the belief's properties.
    """

    assertion: Assertion
    stored: Mapping[str, Any] | None
    belief: Belief | None
    verdicts: Mapping[str, Verdict]


@dataclass(frozen=True, slots=True)
class Judgement:
    """All assertions of a call, judged; `first` is the number of the first new item, `policy` the space's."""

    first: int
    policy: str
    judged: Sequence[Judged]


def judge(view: View, assertions: Sequence[Assertion]) -> Body[Judgement]:
    """Take the ledger and judge; for each assertion a number is reserved, should its belief be new.

    Raises KIP_2002 for a malformed record that is in the way.
    """
    parameters = {
        **view.parameters(),
        "space": view.space,
        "scope": view.digest,
        "items": len(assertions),
        "claims": [_claim(view.space, assertion) for assertion in assertions],
    }
    rows = taken((yield Query(JUDGE[view.scope is None], parameters)), view.space)
    judged = [_judged(assertion, row[2:]) for assertion, row in zip(assertions, rows, strict=True)]
    return Judgement(rows[0][0], rows[0][1], judged)


def _claim(space: str, assertion: Assertion) -> dict[str, Any]:
    sources = dict.fromkeys(assertion.sources)
    return {
        "slot": assertion.slot,
        "fresh": assertion.fresh,
        "sources": [{"id": source, "key": source_key(space, source)} for source in sources],
    }


def _judged(assertion: Assertion, row: Sequence[Any]) -> Judged:
    verdicts, stored, history, about = row
    malformed.check(stored and stored.get("_malformed"))
    belief = None if stored is None else belief_of(stored, history, about)
    by_source = dict(zip(dict.fromkeys(assertion.sources), _verdicts(verdicts), strict=True))
    return Judged(assertion, stored, belief, by_source)


def _verdicts(rows: Sequence[Sequence[Any]]) -> Iterator[Verdict]:
    for *verdict, complaint in rows:
        malformed.check(complaint)
        yield Verdict(*verdict)
