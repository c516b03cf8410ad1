"""Tier 2, consensus: the rare words of a query agree on one context.

Each region gives the contexts that its window reaches an equal share of what the window tells.  The context
with most votes must pass a floor that no region reaches alone, and its pair must know everything that the
query names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from kip_engine.storage.steps import Program

from .answering import answer
from .asking import contexts, roots, whole
from .content import content
from .guards import says_nothing
from .knowing import stored_anywhere
from .projecting import project
from .question import Asked, Form
from .regions import Voter
from .results import Resonance
from .scale import Scale
from .sides import Pair
from .texts import tokens

TOP = 8
"""Roots above the floor that the content guard is put to."""

CONCEPT_MOVES = 10


@dataclass(frozen=True, slots=True)
class Root:
    """A context, the sum of its votes in nats, how many gave some, and where the strongest stands."""

    seq: int
    vote: float
    votes: int
    span: tuple[int, int]

    @property
    def rank(self) -> tuple[float, int, int]:
        """Most votes first, then most regions, then the oldest."""
        return -self.vote, -self.votes, self.seq


def poll(asked: Asked, voting: Sequence[Voter]) -> Program[list[Root]]:
    """The contexts that the regions vote for, best first: one query."""
    rare = [voter for voter in voting if voter.contexts <= asked.scale.hub]
    known = (yield from contexts(asked, {voter.window for voter in rare})) if rare else {}
    behind: defaultdict[int, list[Voter]] = defaultdict(list)
    for voter in rare:
        for seq in known.get(voter.window, ()):
            behind[seq].append(voter)
    found = [_root(seq, some, asked.scale) for seq, some in behind.items()]
    return sorted(found, key=lambda root: root.rank)


def _root(seq: int, behind: Sequence[Voter], scale: Scale) -> Root:
    strongest = max(behind, key=lambda voter: (voter.weight(scale), -voter.region.start))
    vote = sum(voter.weight(scale) / voter.contexts for voter in behind)
    return Root(seq, vote, len(behind), (strongest.region.start, strongest.region.end))


def agree(asked: Asked, polled: Sequence[Root]) -> Program[Resonance | None]:
    """What the context says on which the regions agree."""
    passing = [root for root in polled[:TOP] if root.vote >= asked.scale.floor]
    if not passing:
        return None
    pairs = yield from roots(asked, [root.seq for root in passing])
    for root in (root for root in passing if root.seq in pairs):
        left = yield from whole(asked, pairs[root.seq][0])
        right = yield from whole(asked, pairs[root.seq][1])
        pair = Pair.of(left.text, right.text)
        if (yield from knows_all(asked, pair)):
            return (yield from answer_of(asked, root, left, pair))
    return None


def knows_all(asked: Asked, pair: Pair) -> Program[bool]:
    """The content guard."""
    named = content(asked.query, pair)
    return named.passes and not (yield from stored_anywhere(asked, named.misspelled))


def answer_of(asked: Asked, root: Root, left: Form, pair: Pair) -> Program[Resonance | None]:
    """What the root `left` says."""
    found = yield from project(asked, left)
    if found is None or says_nothing(asked.query, found.text):
        return None
    return answer(
        asked,
        "2",
        found,
        spans=(root.span,),
        moves=CONCEPT_MOVES,
        via=left,
        vote=root.vote,
        floor=asked.scale.floor,
        coverage=_coverage(asked.query, pair),
    )


def _coverage(query: str, pair: Pair) -> float:
    """The share, in bytes, of the words of `query` that `pair` has."""
    words = tokens(query)
    known = sum(word.end - word.start for word in words if pair.has(word.text))
    return known / sum(word.end - word.start for word in words)
