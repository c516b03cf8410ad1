"""Before the ladder: a question that was taught, but for its spelling and marks, is read forward."""

from __future__ import annotations

from kip_engine.storage.steps import Program

from .answering import answer
from .guards import differing_spans, restates
from .projecting import follow
from .question import Asked
from .results import Resonance


def read_forward(asked: Asked) -> Program[Resonance | None]:
    """The end of the chain that begins with the query itself."""
    if asked.onward is None:
        return None
    found = yield from follow(asked, asked.onward)
    if found is None or restates(asked.query, found.text):
        return None
    as_taught = restates(asked.query, asked.onward.text)
    differs = () if as_taught else differing_spans(asked.data, asked.onward.text.encode())
    whole = ((0, len(asked.data)),)
    return answer(asked, "forward", found, spans=whole, via=asked.onward, complete=as_taught, differs=differs)
