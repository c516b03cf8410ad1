"""What was found so far: elements by id, and those of them that may answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from .statements import Reply

Element: TypeAlias = dict[str, Any]

STANDS_FOR = {"involves": "subject", "mentions": "subject", "owed_to": "subject", "committed_to": "object"}
"""Links that only tie something to people: which end of them is what they are about."""
_TIED = frozenset({"Event", "Experience", "Commitment"})
BESIDE_THE_POINT = frozenset({("Person", "$system")} | {("Domain", name) for name in
    ("CoreSchema", "Unsorted", "Archived", "System")})  # fmt: skip
_BY_THEMSELVES = frozenset({"Person", "Domain", "Event", "Experience", "Commitment"})
_CHORES = frozenset({"SleepTask"})
_MEANING = "F.meanings"
_GROUNDING = frozenset({"around.called", "around.people", "around.latest", "A.named", "A.person"})
"""Askings that say what is meant, not what answers."""


@dataclass(slots=True)
class Candidate:
    """An element that may answer: how it was found, and how well it fits by words and by meaning.

    `prior` is how well what asked for it fits the question, `place` where it stood there; `near` are other
    concepts that it was found around.  `probed` says that it was found by the question's own words.
    """

    element: Element
    keyword: float = 0.0
    meaning: float = 0.0
    prior: float = 0.0
    place: int = 0
    probed: bool = False
    found_by: list[str] = field(default_factory=list)
    near: set[str] = field(default_factory=set)

    @property
    def id(self) -> str:
        """The element's id."""
        return str(self.element["id"])

    @property
    def is_link(self) -> bool:
        """Whether it is a fact, not a concept."""
        return "predicate" in self.element

    @property
    def is_event(self) -> bool:
        """Whether it is something that happened."""
        return self.element.get("type") == "Event"


class Finds:
    """All that the replies so far have brought."""

    def __init__(self) -> None:
        self.elements: dict[str, Element] = {}
        self.candidates: dict[str, Candidate] = {}
        self.rows: dict[str, list[dict[str, Any]]] = {}
        self.following: dict[str, str] = {}
        self.preceding: dict[str, str] = {}

    def add(self, replies: Iterable[Reply], priors: dict[str, float]) -> int:
        """Take in `replies`, each worth the prior of its label; returns how many candidates are new."""
        before = len(self.candidates)
        for reply in replies:
            self.rows.setdefault(reply.asking.label, []).extend(reply.rows)
            for place, row in enumerate(reply.rows):
                self._add_row(reply.asking.label, row, place, priors.get(reply.asking.label, 0.0))
        return len(self.candidates) - before

    def concept(self, identity: Any) -> Element | None:
        """The concept with that id, if it was seen."""
        found = self.elements.get(identity)
        return found if found is not None and "type" in found else None

    def join(self, people: Iterable[Element], names: Callable[[Element], Iterable[str]]) -> None:
        """Put `people` near the events that name them among their participants."""
        called = {name: person["id"] for person in people for name in names(person)}
        for candidate in self.candidates.values():
            if candidate.is_event:
                took_part = candidate.element["attributes"].get("participants")
                for name in took_part if isinstance(took_part, list) else ():
                    if isinstance(name, str) and name in called:
                        candidate.near.add(called[name])

    def without_meaning(self) -> None:
        """Take back what a search by meaning said that could only go by words."""
        for candidate in self.candidates.values():
            candidate.meaning = 0.0

    def hold(self) -> None:
        """Let facts stand for the concepts that they lead to, which say less by themselves.

        What happened or is owed, in turn, stands for the links that tie it to people.
        """
        for link in [each for each in self.candidates.values() if each.is_link]:
            tied, _ = self._found([link.element])
            if tied is not None and tied is not link.element:
                del self.candidates[link.id]
                self._replace(link, tied)
        self._hold_concepts()

    def _replace(self, link: Candidate, concept: Element) -> None:
        candidate = self.candidates.setdefault(concept["id"], Candidate(concept))
        candidate.keyword = max(candidate.keyword, link.keyword)
        candidate.meaning = max(candidate.meaning, link.meaning)
        candidate.near.update((link.element["subject"], link.element["object"]), link.near)
        candidate.near.discard(concept["id"])
        candidate.found_by += [label for label in link.found_by if label not in candidate.found_by]

    def _hold_concepts(self) -> None:
        held: dict[str, list[Candidate]] = {}
        for candidate in self.candidates.values():
            if candidate.is_link and (target := self.concept(candidate.element["object"])) is not None:
                held.setdefault(target["id"], []).append(candidate)
        for identity, facts in held.items():
            concept = self.candidates.get(identity)
            if concept is not None and concept.element["type"] not in _BY_THEMSELVES:
                del self.candidates[identity]
                for fact in facts:
                    fact.meaning = max(fact.meaning, concept.meaning)
                    fact.probed = fact.probed or concept.probed

    def _add_row(self, label: str, row: dict[str, Any], place: int, prior: float) -> None:
        elements = [value for value in row.values() if isinstance(value, dict) and "id" in value]
        score = elements[0]["metadata"].pop("_score", None) if elements else None
        for element in elements:
            self.elements.setdefault(element["id"], element)
        if label in ("around.next", "around.previous"):
            self._follow(label, row)
        found, around = self._found(elements)
        if label not in _GROUNDING and found is not None and not _is_beside_the_point(found):
            self._propose(label, found, around, (score, prior, place))

    def propose(self, element: Element, label: str, prior: float) -> None:
        """Make a concept that was grounded an answer itself."""
        self._propose(label, element, [], (None, prior, 0))

    def _propose(
        self, label: str, found: Element, around: list[Element], worth: tuple[float | None, float, int]
    ) -> None:
        candidate = self.candidates.setdefault(found["id"], Candidate(self.elements[found["id"]]))
        candidate.near.update(element["id"] for element in around)
        _note(candidate, label, *worth)

    def _found(self, elements: list[Element]) -> tuple[Element | None, list[Element]]:
        """What a row is about, and what is around it: what happened or is owed stands for links on it."""
        if not elements:
            return None, []
        found, around = elements[0], elements[1:]
        end = STANDS_FOR.get(found.get("predicate", ""))
        tied = self.concept(found[end]) if end is not None else None
        if tied is not None and tied["type"] in _TIED:
            return tied, [element for element in around if element["id"] != tied["id"]]
        return found, around

    def _follow(self, label: str, row: dict[str, Any]) -> None:
        event, found = row["event"]["id"], row["found"]["id"]
        first, second = (found, event) if label == "around.next" else (event, found)
        self.following[first] = second
        self.preceding[second] = first


def _note(candidate: Candidate, label: str, score: float | None, prior: float, place: int) -> None:
    if label not in candidate.found_by:
        candidate.found_by.append(label)
    if label == _MEANING:
        candidate.meaning = max(candidate.meaning, score or 0.0)
    elif score is not None:
        candidate.keyword = max(candidate.keyword, score)
    candidate.probed = candidate.probed or label.startswith("F.")
    if prior > candidate.prior:
        candidate.prior, candidate.place = prior, place


def _is_beside_the_point(element: Element) -> bool:
    """Whether it is a definition, a chore of the memory's own, or a shelf that every memory has."""
    kind = element.get("type", "")
    return kind.startswith("$") or kind in _CHORES or (kind, element.get("name")) in BESIDE_THE_POINT
