"""What to ask while the answer is thin: more of the same, around what is meant, then its neighbourhood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .analysis.asked import Asked
from .by_intent import ego
from .finds import Candidate
from .grounding import Grounding, broad
from .patterns import around, pattern
from .statements import Asking

ENOUGH = 3
WIDER = 200
SUBJECTS = 3


def is_thin(answers: Sequence[Candidate], grounding: Grounding, limit: int) -> bool:
    """Whether there is too little: few answers, or none for somebody whom the question names."""
    if len(answers) < min(ENOUGH, limit):
        return True
    covered = {identity for candidate in answers for identity in _about(candidate)}
    return any(identity not in covered for identity in grounding.named)


def steps(asked: Asked, grounding: Grounding) -> Iterator[list[Asking]]:
    """The batches to try, one after the other."""
    yield [*ego(grounding), *broad(asked.lookups, WIDER, 0.0)]
    yield [*_neighbourhood(grounding), *_events(grounding)]


def _neighbourhood(grounding: Grounding) -> list[Asking]:
    return [
        Asking(around(), "siblings", {"found_type": concept["type"], "found_name": concept["name"]})
        for concept in grounding.concepts[:SUBJECTS]
    ]


def _events(grounding: Grounding) -> list[Asking]:
    people = grounding.of_type("Person")[:SUBJECTS]
    return [Asking(pattern("D"), "recent", {"person_name": person["name"]}) for person in people]


def _about(candidate: Candidate) -> set[str]:
    element = candidate.element
    return {str(element.get("subject")), str(element.get("object")), candidate.id, *candidate.near}
