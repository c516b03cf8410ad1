"""What a caller gives, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from kip_grammar.errors import KipError

from .analysis.asked import Context
from .analysis.text import clean

FIELDS = ("counterparty", "agent", "source", "topic")
LEGACY = "user"
MOST = 100


@dataclass(frozen=True, slots=True)
class Given:
    """A question with its circumstances; `context` as text where it was given."""

    query: str
    context: Context
    limit: int
    now: datetime

    @property
    def shown(self) -> dict[str, str]:
        """The context as it was given."""
        found = {field: getattr(self.context, field) for field in FIELDS}
        return {field: value for field, value in found.items() if value is not None}


def given(query: Any, context: Any, limit: Any, now: Any) -> Given:
    """The arguments of a recall.  Raises KIP_2003 for those of a wrong kind."""
    if not isinstance(query, str):
        raise _wrong("A question is a text.", "Ask in plain words.")
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= MOST:
        raise _wrong(
            f"The limit is a whole number of 1 to {MOST}, not {limit!r:.40}.", "Leave it out for 10."
        )
    return Given(clean(query), _context(context), limit, _moment(now))


def _context(context: Any) -> Context:
    if context is None:
        return Context()
    if not isinstance(context, Mapping):
        raise _wrong(
            "The context is an object.", 'Send {"counterparty": "…", "topic": "…"}, or leave it out.'
        )
    fields = {field: _text(field, context.get(field)) for field in FIELDS}
    if fields["counterparty"] is None:
        fields["counterparty"] = _text(LEGACY, context.get(LEGACY))
    return Context(**fields)


def _text(field: str, value: Any) -> str | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if isinstance(value, str):
        return clean(value)
    raise _wrong(
        f"The context's {field} is a text, not {value!r:.40}.", "Send an identifier or leave it out."
    )


def _moment(now: Any) -> datetime:
    if now is None:
        return datetime.now(UTC)
    try:
        moment = now if isinstance(now, datetime) else datetime.fromisoformat(now)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        moment.astimezone(UTC)  # near the ends of the calendar there is no such hour
    except (TypeError, ValueError, OverflowError):
        raise _wrong(f"{now!r:.40} is no instant.", "Give a datetime, or ISO 8601 text.") from None
    return moment


def _wrong(message: str, hint: str) -> KipError:
    return KipError("KIP_2003", message, hint=hint)
