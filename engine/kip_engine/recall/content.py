"""What a question says besides whom it is about, when, and that it asks."""

from __future__ import annotations

from collections.abc import Iterable

from .analysis.asked import Asked
from .words import SAYING_NOTHING, stem, stems, telling

_OF_ASKING_WORDS = """
happen discuss discussion conversation session chat call say tell mention remember know talk ever memory thing
anything everything something here thread channel domain topic overview
"""
_OF_LITTLE_WORDS = """
event meet meeting time last recent latest learn do go occur prefer like favorite favourite love enjoy hate
change relation relationship work field area kind
"""
_OF_ASKING = frozenset(map(stem, _OF_ASKING_WORDS.split()))
_OF_LITTLE = _OF_ASKING | frozenset(map(stem, _OF_LITTLE_WORDS.split()))


def has_content(asked: Asked) -> bool:
    """Whether it says anything in particular."""
    return not _OF_LITTLE.issuperset(content(asked, asked.text))


def content(asked: Asked, text: str, names: Iterable[str] = ()) -> list[str]:
    """The telling words of `text`, the question or a translation, without those of names and times."""
    said = {word for name in (*names, *(name.text for name in asked.names)) for word in stems(name)}
    said |= set(stems(asked.scope.phrase)) if asked.scope is not None else set()
    return [word for word in telling(text) if word not in said | _OF_ASKING | SAYING_NOTHING]
