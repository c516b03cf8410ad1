"""What a recall gives: `Recall` and what it is made of, all JSON-ready."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Status = Literal["success", "partial", "not_found"]
Kind = Literal["fact", "status", "gap", "as_of"]


@dataclass(frozen=True, slots=True)
class Item:
    """A fact, an event or a concept of the memory, and how it was found.

    `subject` and `object` are `{"type", "name"}`, where there is one; `kind` is "fact" for a link, "event",
    "concept", or "resonance" for a learned answer.  `score` (0 to 1) says how well it fits the question,
    `confidence` and `credence` (0 to 1, None where nothing is known) how far it is to be believed.  `dates`
    are ISO 8601, by what they date.  `participants` took part in an event, an obligation is `owed_by` and
    `owed_to` somebody; `said` is a fact in words, with which its `text` begins,
    or what a concept is called.
    """

    id: str
    kind: str
    text: str
    score: float
    why: tuple[str, ...]
    subject: dict[str, Any] | None = None
    predicate: str | None = None
    object: dict[str, Any] | None = None
    confidence: float | None = None
    credence: float | None = None
    dates: dict[str, str] = field(default_factory=dict)
    evidence_count: int | None = None
    superseded: bool = False
    source: str | None = None
    participants: tuple[str, ...] = ()
    owed_by: tuple[str, ...] = ()
    owed_to: tuple[str, ...] = ()
    said: str = ""

    @property
    def details(self) -> str:
        """What a fact says besides that it holds."""
        return self.text.removeprefix(self.said).removeprefix(": ") if self.kind == "fact" else self.text

    @property
    def belief(self) -> float | None:
        """How far it is to be believed: by evidence where there is any, else as it was stated."""
        return self.confidence if self.credence is None else self.credence

    def to_dict(self) -> dict[str, Any]:
        """The item, JSON-ready."""
        return {
            "id": self.id,
            "kind": self.kind,
            "subject": self.subject,
            "predicate": self.predicate,
            "object": self.object,
            "text": self.text,
            "confidence": self.confidence,
            "credence": self.credence,
            "dates": self.dates,
            "evidence_count": self.evidence_count,
            "superseded": self.superseded,
            "source": self.source,
            "participants": list(self.participants),
            "owed_by": list(self.owed_by),
            "owed_to": list(self.owed_to),
            "score": self.score,
            "why": list(self.why),
        }


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the answer and the items that it comes from; only what isn't a fact has none."""

    text: str
    items: tuple[str, ...] = ()
    kind: Kind = "fact"

    def to_dict(self) -> dict[str, Any]:
        """The sentence, JSON-ready."""
        return {"text": self.text, "items": list(self.items), "kind": self.kind}


@dataclass(frozen=True, slots=True)
class Alternative:
    """Who or what else a name in the question may mean."""

    asked: str
    type: str
    name: str
    known_as: str

    def to_dict(self) -> dict[str, Any]:
        """The alternative, JSON-ready."""
        return {"asked": self.asked, "type": self.type, "name": self.name, "known_as": self.known_as}


@dataclass(frozen=True, slots=True)
class Entry:
    """A statement that was sent, or another reading: in which phase and round trip, how long it took, and the
    rows that it gave; `note` says what went otherwise."""

    phase: str
    round_trip: int
    statement: str
    parameters: dict[str, Any] = field(default_factory=dict)
    rows: int = 0
    milliseconds: float = 0.0
    note: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The entry, JSON-ready."""
        return {
            "phase": self.phase,
            "round_trip": self.round_trip,
            "statement": self.statement,
            "parameters": self.parameters,
            "rows": self.rows,
            "milliseconds": self.milliseconds,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Recall:
    """An answer out of the memory.

    `items` are in the order of their scores, `answer` groups what they say in readable sentences, each of
    which names its items in `sentences`.  `understood` is what the question was taken to ask.
    `served_by` names the brain profile whose weights ranked, for `recall_feedback`.
    """

    query: str
    status: Status
    items: tuple[Item, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    alternatives: tuple[Alternative, ...] = ()
    gaps: tuple[str, ...] = ()
    trace: tuple[Entry, ...] = ()
    understood: dict[str, Any] = field(default_factory=dict)
    served_by: str | None = None
    actor: str | None = None

    @property
    def answer(self) -> str:
        """The sentences, one a line."""
        return "\n".join(sentence.text for sentence in self.sentences)

    def __bool__(self) -> bool:
        return self.status != "not_found"

    def to_dict(self) -> dict[str, Any]:
        """The answer, JSON-ready."""
        return {
            "query": self.query,
            "status": self.status,
            "answer": self.answer,
            "items": [item.to_dict() for item in self.items],
            "sentences": [sentence.to_dict() for sentence in self.sentences],
            "alternatives": [alternative.to_dict() for alternative in self.alternatives],
            "gaps": list(self.gaps),
            "trace": [entry.to_dict() for entry in self.trace],
            "understood": self.understood,
            "served_by": self.served_by,
        }
