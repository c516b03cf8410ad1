"""What a recall answers, for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from .console import console, harmless, on_one_line
from .tables import make_table

if TYPE_CHECKING:
    from kip_engine.recall import Entry, Recall

_COLOURS = {"success": "green", "partial": "yellow", "not_found": "red"}
_TITLES = ("phase", "trip", "rows", "ms", "statement", "note")


def show_recall(found: Recall, trace: bool) -> None:
    """Print the status, the answer, who else may be meant and, if wanted, what was sent."""
    out = console()
    out.print(Text(found.status, _COLOURS[found.status]))
    for sentence in found.sentences:
        out.print(Text(harmless(sentence.text), "" if sentence.kind == "fact" else "dim"), soft_wrap=True)
    for other in found.alternatives:
        meant = on_one_line(f"“{other.asked}” may also be {other.known_as} ({other.type} {other.name}).")
        out.print(Text(meant, "yellow"))
    if trace:
        out.print(make_table(_TITLES, map(_row, found.trace)))


def _row(entry: Entry) -> tuple[Any, ...]:
    statement = on_one_line(" ".join(entry.statement.split()))
    return entry.phase, entry.round_trip, entry.rows, entry.milliseconds, statement, entry.note or ""
