"""Tier 3b, substitution bridge: a stored question that is the query byte for byte, but for small gaps."""

from __future__ import annotations

from collections.abc import Sequence

from kip_engine.storage.steps import Program

from .alignment import Alignment, align
from .answering import answer
from .asking import learned_pairs, reached
from .candidates import Neighbourhood, disjoint
from .guards import same_digits, says_nothing
from .knowing import pairs_unlike
from .projecting import project
from .question import Asked, Form
from .results import Resonance
from .scale import BINDABLE_BYTES, HITS, SMALLEST_CONSTITUENT, W, dominates
from .substitution import Bridge, Evidence, bare_fillers, bridge, trimmings, wide_gaps

SUBSTITUTION_MOVES = 10


def cross(asked: Asked, around: Neighbourhood) -> Program[Resonance | None]:
    """What the stored question says that covers most of the query."""
    if not SMALLEST_CONSTITUENT <= len(asked.data) <= BINDABLE_BYTES:
        return None
    aligned = _aligned(asked, around)
    fillers = {pair for one in aligned.values() for pair in bare_fillers(one)}
    learned = yield from learned_pairs(asked, fillers)
    evidence = Evidence(around.containers, learned, list(aligned.values()))
    bridges = [(made, form) for form, one in aligned.items() if (made := bridge(one, evidence))]
    best = yield from _best(asked, bridges)
    return (yield from _answer(asked, *best)) if best else None


def _aligned(asked: Asked, around: Neighbourhood) -> dict[Form, Alignment]:
    """The forms that lead on, aligned with the query: those with two of its anchors first, then the hits."""
    stored, offsets = around.containers, around.windows
    rarest = sorted(stored, key=lambda window: (stored[window], offsets[window]))
    anchors = [offsets[window] for window in disjoint(rarest, offsets, W)]
    hits = (hit.form for hit in around.hits)
    candidates = (*_holding_two(asked, around.sharing, anchors), *hits, *around.sharing)
    leading = list(dict.fromkeys(form for form in candidates if form.outs))[:HITS]
    found = {form: align(asked.data, form.text.encode(), anchors) for form in leading}
    return {form: one for form, one in found.items() if one and one.is_plausible}


def _holding_two(asked: Asked, forms: Sequence[Form], anchors: Sequence[int]) -> list[Form]:
    windows = [asked.data[anchor : anchor + W] for anchor in anchors]
    return [form for form in forms if sum(window in form.text.encode() for window in windows) > 1]


def _best(asked: Asked, bridges: Sequence[tuple[Bridge, Form]]) -> Program[tuple[Bridge, Form] | None]:
    """The bridge of largest coverage that takes nothing for something else."""
    for made, form in sorted(bridges, key=lambda pair: -pair[0].covered):
        if (yield from _gaps_are_common(asked, made)) and (yield from _is_alike(asked, made, form)):
            return made, form
    return None


def _is_alike(asked: Asked, made: Bridge, form: Form) -> Program[bool]:
    asks = made.rewritten.decode(errors="replace")
    if not same_digits(asks, form.text):
        return False
    return not (yield from pairs_unlike(asked, asks, form.text))


def _gaps_are_common(asked: Asked, made: Bridge) -> Program[bool]:
    """Whether every wide gap of an identity claim is of windows in most contexts, or in more than H."""
    wide = [list(trimmings(gap)) for gap in wide_gaps(made)]
    windows = {window for ways in wide for way in ways for window in way}
    reach = (yield from reached(asked, windows)) if windows else {}

    def is_common(window: str) -> bool:
        found = reach.get(window, 0)
        return found > asked.scale.hub or dominates(found, asked.scale.n)

    return all(any(all(map(is_common, way)) for way in ways) for ways in wide)


def _answer(asked: Asked, made: Bridge, form: Form) -> Program[Resonance | None]:
    found = yield from project(asked, form)
    replaced = (made.alignment.form[slice(*one.stored)] for one in made.substitutions)
    if found is None or says_nothing(asked.query, found.text):
        return None
    if any(found.text.encode() in span for span in replaced):
        return None
    count = len(made.substitutions)
    spans, moves = tuple(made.spans), SUBSTITUTION_MOVES * count + 1
    return answer(asked, "3b", found, spans=spans, moves=moves, via=form, complete=not count)
