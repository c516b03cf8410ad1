"""From what was found to the answer: what answers at all, in which order, and in which words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kip_engine.resonance import Resonance

from .admitting import admitted, is_sure_enough
from .analysis.asked import Asked
from .asking import Asker
from .compose import compose
from .finds import Candidate, Element, Finds
from .gaps import find_gaps
from .gate import answering
from .given import Given
from .grounding import OWNER, Grounding
from .items import make_item
from .ranking import score
from .relevance import Fit, fits
from .result import Alternative, Item, Recall, Status
from .sources import LEADING, Tuning
from .statements import Reply

NO_WORDS = "The question has no words to look for."


@dataclass(frozen=True)
class Answering:
    """An answer in the making, from all that was found so far."""

    asked: Asked
    given: Given
    grounding: Grounding = field(default_factory=Grounding)
    finds: Finds = field(default_factory=Finds)
    tuning: Tuning = field(default_factory=Tuning)
    believed: Mapping[str, float] = field(default_factory=dict)
    resonant: Resonance | None = None

    def nothing(self, asker: Asker) -> Recall:
        """The answer where nothing is looked up."""
        gaps = [] if self.asked.intent == "store" else [NO_WORDS]
        return self._recall((), gaps, "not_found", asker, ())

    def candidates(self) -> list[Candidate]:
        """Those candidates that answer, in no order."""
        allowed = [one for one in self.finds.candidates.values() if admitted(one, self.finds, self.asked)]
        by_meaning = self.tuning.by_meaning
        return answering(self.asked, self.grounding, self.finds, self._fits, allowed, by_meaning=by_meaning)

    def answer(self, replies: Sequence[Reply], asker: Asker, alternatives: Sequence[Alternative]) -> Recall:
        """The whole answer."""
        items = self._items()
        gaps = find_gaps(self.asked, self.grounding, self.finds, replies, items) + asker.notes
        status: Status = "not_found" if not items else "partial" if gaps else "success"
        return self._recall(items, gaps, status, asker, alternatives)

    def _items(self) -> tuple[Item, ...]:
        items = [self._item(candidate, self._fits[candidate.id]) for candidate in self.candidates()]
        items = [
            item for item in items if is_sure_enough(item.belief, self.asked, of_a_fact=item.kind == "fact")
        ]
        ranked = sorted(items, key=lambda item: (-item.score, item.id))
        return (*self._learned(), *ranked)[: self.given.limit]

    def _item(self, candidate: Candidate, fit: Fit) -> Item:
        credence = self._credence(candidate.element)
        now, weights = self.given.now, self.tuning.weights
        worth = score(candidate, fit, self.finds, weights, credence, now)
        return make_item(candidate, fit, worth, credence, self.finds)

    def _credence(self, element: Element) -> float | None:
        """What is believed of a fact, or else of what it leads to."""
        found = self.believed.get(element["id"])
        return self.believed.get(str(element.get("object"))) if found is None else found

    def _learned(self) -> list[Item]:
        """What resonance answers: it leads where it is exact or bound."""
        found = self.resonant
        if found is None or found.text is None:
            return []
        worth = 1.0 if found.tier in LEADING else 0.5
        why = (f"resonance, tier {found.tier}",)
        return [Item(found.elements[-1], "resonance", found.text, worth, why)]

    @cached_property
    def _fits(self) -> dict[str, Fit]:
        return fits(self.asked, self.finds, self.grounding.named, self.tuning.activation)

    def _recall(
        self,
        items: Sequence[Item],
        gaps: Sequence[str],
        status: Status,
        asker: Asker,
        alternatives: Sequence[Alternative],
    ) -> Recall:
        context = self.asked.context
        return Recall(
            query=self.given.query,
            status=status,
            items=tuple(items),
            sentences=compose(self.asked, items, self._owner(), gaps, status),
            alternatives=tuple(alternatives),
            gaps=tuple(gaps),
            trace=tuple(asker.trace),
            understood=self.asked.to_dict(),
            served_by=self.tuning.weights.profile,
            actor=context.counterparty or context.agent,
        )

    def _owner(self) -> Element | None:
        owners = self.grounding.of_type("Person")
        return next((person for person in owners if person["name"] == OWNER), None)
