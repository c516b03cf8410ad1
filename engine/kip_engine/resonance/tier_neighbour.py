"""Tier 3, grounded neighbour: what a form like the query says, if that is nearly the query; and the echo."""

from __future__ import annotations

from kip_engine.storage.steps import Program

from .answering import answer
from .asking import edges
from .candidates import Hit, Neighbourhood
from .guards import completes_digits, is_fragment, restates, says_nothing
from .knowing import pairs_unlike
from .projecting import project
from .question import Asked, Form
from .results import Resonance
from .scale import REACH
from .similarity import fraction, similarity


def reach_neighbour(asked: Asked, around: Neighbourhood) -> Program[Resonance | None]:
    """The first form within reach that a form like the query projects to.

    What is within reach is a hit itself, so only hits that an edge ties to one are followed.
    """
    near = [hit.form for hit in around.hits if _is_near(asked, hit)]
    others = [(hit.form, form) for hit in around.hits for form in near if hit.form.id != form.id]
    tied = yield from edges(asked, [*others, *((b, a) for a, b in others)])
    for hit in around.hits:
        if any((hit.form.id, form.id) in tied or (form.id, hit.form.id) in tied for form in near):
            found = yield from project(asked, hit.form)
            if found and (yield from _reaches(asked, found)):
                return answer(asked, "3", found, via=hit.form)
    return None


def echo(asked: Asked, around: Neighbourhood) -> Program[Resonance | None]:
    """The form most like the query, quoted; a quotation explains nothing and is no fact."""
    best = around.hits[0] if around.hits else None
    if best is None or not _is_near(asked, best) or restates(asked.query, best.form.text):
        return None
    if is_fragment(asked.query, best.form.text) or not (yield from _reaches(asked, best.form)):
        return None
    return answer(asked, "echo", best.form, moves=0, echoed=True)


def _is_near(asked: Asked, hit: Hit) -> bool:
    return fraction(hit.alike, hit.form.size, len(asked.data)) >= REACH


def _reaches(asked: Asked, found: Form) -> Program[bool]:
    alike = similarity(asked.data, found.text.encode())
    if fraction(alike, found.size, len(asked.data)) < REACH or says_nothing(asked.query, found.text):
        return False
    if not completes_digits(asked.query, found.text):
        return False
    return not (yield from pairs_unlike(asked, asked.query, found.text, completing=True))
