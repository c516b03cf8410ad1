"""Which statements to send, once it is known what a question is about: one batch."""

from __future__ import annotations

from kip_cypher.schema import Schema

from .analysis.asked import Asked
from .beside import beside
from .by_intent import fitting, what_happened
from .finds import Finds
from .grounding import Grounding
from .statements import Asking


def retrieve(asked: Asked, grounding: Grounding, finds: Finds, schema: Schema) -> list[Asking]:
    """The statements to send for `asked`, most fitting first, each once."""
    askings = fitting(asked, grounding, schema)
    if asked.scope is not None and asked.scope.strict:
        askings += what_happened(asked, grounding)
    askings += beside(finds, around_events=not asked.of_the_owner)
    return list({asking.identity: asking for asking in askings}.values())
