"""What was asked for and not found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .analysis.asked import Asked, Name
from .compose.phrases import plain
from .finds import Finds
from .grounding import Grounding
from .items import AROUND_FOUND
from .patterns.files import AROUND
from .result import Item
from .statements import Reply
from .texts import known_as
from .words import stems

_EXPECTED = {
    "preference": ("preferences", ("C.preferences", "G.preferences", "K.preferences", "H.of_person")),
    "due": ("open obligations", ("L.dated", "L.undated", "L.own", "L.owed_to", "L.owed_by")),
    "learned": ("lessons", ("I.learned", "I.behavior")),
    "relation": ("relations", ("B.people", "B.relations")),
    "evolution": ("changes", ("G.preferences", "G.replaced")),
}


def find_gaps(
    asked: Asked, grounding: Grounding, finds: Finds, replies: Iterable[Reply], items: Sequence[Item]
) -> list[str]:
    """What the answer lacks, in sentences, each once."""
    gaps = [*_unknown(grounding.unknown, items), *_expected(asked, grounding, items)]
    gaps += [*_not_asked(replies), *_out_of_time(asked, items)]
    return list(dict.fromkeys(gaps))


def unknown_names(names: Iterable[Name], texts: Iterable[str]) -> list[Name]:
    """Those of `names` whose words stand in none of `texts`."""
    said = [frozenset(stems(text)) for text in texts]
    return [name for name in names if not any(frozenset(stems(name.text)) <= words for words in said)]


def _unknown(names: Iterable[Name], items: Sequence[Item]) -> Iterator[str]:
    texts = [f"{' '.join(item.participants)} {item.text}" for item in items]
    for name in unknown_names(names, texts):
        if name.sure:
            yield f"Nothing was found about {plain(name.text)}."


def _expected(asked: Asked, grounding: Grounding, items: Sequence[Item]) -> Iterator[str]:
    """What the question asks for by kind, where no such thing answers it."""
    if asked.intent not in _EXPECTED:
        return
    kind, labels = _EXPECTED[asked.intent]
    patterns = {f"pattern {label}" for label in labels}
    if asked.intent == "relation":
        patterns.add(AROUND_FOUND)
    if not any(patterns & set(item.why) for item in items):
        whom = ", ".join(plain(known_as(grounded.concept)) for grounded in grounding.subjects)
        of = f" of {whom}" if whom and whom != "I" else ""
        yield f"No {kind}{of} were found."


def _not_asked(replies: Iterable[Reply]) -> Iterator[str]:
    for reply in replies:
        if reply.asking.pattern.letter == AROUND:
            continue
        lacking = [name for name in reply.missing if not name.startswith(":")]
        if lacking:
            yield f"Not looked for, since this memory does not define it: {'; '.join(lacking)}."


def _out_of_time(asked: Asked, items: Sequence[Item]) -> Iterator[str]:
    if asked.scope is not None and asked.scope.strict and not items:
        yield f"Nothing is known of that time ({plain(asked.scope.phrase)})."
