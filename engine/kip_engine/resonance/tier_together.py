"""Tier 2 again, after all others: words that many contexts share agree on one together.

In a memory of like facts ("Hugo's car", "Hugo's bank", "Mara's car") no word tells one context from all
others, but two of them do.  So each of a root's regions is counted as if it reached only the contexts that
hold all of them, and one that is too common to vote alone votes here if it makes those fewer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import log

from kip_engine.storage.steps import Program

from .asking import Asked, Form, roots
from .regions import Voter
from .results import Resonance
from .scale import Scale
from .tier_consensus import TOP, Poll, Root, answer_by
from .windows import word_windows

LEAST_CONSIDERED = 64


def agree_together(asked: Asked, polled: Poll) -> Program[Resonance | None]:
    """What the context says that the regions single out together: one query before its answer is read."""
    if len(polled.voters) < 2:
        return None
    considered = polled.roots(asked.scale)[: max(LEAST_CONSIDERED, asked.scale.hub)]
    pairs = (yield from roots(asked, [root.seq for root in considered])) if considered else {}
    joint = joint_roots(polled, considered, pairs, asked.scale)
    passing = [root for root in joint[:TOP] if root.vote >= asked.scale.floor]
    return (yield from answer_by(asked, [(root, pairs[root.seq]) for root in passing]))


def joint_roots(
    polled: Poll, considered: Iterable[Root], pairs: Mapping[int, tuple[Form, Form]], scale: Scale
) -> list[Root]:
    """The `considered` roots with the votes that their regions give together, best first."""
    held = {root.seq: _held(polled, root, pairs[root.seq]) for root in considered if root.seq in pairs}
    sets = Counter(held.values())
    found = [_joint_root(seq, some, sets, scale) for seq, some in held.items()]
    return sorted(found, key=lambda root: root.rank)


def _held(polled: Poll, root: Root, pair: tuple[Form, Form]) -> frozenset[Voter]:
    """The regions that a root holds: those that reach it, and common ones whose window its pair has."""
    common = [voter for voter in polled.voters if voter not in polled.reached]
    if not common:
        return frozenset(root.voters)
    present = word_windows(pair[0].text) | word_windows(pair[1].text)
    return frozenset((*root.voters, *(voter for voter in common if voter.window in present)))


def _joint_root(seq: int, held: frozenset[Voter], sets: Counter[frozenset[Voter]], scale: Scale) -> Root:
    together = _holding(held, sets)
    voting = [
        voter for voter in held if voter.contexts <= scale.hub or _holding(held - {voter}, sets) > together
    ]
    voting.sort(key=lambda voter: voter.region.start)
    told = log(scale.n / together) / together
    return Root(seq, tuple(voting), sum(voter.damping * told for voter in voting))


def _holding(voters: frozenset[Voter], sets: Counter[frozenset[Voter]]) -> int:
    """How many contexts hold all of `voters`."""
    return sum(count for some, count in sets.items() if voters <= some)
