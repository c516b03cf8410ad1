"""Pieces of sentences: quotations, dates, how sure something is."""

from __future__ import annotations

import re
import unicodedata

from kip_engine.recall.result import Item

LONGEST = 400
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
UNCERTAIN = 0.5
_INNER = str.maketrans({"“": "‘", "”": "’", "„": "‚", "‟": "‛"})
# They change the order in which other text is shown.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def quoted(text: str) -> str:
    """Text of the memory as a quotation on one line: it is data, whatever it says."""
    return f"“{plain(text)}”"


def plain(text: str) -> str:
    """Text on one line, without control characters, cut where it is long.

    Its own quotation marks are made inner ones: it can't end the quotation that it stands in.
    """
    line = " ".join("".join(map(_harmless, text)).translate(_INNER).split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1].rstrip() + "…"


def day(instant: str) -> str:
    """The day of an instant, as far as it is one."""
    return instant[:10] if _DATE.match(instant) else plain(instant)[:40]


def how_sure(item: Item) -> str | None:
    """How far an item is to be believed, in words; None where nothing is known."""
    belief = item.belief
    if belief is None:
        return None
    said = f"confidence {belief:.2f}".rstrip("0").rstrip(".")
    return f"uncertain: {said}" if belief < UNCERTAIN else said


def noted(*notes: str | None) -> str:
    """Notes in brackets behind a sentence; nothing if there are none."""
    given = [note for note in notes if note]
    return f" ({', '.join(given)})" if given else ""


def since(item: Item) -> str | None:
    """Since when a fact is known, or when it was observed."""
    for key in ("first_observed", "created_at"):
        if key in item.dates:
            return f"since {day(item.dates[key])}"
    return f"observed {day(item.dates['observed_at'])}" if "observed_at" in item.dates else None


def observed(item: Item) -> str | None:
    """How often a fact was borne out, if more than once."""
    count = item.evidence_count
    return f"borne out {count} times" if count is not None and count > 1 else None


def _harmless(character: str) -> str:
    if character in _TURNING:
        return ""
    return " " if unicodedata.category(character) in ("Cc", "Zl", "Zp") else character
