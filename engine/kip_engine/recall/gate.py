"""Whether anything that was found answers at all; a poor fit is worse than an honest nothing.

The bounds were measured on conversations: of questions that they answer 2 in 100 fall below, of questions
about other conversations 6 in 10, even if their names are left out (`python -m benchmarks.recall`).
"""

from __future__ import annotations

from collections.abc import Mapping

from kip_engine import embedding

from .analysis.asked import Asked
from .finds import Candidate, Finds
from .gaps import unknown_names
from .grounding import Grounding
from .ranking import relevance
from .relevance import Fit
from .texts import compared

PRIOR = 0.3
WORDS, MEANING = 0.5, 0.1
BOTH_WORDS, BOTH_MEANING = 0.3, 0.05
WORDS_ALONE = 0.3
RELATIVE = 0.3
"""What is less relevant than this share of the most relevant is left out."""


def answering(
    asked: Asked, grounding: Grounding, finds: Finds, fits: Mapping[str, Fit], admitted: list[Candidate]
) -> list[Candidate]:
    """Those of the `admitted` that answer, none if the question is about somebody or something unknown."""
    if not any(_is_an_answer(candidate, fits[candidate.id]) for candidate in admitted):
        return []
    if _is_about_nobody_known(asked, grounding, finds, admitted):
        return []
    best = max(relevance(candidate, fits[candidate.id]) for candidate in admitted)
    return [one for one in admitted if relevance(one, fits[one.id]) >= RELATIVE * best]


def _is_an_answer(candidate: Candidate, fit: Fit) -> bool:
    if candidate.prior >= PRIOR:
        return True
    if not embedding.available():
        return fit.content >= WORDS_ALONE
    by_either = fit.content >= WORDS or fit.meaning >= MEANING
    return by_either or (fit.content >= BOTH_WORDS and fit.meaning >= BOTH_MEANING)


def _is_about_nobody_known(
    asked: Asked, grounding: Grounding, finds: Finds, admitted: list[Candidate]
) -> bool:
    """Whether all names in the question are unknown: none is a concept, none stands in what was found."""
    sure = [name for name in asked.names if name.sure]
    if not sure or grounding.named:
        return False
    texts = [compared(candidate, finds) for candidate in admitted]
    return len(unknown_names(sure, texts)) == len(sure)
