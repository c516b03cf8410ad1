"""The STRICT policy: what every live entry is worth, from the live entries alone (section 15)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from .foundations import Cycle, Footing, footing
from .order import citations, components, questions
from .records import Judgement, LiveBelief, LiveEntry, Reason, Standing, Status, Verdict
from .voices import HIGHEST, RANK, TIERS, Judged, View, Voice, Way, listen
from .weighing import weigh


def judge(beliefs: Iterable[LiveBelief], readable: Mapping[str, Collection[str]]) -> Judgement:
    """The verdict on each entry of `beliefs` and the standing of each belief.

    `beliefs` must hold everything that the ones of interest stand on, directly or not; what else is cited is
    a base.  `readable` gives for each scope those that it can read, itself included.  A function of its
    arguments and nothing else: how the entries came about makes no difference but for their order within a
    belief.

    For n beliefs and m entries outside cycles of citations time is O(n + m), times the number of views that
    read a belief and the number of legs that compete.  A cycle takes O(m log m), and if more than
    `FEW_BASES` bases lie below it, per leg a search until enough of them are met; cycles that lead through
    scopes of different views are gone through until nothing changes.  Nothing recurses.
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
                self._weigh(member, cycles)
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

        A way through a scope of another view counts once it is accepted there: hence the rounds, which only
        ever add ways.
        """
        views = dict.fromkeys(self.beliefs[member].view for member in members)
        while True:
            before = [self.beliefs[member].ways for member in members]
            cycles = {view: self._cycle(view, members, hearing=True) for view in views}
            for member in members:
                self._judge(self.beliefs[member], member, cycles[self.beliefs[member].view])
            if len(views) == 1 or before == [self.beliefs[member].ways for member in members]:
                return cycles

    def _cycle(self, view: View, members: Sequence[int], *, hearing: bool) -> Cycle:
        """`members` as `view` sees them; while they are heard, those of this view with all ways they claim: a
        way that leads to a base without going in circles is accepted all along."""
        beliefs = [self.beliefs[member] for member in members]
        ways = [each.claimed_ways() if hearing and each.view is view else each.ways for each in beliefs]
        return Cycle(view, members, ways, self.beliefs, self.known)

    def _judge(self, belief: Judged, number: int, cycle: Cycle) -> None:
        for voice in belief.voices:
            if voice.target is not None and voice.refusal not in (Reason.SHUT, Reason.ITSELF):
                voice.bound = self._bound(voice.target, number, cycle, belief.view)
                voice.refusal = Reason.NONE if voice.bound else self._refusal(voice.target, cycle)
        belief.ways = [
            Way(voice.entry.source_id, voice.target, voice.effective)
            for voice in belief.voices
            if voice.effective and voice.entry.direction == "+"
        ]

    def _bound(self, target: int, number: int, cycle: Cycle, view: View) -> int:
        if target in cycle:
            return cycle.rank(target, without=number)
        below = footing(target, view, self.beliefs, self.known)
        return 0 if below is None else below.rank

    def _refusal(self, target: int, cycle: Cycle) -> Reason:
        if target in cycle:
            return Reason.CIRCULAR if cycle.rank(target) else Reason.UNGROUNDED
        return Reason.REFUTED if self.beliefs[target].refuted else Reason.UNGROUNDED

    def _weigh(self, number: int, cycles: Mapping[View, Cycle]) -> None:
        belief = self.beliefs[number]
        cycle = cycles[belief.view]

        def bases(voice: Voice, wanted: int) -> Sequence[str]:
            if voice.target is None:
                return (voice.entry.source_id,)
            if voice.target in cycle:
                return cycle.bases(voice.target, wanted, without=number)
            return self.known[voice.target][belief.view].bases

        self.standings[belief.belief.id] = weigh(belief, bases)

    def _answer(self, members: Sequence[int], view: View, wanted: int) -> None:
        """Notes what `members` stand on in `view`, for those who cite them."""
        cycle = self._cycle(view, members, hearing=False)
        for member in members:
            if member in cycle and (rank := cycle.rank(member)):
                self.known[member][view] = Footing(rank, cycle.bases(member, wanted))


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
