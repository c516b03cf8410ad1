"""What a space knows of single words: whether a form is about something else than a query."""

from __future__ import annotations

from kip_engine.storage.steps import Program

from .asking import shortest
from .guards import are_slips, replaced_words
from .question import Asked
from .reading import frame_of


def pairs_unlike(asked: Asked, query: str, form: str, *, completing: bool = False) -> Program[bool]:
    """Whether reading `query` as `form` takes one thing for another: two words, one of them known by itself.

    A word is known if it is, or is part of, a stored form shorter than the query; fillers name nothing.
    Where a form is only `completing` the query, it may have more words.
    """
    changes, frame = replaced_words(query, form), frame_of(query, form)
    if completing:
        changes = [change for change in changes if change.asked]
    if not are_slips(changes, frame):
        return True
    words = {word for change in changes for word in (*change.asked, *change.stored)} - frame
    known = yield from shortest(asked, words)
    return any(known.get(word, len(asked.data)) < len(asked.data) for word in words)


def stored_anywhere(asked: Asked, words: tuple[str, ...]) -> Program[bool]:
    """Whether any of `words` is a word of a stored form."""
    return bool((yield from shortest(asked, words)))
