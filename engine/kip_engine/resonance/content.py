"""The content guard: a question is answered only by a pair that knows everything it names.

*Content tokens* are the words with digits, and all others that aren't fillers of their language.  One that
the pair hasn't, not even misspelled, makes it the answer to another question, however alike they look.
"""

from __future__ import annotations

from dataclasses import dataclass

from .reading import Reading, are_contrary
from .sides import Pair


@dataclass(frozen=True, slots=True)
class Content:
    """The content tokens of a question, by what a pair makes of them: `known`, `misspelled` or `unknown`.

    A misspelled one is forgiven unless it is itself stored elsewhere.  `contrary` says that it isn't the
    question which the pair answers: it negates what that doesn't, or that does, or asks who instead of when,
    or asks for something of the answer.
    """

    known: tuple[str, ...]
    misspelled: tuple[str, ...]
    unknown: tuple[str, ...]
    contrary: bool

    @property
    def passes(self) -> bool:
        """Whether the pair may answer, if no misspelled word is stored; what names nothing isn't answered."""
        return not self.unknown and not self.contrary and bool(self.known or self.misspelled)


def content(question: str, pair: Pair) -> Content:
    """What `question` names, held against `pair`."""
    reading = Reading.of(question, pair)
    names, named = reading.names, reading.content()
    known = [word for word in named if pair.has(word, is_name=word in names)]
    rest = [word for word in named if word not in known]
    mistyped = [word for word in rest if _is_misspelled(word, reading, is_name=word in names)]
    unknown = [word for word in rest if word not in mistyped]
    contrary = are_contrary(reading.side, pair.left, reading.lists) or _asks_of_answer(known, reading)
    return Content(tuple(known), tuple(mistyped), tuple(unknown), contrary)


def _is_misspelled(word: str, reading: Reading, *, is_name: bool) -> bool:
    frame = frozenset[str]() if is_name else reading.frame
    return any(side.spells(word, frame) for side in reading.pair.sides)


def _asks_of_answer(known: list[str], reading: Reading) -> bool:
    """Whether a question puts words of the answer in the place of something that the context names.

    `Who is Ana's manager?` is no question to "Hugo's manager", "Ana Silva"; but whoever names all that the
    context does may name the answer too.
    """
    pair = reading.pair
    if all(map(pair.left.has, known)) or all(map(pair.right.has, known)):
        return False
    return not all(map(reading.side.has, Reading.of(pair.left.text, pair).content()))
