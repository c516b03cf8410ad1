"""The built-in planner: rules, no model."""

from __future__ import annotations

import re
from datetime import datetime

from .asked import Asked, Context
from .names import find_names
from .rules import rules
from .times import find_scope

READ = 2_000
"""Characters of a question that are read."""

_CONFIDENCE = re.compile(
    r"(?:confidence|certainty|sure|certain|confident)\D{0,20}?(\d{1,3})\s?%"
    r"|(\d{1,3})\s?% (?:or more )?(?:sure|certain|confident|confidence)"
    r"|(?:confidence|certainty)\D{0,20}?([01]?\.\d+|1\.0)"
)
_SURE = re.compile(r"\b(?:high confidence|confirmed|for (?:sure|certain)|definitely|certainly|reliabl[ey])\b")
_SURE_MEANS = 0.8


def analyse(query: str, now: datetime, context: Context) -> Asked:
    """What `query` asks, seen from `now`.  Never raises."""
    text = " ".join(query[:READ].split())
    lower = text.lower()
    return Asked(
        text=text,
        now=now,
        intents=_intents(lower),
        names=find_names(text),
        scope=find_scope(lower, now),
        flags=rules().flags_of(lower),
        least=_least(lower),
        context=context,
    )


def _intents(text: str) -> tuple[str, ...]:
    """The intents that fit, "what is …" only where no other does."""
    fitting = rules().intents_of(text)
    if len(fitting) > 1:
        fitting = [intent for intent in fitting if intent != "entity"]
    return (*fitting, "general")


def _least(text: str) -> float | None:
    match = _CONFIDENCE.search(text)
    if match is None:
        return _SURE_MEANS if _SURE.search(text) else None
    percent = match[1] or match[2]
    return min(1.0, int(percent) / 100 if percent else float(match[3]))
