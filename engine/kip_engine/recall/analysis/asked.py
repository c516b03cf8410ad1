"""What is asked: a question as recall understands it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from .scope import Scope

INTENTS = (
    "store", "identity", "learned", "briefing", "due", "evolution", "pattern", "domain", "existence",
    "preference", "relation", "event", "entity", "general",
)  # fmt: skip
OF_THE_OWNER = ("identity", "learned")


@dataclass(frozen=True, slots=True)
class Context:
    """Who asks, and where; it tells apart what the question leaves open."""

    counterparty: str | None = None
    agent: str | None = None
    source: str | None = None
    topic: str | None = None


@dataclass(frozen=True, slots=True)
class Name:
    """A name in the question; `sure` if it is spelled like one, and not only because a sentence begins so."""

    text: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, analysed.

    `text` is what is looked up, `intents` what is asked for, the likeliest first; `names` stand in it.
    `history` asks for what is no longer so, `currency` for what still is.  `least` is the confidence that is
    required, if one is.  `translations` are the question in other words to look up.
    """

    text: str
    now: datetime
    intents: tuple[str, ...] = ("general",)
    names: tuple[Name, ...] = ()
    scope: Scope | None = None
    flags: frozenset[str] = frozenset()
    least: float | None = None
    translations: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    context: Context = field(default_factory=Context)

    @property
    def intent(self) -> str:
        """The likeliest intent."""
        return self.intents[0]

    @property
    def lookups(self) -> tuple[str, ...]:
        """What to look up by words and meaning: the question, its translations, what a thread is about."""
        topic = self.context.topic if "thread" in self.flags or self.asks("briefing") else None
        return (self.text, *self.translations, *([topic] if topic else []))

    def asks(self, *intents: str) -> bool:
        """Whether one of these is among the intents."""
        return any(intent in self.intents for intent in intents)

    @property
    def history(self) -> bool:
        """Whether what is no longer so is asked for too: in so many words, or by a time that is over."""
        return "history" in self.flags or self.asks("evolution") or self._of_the_past

    @property
    def _of_the_past(self) -> bool:
        """Whether what was so at a time gone by is asked, rather than what happened then."""
        if self.scope is None or self.scope.end is None or self.asks("event"):
            return False
        return self.scope.end <= self.now

    @property
    def currency(self) -> bool:
        """Whether only what still holds is asked for."""
        return "currency" in self.flags and not self.history

    @property
    def of_the_owner(self) -> bool:
        """Whether the question is about the owner of the memory."""
        return self.asks(*OF_THE_OWNER)

    def to_dict(self) -> dict[str, Any]:
        """What was understood, JSON-ready."""
        return {
            "intent": self.intent,
            "intents": list(self.intents),
            "names": [name.text for name in self.names],
            "time": None if self.scope is None else self.scope.to_dict(),
            "history": self.history,
            "currency": self.currency,
            "confidence": self.least,
        }
