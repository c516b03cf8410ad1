"""What a question says besides whom it is about, when, and that it asks."""

from __future__ import annotations

from collections.abc import Iterable

from .analysis.asked import Asked
from .words import SAYING_NOTHING, stem, stems, telling

_GENERIC_WORDS = """
happen event meet meeting talk discuss discussion conversation session chat call say tell mention remember
know time last recent latest memory learn do go thing anything everything something occur prefer like favorite
favourite love enjoy hate change relation relationship work here thread channel domain topic field area
overview kind
"""
_GENERIC = frozenset(map(stem, _GENERIC_WORDS.split()))


def has_content(asked: Asked) -> bool:
    """Whether it says anything."""
    return bool(content(asked, asked.text))


def content(asked: Asked, text: str, names: Iterable[str] = ()) -> list[str]:
    """The telling words of `text`, the question or a translation, without those of names and times."""
    said = {word for name in (*names, *(name.text for name in asked.names)) for word in stems(name)}
    said |= set(stems(asked.scope.phrase)) if asked.scope is not None else set()
    return [word for word in telling(text) if word not in said | _GENERIC | SAYING_NOTHING]
