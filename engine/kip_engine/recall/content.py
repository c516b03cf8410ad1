"""Whether a question says anything besides whom it is about and when."""

from __future__ import annotations

from .analysis.asked import Asked
from .words import SAYING_NOTHING, stem, stems, telling

_GENERIC_WORDS = """
happen event meet meeting talk discuss discussion conversation session chat call say tell mention remember
know time last recent latest memory learn do go thing anything everything something occur prefer like favorite
favourite love enjoy hate change relation relationship work
"""
_GENERIC = frozenset(map(stem, _GENERIC_WORDS.split()))


def has_content(asked: Asked) -> bool:
    """Whether the question says anything besides whom it is about and when."""
    said = {stem(word) for name in asked.names for word in stems(name.text)}
    said |= set(stems(asked.scope.phrase)) if asked.scope is not None else set()
    return any(word not in said | _GENERIC | SAYING_NOTHING for word in telling(asked.text))
