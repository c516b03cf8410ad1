"""Tier 2, consensus: the rare words of a query agree on one context.

Each region gives the contexts that its window reaches an equal share of what the window tells.  The context
with most votes must pass a floor that no region reaches alone, and its pair must know everything that the
query names.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kip_engine.storage.steps import Program

from .answering import answer
from .asking import Asked, Form, contexts, roots, whole
from .candidates import Neighbourhood
from .content import Pair, content
from .guards import says_nothing
from .knowing import stored_anywhere
from .projecting import project
from .regions import Voter, voters
from .results import Resonance
from .scale import Scale
from .texts import tokens

TOP = 8
"""Roots above the floor that the content guard is put to."""

CONCEPT_MOVES = 10


@dataclass(frozen=True, slots=True)
class Root:
    """A context, the voters that reach it, and the sum of their votes in nats."""

    seq: int
    voters: tuple[Voter, ...]
    vote: float

    @property
    def rank(self) -> tuple[float, int, int]:
        """Most votes first, then most regions, then the oldest."""
        return -self.vote, -len(self.voters), self.seq


@dataclass(frozen=True, slots=True)
class Poll:
    """All regions that have a stored window, and what those reach whose window tells contexts apart."""

    voters: tuple[Voter, ...]
    reached: Mapping[Voter, Sequence[int]]

    def roots(self, scale: Scale) -> list[Root]:
        """The contexts reached, best first."""
        behind: defaultdict[int, list[Voter]] = defaultdict(list)
        for voter, seqs in self.reached.items():
            for seq in seqs:
                behind[seq].append(voter)
        votes = {
            seq: sum(voter.weight(scale) / voter.contexts for voter in some) for seq, some in behind.items()
        }
        found = [Root(seq, tuple(some), votes[seq]) for seq, some in behind.items()]
        return sorted(found, key=lambda root: root.rank)


def poll(asked: Asked, around: Neighbourhood) -> Program[Poll]:
    """Let the regions vote: one query."""
    found = voters(around.regions, around.stored)
    rare = [voter for voter in found if voter.contexts <= asked.scale.hub]
    known = (yield from contexts(asked, {voter.window for voter in rare})) if rare else {}
    return Poll(tuple(found), {voter: known.get(voter.window, []) for voter in rare})


def agree(asked: Asked, polled: Poll) -> Program[Resonance | None]:
    """What the context says on which the regions agree."""
    top = polled.roots(asked.scale)[:TOP]
    passing = [root for root in top if root.vote >= asked.scale.floor]
    if not passing:
        return None
    pairs = yield from roots(asked, [root.seq for root in passing])
    return (yield from answer_by(asked, [(root, pairs[root.seq]) for root in passing if root.seq in pairs]))


def answer_by(asked: Asked, ranked: Sequence[tuple[Root, tuple[Form, Form]]]) -> Program[Resonance | None]:
    """What the first of the `ranked` roots says whose pair knows everything the query names."""
    for root, (left, right) in ranked:
        left = yield from whole(asked, left)
        right = yield from whole(asked, right)
        pair = Pair.of(left.text, right.text)
        if (yield from _knows_all(asked, pair)):
            found = yield from project(asked, left)
            if found is None or says_nothing(asked.query, found.text):
                return None
            return _answer(asked, root, pair, left, found)
    return None


def _knows_all(asked: Asked, pair: Pair) -> Program[bool]:
    """The content guard; a query that names nothing is nobody's."""
    named = content(asked.query, pair)
    if named.unknown or not (named.known or named.misspelled):
        return False
    return not (yield from stored_anywhere(asked, named.misspelled))


def _answer(asked: Asked, root: Root, pair: Pair, left: Form, found: Form) -> Resonance:
    strongest = max(root.voters, key=lambda voter: (voter.weight(asked.scale), -voter.region.start))
    return answer(
        asked,
        "2",
        found,
        spans=((strongest.region.start, strongest.region.end),),
        moves=CONCEPT_MOVES,
        via=left,
        vote=root.vote,
        floor=asked.scale.floor,
        coverage=_coverage(asked.query, pair),
    )


def _coverage(query: str, pair: Pair) -> float:
    """The share, in bytes, of the words of `query` that `pair` has."""
    words = tokens(query)
    known = sum(word.end - word.start for word in words if pair.holds(word.text))
    return known / sum(word.end - word.start for word in words)
