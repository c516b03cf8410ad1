"""Tier 0, exact self-match: a query that is a stored form is answered by what leads to it."""

from __future__ import annotations

from kip_engine.storage.steps import Program

from .answering import answer
from .guards import says_nothing
from .projecting import reverse
from .question import Asked
from .results import Resonance


def match_itself(asked: Asked) -> Program[Resonance | None]:
    """The context of the form that the query resolves to; reading backward explains nothing of the query."""
    if asked.exact is None:
        return None
    found = yield from reverse(asked, asked.exact)
    if found is None or says_nothing(asked.query, found.text):
        return None
    return answer(asked, "0", found, via=asked.exact)
