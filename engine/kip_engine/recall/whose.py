"""Whether what fits best is somebody else's: a question about one person, a fact about another.

Where people talk, each speaks mostly for themselves.  If nothing that the person named said, or that was said
of them, holds nearly as much of the question as what others said, the fact is not theirs.  Measured on
conversations: of questions that they answer 3 in 100 fall under it, of questions about the wrong person 3 in
10 (`python -m benchmarks.recall`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from .finds import Candidate, Element, Finds
from .relevance import Fit
from .texts import known_as

SHARE, LEAST = 0.75, 0.45
_VOCATIVE_ENDS = r"\s*[,!?.;:…]"


def is_anothers(
    person: Element, finds: Finds, fits: Mapping[str, Fit], candidates: Iterable[Candidate]
) -> bool:
    """Whether what `candidates`, utterances, say of the question is not `person`'s."""
    own, others = [0.0], [0.0]
    for candidate in candidates:
        speakers = _speakers(candidate)
        if not candidate.is_event or not speakers:
            continue
        if person["id"] in candidate.near or _speaks_of(person, candidate):
            own.append(fits[candidate.id].context)
        else:
            others.append(fits[candidate.id].content)
    return max(others) > LEAST and max(own) < SHARE * max(others)


def _speakers(candidate: Candidate) -> list[str]:
    took_part = candidate.element["attributes"].get("participants")
    return took_part if isinstance(took_part, list) and len(took_part) == 1 else []


def _speaks_of(person: Element, candidate: Candidate) -> bool:
    """Whether an utterance has the person's name in it, and doesn't only call them by it."""
    said = str(candidate.element["attributes"].get("content_summary", ""))
    first = known_as(person).split(" ")[0]
    return re.search(rf"\b{re.escape(first)}\b(?!{_VOCATIVE_ENDS}|$)", said) is not None
