"""Tier 1, near-identity: a long query that is a stored form but for a few bytes is read as that form."""

from __future__ import annotations

from kip_engine.storage.steps import Program

from .answering import answer
from .candidates import Hit, Neighbourhood
from .guards import differing_spans, restates, same_digits, says_nothing
from .knowing import pairs_unlike
from .projecting import project, reverse
from .question import Asked, Form
from .results import Resonance
from .scale import tolerated_edits


def identify(asked: Asked, around: Neighbourhood) -> Program[Resonance | None]:
    """What the nearest form within the tolerated edits says; a twin in spelling is only read backward."""
    tolerated = tolerated_edits(len(asked.data))
    near = [hit for hit in around.hits if hit.distance <= tolerated] if tolerated else []
    for hit in near:
        if restates(asked.query, hit.form.text):
            found = yield from reverse(asked, hit.form)
            if found and not says_nothing(asked.query, found.text):
                return answer(asked, "1", found, via=hit.form)
        else:
            identified = yield from _read_as(asked, hit)
            if identified:
                return identified
    return None


def _read_as(asked: Asked, hit: Hit) -> Program[Resonance | None]:
    if (yield from _is_other(asked, hit.form)):
        return None
    found = yield from project(asked, hit.form)
    if found is None or says_nothing(asked.query, found.text):
        return None
    differs = differing_spans(asked.data, hit.form.text.encode())
    return answer(asked, "1", found, spans=((0, len(asked.data)),), via=hit.form, differs=differs)


def _is_other(asked: Asked, form: Form) -> Program[bool]:
    if not same_digits(asked.query, form.text):
        return True
    return (yield from pairs_unlike(asked, asked.query, form.text))
