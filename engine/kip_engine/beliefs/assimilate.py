"""Takes in claims with evidence (specification of beliefs, section 5): two statements for any number of them.

The first takes the ledger, finds the beliefs and judges the sources; the second writes.  All is judged
against what was stored before: the entries of one call don't see each other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kip_cypher.query import Query
from kip_engine.overtaken import Overtaken, read_until_not_overtaken
from kip_engine.owned import Origin
from kip_engine.spaces import Space
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.upsert.apply import timestamp

from .about import Element, find, reference
from .access import View
from .arguments import pairs
from .assertion import Assertion, asserted, united
from .begun import begun
from .credence import credence, is_grounded
from .entries import entry_row
from .judging import Judged, judge
from .ledger import STRICT
from .records import Belief, Evidence
from .rejudging import Changed, rejudge
from .stored import BELIEFS, belief_of, belief_rows, link_row
from .tiers import NEUTRAL
from .validation import refuse
from .vocabulary import ABOUT, OWNER
from .writing import Writing


def assimilate(space: Space, view: View, claim: Any, evidence: Any) -> Program[Belief]:
    """The belief in `claim`, after `evidence` was taken in.

    Raises what `claimed` raises, KIP_2002 `nan` if the credence would be no number, and KIP_2002 `secret`.
    """
    [belief] = yield from assimilate_many(space, view, [(claim, evidence)])
    return belief


def assimilate_many(space: Space, view: View, statements: Iterable[tuple[Any, Any]]) -> Program[list[Belief]]:
    """The belief in each claim, after the evidence beside it was taken in: all of it, or nothing.

    Entries don't see each other, as in one call of `assimilate`.
    """
    given = pairs(statements)
    if not given:
        return []
    return (yield from read_until_not_overtaken(lambda: _assimilate(space, view, given)))


def _assimilate(space: Space, view: View, statements: Sequence[tuple[Any, Any]]) -> Program[list[Belief]]:
    elements = yield from _elements(space.name, [claim for claim, _ in statements])
    assertions = [
        asserted(space.name, claim, evidence, element)
        for (claim, evidence), element in zip(statements, elements, strict=True)
    ]
    whole = united(assertions)
    beliefs = yield from begun(space, lambda: _working(space.name, view, whole))
    by_slot = {assertion.slot: belief for assertion, belief in zip(whole, beliefs, strict=True)}
    return [by_slot[assertion.slot] for assertion in assertions]


def _working(space: str, view: View, assertions: Sequence[Assertion]) -> Program[list[Belief]]:
    beliefs: list[Belief] = yield Transaction(lambda: _work(space, view, assertions))
    return beliefs


def _elements(space: str, claims: Sequence[Any]) -> Program[list[Element | None]]:
    """The KIP elements that claims refer to; None for a claim that is a text."""
    references = [reference(space, claim) for claim in claims]
    referring = [ref for ref in references if ref is not None]
    elements = iter((yield from find(space, referring)) if referring else ())
    return [None if ref is None else next(elements) for ref in references]


def _work(space: str, view: View, assertions: Sequence[Assertion]) -> Body[list[Belief]]:
    judgement = yield from judge(view, assertions)
    writing = Writing(Origin(space, OWNER, timestamp()), strict=judgement.policy == STRICT)
    beliefs = [
        _take_in(writing, view, judged, order)
        for order, judged in enumerate(judgement.judged, judgement.first)
    ]
    about = yield from writing.write()
    if about < len(writing.about):
        raise Overtaken
    if writing.strict:
        return (yield from _judged_anew(space, writing))
    return beliefs


def _judged_anew(space: str, writing: Writing) -> Body[list[Belief]]:
    yield from rejudge(space, Changed(beliefs=writing.beliefs))
    rows = yield Query(BELIEFS, {"ids": writing.beliefs})
    return [belief_of(*row) for row in rows]


def _take_in(writing: Writing, view: View, judged: Judged, order: int) -> Belief:
    """Add to `writing` what makes the belief what it is now, and return it as the caller may see it."""
    sources = tuple(entry.source_id for entry in judged.assertion.entries)
    given = tuple(_entries(judged, sources))
    masked = sources != judged.assertion.sources
    kept = tuple(_entries(judged, judged.assertion.sources)) if masked else given
    before = judged.belief or _new(judged.assertion, view)
    after = _with(before, given)
    if judged.stored is None:
        identity, number = _create(writing, judged.assertion, replace(after, evidence_history=kept), order), 0
    else:
        identity, number = judged.stored["id"], judged.stored["_entries"]
        _update(writing, judged, after, len(kept))
    writing.beliefs.append(identity)
    for offset, entry in enumerate(kept, 1):
        source = writing.source(entry.source_id, judged.verdicts[entry.source_id].found)
        writing.entries.append(
            entry_row(
                writing.origin, (identity, after.id), source, entry, number + offset, kept=writing.strict
            )
        )
    return after


def _new(assertion: Assertion, view: View) -> Belief:
    scope: Any = view.scope  # None where it was taken in for every scope at once
    return Belief(assertion.fresh, assertion.claim, NEUTRAL, (), scope, assertion.about)


def _entries(judged: Judged, sources: Sequence[str]) -> Iterator[Evidence]:
    """The entries as judged, citing `sources`: as they came, or as they may be stored."""
    assertion = judged.assertion
    for entry, kept, source in zip(assertion.entries, assertion.sources, sources, strict=True):
        verdict = judged.verdicts[kept]
        yield replace(
            entry,
            source_id=source,
            weight=0.0 if verdict.launders else entry.weight,
            verified=entry.verified or verdict.resolves,
        )


def _with(belief: Belief, entries: tuple[Evidence, ...]) -> Belief:
    history = belief.evidence_history + entries
    believed = credence(history)
    if math.isnan(believed):
        refuse(
            "KIP_2002", "nan", "With this weight, infinitely much would speak for the claim and against it."
        )
    return replace(belief, credence=believed, evidence_history=history)


def _create(writing: Writing, assertion: Assertion, belief: Belief, order: int) -> str:
    hidden = {"_claim": assertion.kept_slot, "_order": order, "_entries": len(belief.evidence_history)}
    concept, source, link = belief_rows(writing.origin, replace(belief, claim=assertion.kept), hidden)
    writing.concepts += [concept, source]
    writing.links.append(link)
    identity = str(concept["properties"]["id"])
    if assertion.about is not None:
        writing.about.append(link_row(writing.origin, ABOUT, identity, assertion.about)["properties"])
    return identity


def _update(writing: Writing, judged: Judged, belief: Belief, added: int) -> None:
    assert judged.stored is not None
    changes = {
        "credence": belief.credence,
        "grounded": is_grounded(belief.evidence_history),
        "_entries": judged.stored["_entries"] + added,
        "_raw": None,
    }
    writing.change(judged.stored, changes)
