"""What a recall gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Spans = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Resonance:
    """What a memory has to say to a query; `text` None is silence.

    `tier` names the tier that answered: "forward", "0", "0b", "1", "2", "3", "3b" or "echo".  `accounted` are
    the spans of the query, in UTF-8 bytes, that the answer explains, and `unexplained` is the rest.  `moves`
    is the effort: 1 a step, 10 a concept.  An `echoed` text is a quotation of something stored, never a fact.
    `complete` says that the query was read as it stands, to the last byte.  `provenance` says how the answer
    was found and `elements` names the KIP elements it was found through.  `differs` are the spans of the
    query in which it isn't what was stored.  A consensus also has its `vote` and the `floor` it passed, in
    nats, and its `coverage`, the share (0 to 1) of the query's words that the answering pair has.
    """

    query: str | bytes
    text: str | None = None
    tier: str | None = None
    accounted: Spans = ()
    moves: int = 0
    unexplained: str = ""
    echoed: bool = False
    complete: bool = False
    provenance: str = "recall-silence"
    elements: tuple[str, ...] = ()
    differs: Spans = ()
    vote: float | None = None
    floor: float | None = None
    coverage: float | None = None

    def __bool__(self) -> bool:
        return self.text is not None

    @property
    def weight(self) -> int:
        """What competing answers are compared by: moves, and 1000 for every byte left unexplained."""
        asked = len(self.query.encode() if isinstance(self.query, str) else self.query)
        covered = {place for start, end in self.accounted for place in range(start, end)}
        return self.moves + 1000 * (asked - len(covered))

    def to_dict(self) -> dict[str, Any]:
        """The answer, JSON-ready."""
        return {
            "text": self.text,
            "tier": self.tier,
            "accounted": [list(span) for span in self.accounted],
            "moves": self.moves,
            "unexplained": self.unexplained,
            "echoed": self.echoed,
            "complete": self.complete,
            "provenance": self.provenance,
            "elements": list(self.elements),
            "differs": [list(span) for span in self.differs],
            "vote": self.vote,
            "floor": self.floor,
            "coverage": self.coverage,
        }


def outside(query: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text of `query` outside `spans`, its pieces joined by " … "."""
    data, place = query.encode(), 0
    pieces: list[bytes] = []
    for start, end in sorted(spans):
        if start > place:
            pieces.append(data[place:start])
        place = max(place, end)
    if place < len(data):
        pieces.append(data[place:])
    return " … ".join(piece.decode(errors="replace") for piece in pieces)
