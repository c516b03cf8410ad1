"""Whether anything that was found answers at all; a poor fit is worse than an honest nothing.

The bounds were measured on conversations: of questions that they answer 2 in 100 fall below, of questions
about other conversations 6 in 10, even if their names are left out (`python -m benchmarks.recall`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

from .analysis.asked import Asked
from .finds import Candidate, Finds
from .gaps import unknown_names
from .grounding import Grounding
from .ranking import relevance
from .relevance import Fit
from .texts import compared
from .whose import is_anothers

PRIOR = 0.3


class Bounds(NamedTuple):
    """What a text must have: so much of the words, or of the meaning, or a little less of both."""

    words: float
    meaning: float
    words_of_both: float
    meaning_of_both: float

    def passed_by(self, fit: Fit) -> bool:
        """Whether a fit is good enough."""
        by_either = fit.content >= self.words or fit.meaning >= self.meaning
        return by_either or (fit.content >= self.words_of_both and fit.meaning >= self.meaning_of_both)


OF_SOMEBODY = Bounds(0.4, 0.08, 0.25, 0.05)
OF_ANYTHING = Bounds(0.5, 0.1, 0.3, 0.05)
BY_WORDS = Bounds(0.3, math.inf, math.inf, math.inf)
"""Of somebody whom the memory knows, of anything else, and where there is no meaning to go by."""
RELATIVE = 0.3
"""What is less relevant than this share of the most relevant is left out."""


def answering(
    asked: Asked,
    grounding: Grounding,
    finds: Finds,
    fits: Mapping[str, Fit],
    admitted: list[Candidate],
    *,
    by_meaning: bool,
) -> list[Candidate]:
    """Those of the `admitted` that answer, none if the question is about somebody or something unknown.

    `by_meaning` says whether fits go by meaning too.
    """
    bounds = BY_WORDS if not by_meaning else OF_SOMEBODY if grounding.named else OF_ANYTHING
    if not any(one.prior >= PRIOR or bounds.passed_by(fits[one.id]) for one in admitted):
        return []
    if _is_about_nobody_known(asked, grounding, finds, admitted):
        return []
    if is_somebody_elses(grounding, finds, fits, admitted):
        return []
    best = max(relevance(candidate, fits[candidate.id]) for candidate in admitted)
    return [one for one in admitted if relevance(one, fits[one.id]) >= RELATIVE * best]


def is_somebody_elses(
    grounding: Grounding, finds: Finds, fits: Mapping[str, Fit], admitted: list[Candidate]
) -> bool:
    """Whether the question names one person, and only what others said fits it."""
    people = [person for person in grounding.of_type("Person") if person["id"] in grounding.named]
    if len(people) != 1 or any(candidate.prior >= PRIOR for candidate in admitted):
        return False
    return is_anothers(people[0], finds, fits, admitted)


def _is_about_nobody_known(
    asked: Asked, grounding: Grounding, finds: Finds, admitted: list[Candidate]
) -> bool:
    """Whether all names in the question are unknown: none is a concept, none stands in what was found."""
    sure = [name for name in asked.names if name.sure]
    if not sure or grounding.named or asked.translations:
        return False
    texts = [compared(candidate, finds) for candidate in admitted]
    return len(unknown_names(sure, texts)) == len(sure)
