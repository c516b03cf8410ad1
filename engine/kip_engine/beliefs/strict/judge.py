"""The STRICT policy: what every live entry is worth, from the live entries alone (section 15)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from .components import components
from .foundations import Cycle, Footing, footing
from .order import citations, questions
from .records import Judgement, LiveBelief, LiveEntry, Reason, Standing, Status, Verdict
from .voices import HIGHEST, RANK, TIERS, Judged, View, Voice, listen
from .weighing import weigh


def judge(beliefs: Iterable[LiveBelief], readable: Mapping[str, Collection[str]]) -> Judgement:
    """The verdict on each entry of `beliefs` and the standing of each belief.

    `beliefs` must hold everything that the ones of interest stand on, directly or not; what else is cited is
    a base.  `readable` gives for each scope those that it can read, itself included.  A function of its
    arguments and nothing else: how the entries came about makes no difference but for their order within a
    belief.

    For n beliefs and m entries outside cycles of citations time is O(n + m), times the number of views that
    read a belief and the number of legs that compete.  A cycle of m citations takes O(m log m); where many
    bases lie below it, but not near, O(m) for each belief in it; and one whose scopes don't see all of it is
    gone through until nothing changes.  Nothing recurses.
    """
    court = _Court(listen(list(beliefs), readable))
    court.sit()
    return court.judgement()


class _Court:
    def __init__(self, beliefs: list[Judged]) -> None:
        self.beliefs = beliefs
        self.known: list[dict[View, Footing]] = [{} for _ in beliefs]
        self.standings: dict[str, Standing] = {}

    def sit(self) -> None:
        """Judges every belief after what it cites, and those that cite each other together."""
        graph = citations(self.beliefs)
        order = components(graph)
        asked = questions(self.beliefs, order, graph)
        for members in order:
            cycles = self._hear(members)
            for member in members:
                belief = self.beliefs[member]
                ground = _Ground(member, belief.view, cycles[belief.view], self.known)
                self.standings[belief.belief.id] = weigh(belief, ground)
            for view, wanted in asked[members[0]].items():
                self._answer(members, view, wanted)

    def judgement(self) -> Judgement:
        verdicts: dict[str, Verdict] = {}
        for each in self.beliefs:
            by_source = {voice.entry.source_id: voice for voice in each.voices}
            for entry in each.belief.entries:
                verdicts[entry.id] = _verdict(entry, by_source[entry.source_id])
        return Judgement(verdicts, self.standings)

    def _hear(self, members: Sequence[int]) -> dict[View, Cycle]:
        """Judges the voices of beliefs that cite each other, in each one's view.

        Where they don't all see the same of each other, a way through what others see counts once it is
        accepted there: hence the rounds, which only ever add ways.
        """
        peers = frozenset(members)
        for member in members:
            self._judge_below(self.beliefs[member], peers)
        seen = self._seen(members)
        while True:
            before = [self.beliefs[member].ways for member in members]
            cycles = {view: self._cycle_heard(view, members, seen) for view in seen}
            for member in members:
                self._judge_among(self.beliefs[member], member, cycles[self.beliefs[member].view])
            settled = len(set(seen.values())) == 1
            if settled or before == [self.beliefs[member].ways for member in members]:
                return cycles

    def _seen(self, members: Sequence[int]) -> dict[View, View]:
        """What each view of `members` sees of their scopes."""
        scopes = {self.beliefs[member].belief.scope for member in members}
        return {view: view & scopes for view in (self.beliefs[member].view for member in members)}

    def _cycle_heard(self, view: View, members: Sequence[int], seen: Mapping[View, View]) -> Cycle:
        """`members` while they are heard: those that see the same of each other with all ways they hope for,
        since a way that leads to a base without going in circles is accepted all along."""
        peers = frozenset(members)
        ways = [
            each.ways_hoped_for(peers) if seen[each.view] == seen[view] else each.ways
            for each in (self.beliefs[member] for member in members)
        ]
        return Cycle(view, members, ways, self.beliefs, self.known)

    def _judge_below(self, belief: Judged, peers: frozenset[int]) -> None:
        """Judges the voices that cite what is judged already."""
        for voice in belief.voices:
            if voice.target is not None and voice.target not in peers and voice.is_open:
                below = footing(voice.target, belief.view, self.beliefs, self.known)
                refuted = self.beliefs[voice.target].refuted
                voice.judge(below.rank if below else 0, Reason.REFUTED if refuted else Reason.UNGROUNDED)
        belief.ways = belief.ways_down(without=peers)

    def _judge_among(self, belief: Judged, number: int, cycle: Cycle) -> None:
        """Judges the voices that cite what is judged together with the belief."""
        for voice in belief.voices:
            if voice.target is not None and voice.target in cycle and voice.is_open:
                rank = cycle.rank(voice.target, without=number)
                circular = not rank and cycle.rank(voice.target)
                voice.judge(rank, Reason.CIRCULAR if circular else Reason.UNGROUNDED)
        belief.ways = belief.ways_down()

    def _answer(self, members: Sequence[int], view: View, wanted: int) -> None:
        """Notes what `members` stand on in `view`, for those who cite them."""
        ways = [self.beliefs[member].ways for member in members]
        cycle = Cycle(view, members, ways, self.beliefs, self.known)
        for member in members:
            if member in cycle and (rank := cycle.rank(member)):
                near, complete = cycle.nearby(member, wanted)
                self.known[member][view] = Footing(rank, near if complete else cycle.bases(member, wanted))


class _Ground(NamedTuple):
    """What the voices of a belief can stand on, now that it is judged."""

    number: int
    view: View
    cycle: Cycle
    known: Sequence[Mapping[View, Footing]]

    def nearby(self, voice: Voice, wanted: int) -> tuple[Sequence[str], bool]:
        if voice.target is None:
            return (voice.entry.source_id,), True
        if voice.target in self.cycle:
            return self.cycle.nearby(voice.target, wanted, without=self.number)
        return self.known[voice.target][self.view].bases, True

    def bases(self, voice: Voice, wanted: int) -> Sequence[str]:
        assert voice.target is not None, "whatever is no belief is near"
        return self.cycle.bases(voice.target, wanted, without=self.number)


def _verdict(entry: LiveEntry, voice: Voice) -> Verdict:
    reason = _reason(entry, voice)
    weight = entry.weight if reason.status == Status.ACCEPTED else 0.0
    tier = TIERS[min(RANK[entry.tier], voice.bound or HIGHEST)]
    return Verdict(reason, weight, entry.resolves or RANK[entry.tier] == 0, tier)


def _reason(entry: LiveEntry, voice: Voice) -> Reason:
    if voice.refusal:
        return voice.refusal
    if entry is not voice.entry:
        return Reason.SUPERSEDED
    if not voice.counts:
        return Reason.SHARED
    if RANK[entry.tier] and not entry.resolves:
        return Reason.UNVERIFIED
    return Reason.BOUNDED if voice.bound < RANK[entry.tier] else Reason.NONE
