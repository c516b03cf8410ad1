"""The ladder: the first tier that answers wins."""

from __future__ import annotations

from typing import Any

from kip_engine.spaces import Space
from kip_engine.storage.steps import Program

from .answering import silence
from .candidates import look_around
from .forms import askable
from .question import Asked, open_question
from .regions import voters
from .results import Resonance
from .tier_argument import bind_argument
from .tier_bridge import cross
from .tier_consensus import agree, poll
from .tier_forward import read_forward
from .tier_identity import identify
from .tier_neighbour import echo, reach_neighbour
from .tier_self import match_itself
from .tier_together import agree_together


def recall(space: Space, query: Any, *, forward: bool = True, canonical: bool = True) -> Program[Resonance]:
    """What the memory `space` has to say to `query`; to what can't have been learned it says nothing.

    Without `forward` a question that was taught isn't read forward before the ladder; without `canonical`
    forms that only share its canonical key aren't looked up.  Raises KIP_2003 if `query` is neither text nor
    bytes.
    """
    text = askable(query)
    asked = (yield from open_question(space.name, text, alike=canonical)) if text else None
    if asked is None:
        return Resonance(query, unexplained=text or "")
    found = (yield from _by_form(asked, forward)) or (yield from _by_likeness(asked))
    return found or silence(asked)


def _by_form(asked: Asked, forward: bool) -> Program[Resonance | None]:
    """The tiers that read forms which the query is or has in it."""
    found = (yield from read_forward(asked)) if forward else None
    return found or (yield from match_itself(asked)) or (yield from bind_argument(asked))


def _by_likeness(asked: Asked) -> Program[Resonance | None]:
    """The tiers that read forms which are like the query."""
    around = yield from look_around(asked)
    found = yield from identify(asked, around)
    if found:
        return found
    polled = yield from poll(asked, voters(around.regions, around.stored))
    return (
        (yield from agree(asked, polled))
        or (yield from reach_neighbour(asked, around))
        or (yield from cross(asked, around))
        or (yield from agree_together(asked, around, polled))
        or (yield from echo(asked, around))
    )
