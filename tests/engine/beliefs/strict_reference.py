"""A slow evaluator of the STRICT policy that is easy to check: it tries every simple way and every matching.

It follows the rules of section 15 word by word and knows no graph algorithm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from kip_engine.beliefs.strict import LiveBelief, LiveEntry, Reason, Status

TIERS = ["model_assertion", "executable", "simulation", "held_out_truth", "real_measurement"]
STRENGTH = dict(zip(TIERS, [0.05, 0.3, 0.5, 0.8, 1.0], strict=True))
Worth = tuple[Status, Reason, float, str]
Edge = tuple[str, str]


class Reference:
    """The verdicts (status, reason, weight, tier) and credences of small graphs."""

    def __init__(self, beliefs: Sequence[LiveBelief], readable: Mapping[str, set[str]]) -> None:
        self.beliefs = {belief.id: belief for belief in beliefs}
        self.readable = readable
        self.rank: dict[Edge, int] = {}
        self.refuted: dict[str, bool] = {}
        self.verdicts: dict[str, Worth] = {}
        self.credence: dict[str, float] = {}
        done: set[str] = set()
        while len(done) < len(self.beliefs):
            for member in self.beliefs:
                cycle = self.cycle(member)
                below = set().union(*(self.depends(each) for each in cycle)) - cycle
                if member not in done and below <= done:
                    self.settle(cycle)
                    done |= cycle

    # What is said, and about what ----------------------------------------------------------------

    def speaking(self, belief: str) -> dict[str, LiveEntry]:
        """Rule 4: per source the newest entry of the highest tier."""
        voices: dict[str, LiveEntry] = {}
        for entry in self.beliefs[belief].entries:
            other = voices.get(entry.source_id)
            if other is None or STRENGTH[entry.tier] >= STRENGTH[other.tier]:
                voices[entry.source_id] = entry
        return voices

    def is_open(self, belief: str, source: str) -> bool:
        return source != belief and source not in self.beliefs[belief].shut

    def sees(self, viewer: str, source: str) -> bool:
        """Whether `source` is a belief to the scope of `viewer`."""
        visible = self.readable[self.beliefs[viewer].scope]
        return source in self.beliefs and self.beliefs[source].scope in visible

    def claimed(self, belief: str, source: str) -> int:
        """The rank of the tier with which `source` would ground `belief`, 0 if it can't."""
        entry = self.speaking(belief)[source]
        grounds = entry.resolves and entry.weight > 0 and self.is_open(belief, source)
        return TIERS.index(entry.tier) if grounds else 0

    def depends(self, belief: str) -> set[str]:
        return {
            source
            for source in self.speaking(belief)
            if self.sees(belief, source) and self.is_open(belief, source)
        }

    def below(self, belief: str) -> set[str]:
        found: set[str] = set()
        new = {belief}
        while new:
            new = set().union(*(self.depends(each) for each in new)) - found
            found |= new
        return found

    def cycle(self, belief: str) -> set[str]:
        return {belief} | {other for other in self.below(belief) if belief in self.below(other)}

    # Ways ----------------------------------------------------------------------------------------

    def ways(
        self, start: str, viewer: str, rank: Mapping[Edge, int], without: set[str]
    ) -> Iterator[tuple[str, int]]:
        """Base and smallest rank of every simple way down from the belief `start`, as `viewer` sees it."""
        for source, entry in self.speaking(start).items():
            step = rank.get((start, source), 0)
            if not step or entry.direction != "+" or source in without | {start}:
                continue
            if not self.sees(viewer, source):
                yield source, step
                continue
            for base, rest in self.ways(source, viewer, rank, without | {start}):
                yield base, min(step, rest)

    def settle(self, cycle: set[str]) -> None:
        """The least solution: nothing is accepted that isn't led to a base by what is."""
        edges = [(belief, source) for belief in cycle for source in self.speaking(belief)]
        before = None
        while before != self.rank:
            before = dict(self.rank)
            for belief, source in edges:
                bound = self.bound(belief, source, cycle, before)
                self.rank[belief, source] = min(bound, self.claimed(belief, source))
        for belief in cycle:
            self.weigh(belief, cycle)

    def bound(self, belief: str, source: str, cycle: set[str], rank: Mapping[Edge, int]) -> int:
        """Rule 2: what the widest way from `source` that avoids `belief` allows."""
        if not self.is_open(belief, source):
            return 0
        if not self.sees(belief, source):
            return len(TIERS) - 1
        if self.is_refuted(source, cycle):
            return 0
        return max((least for _, least in self.ways(source, belief, rank, {belief})), default=0)

    def is_refuted(self, source: str, cycle: set[str]) -> bool:
        """Rule 1: a belief that stands refuted supports nothing, but among those that cite each other nothing
        is refuted before the rest is judged."""
        return source not in cycle and self.refuted.get(source, False)

    def refusal(self, belief: str, source: str, cycle: set[str]) -> Reason:
        if source in self.beliefs[belief].shut:
            return Reason.SHUT
        if source == belief:
            return Reason.ITSELF
        if self.bound(belief, source, cycle, self.rank):
            return Reason.NONE
        if source not in cycle:
            return Reason.REFUTED if self.refuted[source] else Reason.UNGROUNDED
        hoped = dict(self.rank)
        for member in cycle:
            if self.seen(member, cycle) == self.seen(belief, cycle):
                among = [each for each in self.speaking(member) if each in cycle and self.sees(member, each)]
                hoped |= {(member, each): self.claimed(member, each) for each in among}
        leads = any(True for _ in self.ways(source, belief, hoped, set()))
        return Reason.CIRCULAR if leads else Reason.UNGROUNDED

    def seen(self, member: str, cycle: set[str]) -> set[str]:
        """What `member` sees of the scopes of `cycle`."""
        return self.readable[self.beliefs[member].scope] & {self.beliefs[each].scope for each in cycle}

    # Weighing ------------------------------------------------------------------------------------

    def bases(self, belief: str, source: str) -> set[str]:
        if not self.sees(belief, source):
            return {source}
        return {base for base, _ in self.ways(source, belief, self.rank, {belief})}

    def shared(self, belief: str) -> set[str]:
        """Rule 3: the sources that don't count because stronger ones leave them no base of their own."""
        shared = set()
        for direction in "+-":
            legs = [
                (-STRENGTH[TIERS[self.rank[belief, source]]] * entry.weight, position, source)
                for source, entry in self.speaking(belief).items()
                for position in [list(self.beliefs[belief].entries).index(entry)]
                if self.rank[belief, source] and entry.direction == direction
            ]
            counted: list[set[str]] = []
            for *_, source in sorted(legs):
                bases = self.bases(belief, source)
                if any(len(set(choice)) == len(choice) for choice in product(*counted, bases)):
                    counted.append(bases)
                else:
                    shared.add(source)
        return shared

    def weigh(self, belief: str, cycle: set[str]) -> None:
        speaking, shared = self.speaking(belief), self.shared(belief)
        refusals = {source: self.refusal(belief, source, cycle) for source in speaking}
        for entry in self.beliefs[belief].entries:
            source = entry.source_id
            status, reason = Status.ACCEPTED, Reason.NONE
            bound = self.bound(belief, source, cycle, self.rank)
            if refusals[source]:
                status, reason = Status.REFUSED, refusals[source]
            elif entry is not speaking[source]:
                status, reason = Status.UNCOUNTED, Reason.SUPERSEDED
            elif source in shared:
                status, reason = Status.UNCOUNTED, Reason.SHARED
            elif not entry.resolves and entry.tier != "model_assertion":
                reason = Reason.UNVERIFIED
            elif bound < TIERS.index(entry.tier):
                reason = Reason.BOUNDED
            tier = TIERS[min(TIERS.index(entry.tier), bound)] if bound else entry.tier
            self.verdicts[entry.id] = status, reason, entry.weight if status == "accepted" else 0.0, tier
        self.fold(belief)

    def fold(self, belief: str) -> None:
        """Rule 5, and whether the belief is refuted."""
        grounding = other = 0.0
        for entry in self.beliefs[belief].entries:
            _, _, weight, tier = self.verdicts[entry.id]
            sign = 1 if entry.direction == "+" else -1
            if entry.resolves and tier != "model_assertion":
                grounding += sign * STRENGTH[tier] * weight * 3
            else:
                other += sign * 0.05 * weight * 3
        self.refuted[belief] = grounding < -1e-9
        total = min(grounding + other, max(0.0, grounding))
        self.credence[belief] = 1 / (1 + math.exp(-total))
