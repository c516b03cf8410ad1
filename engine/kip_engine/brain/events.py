"""What an event of the log means: event → signal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from kip_grammar.errors import KipError

from . import sections, signals
from .complaints import invalid
from .signals import Accessed, Feedback, Irrelevant, RecallHit, RecallMiss, Signal, Weighted

Event: TypeAlias = Mapping[str, Any]
"""`verb`, and optionally `outcome` (success if absent), `target`, `duration_us` and `payload`."""

FEEDBACK = "brain.feedback"


def interpret(event: Event) -> Signal:
    """The signal that `event` is; verbs that mean nothing to the brain are irrelevant events."""
    read = _READERS.get(event["verb"])
    return Irrelevant() if read is None else read(event)


def check_sections(given: Any) -> dict[str, str]:
    """`given` as judgements of sections.  Raises KIP_2003 with the code of what is wrong."""
    if not isinstance(given, Mapping):
        raise invalid("section_signals_type", "`section_signals` is an object of section names and signals.")
    if not given:
        raise invalid("section_signals_empty", "`section_signals` is empty.", "Leave it out instead.")
    for name in sorted(given):
        _check_section(name, given[name])
    return dict(given)


def _check_section(name: str, signal: Any) -> None:
    if sections.strict(name) is None:
        known = ", ".join(sections.NAMES)
        raise invalid("section_signals_section", f"There is no section {name!r:.80}.", f"Sections: {known}.")
    hint = "A section's signal is useful, not_useful or wrong."
    if not isinstance(signal, str):
        raise invalid("section_signals_value_type", f"The signal of section {name!r} is no text.", hint)
    if signal not in signals.PLAIN:
        raise invalid("section_signals_value", f"{signal!r:.80} is no signal for a section.", hint)


def _recall(event: Event) -> Signal:
    if event.get("outcome", "success") != "success" or event.get("target") is None:
        return RecallMiss()
    return RecallHit(event["target"], event.get("duration_us", 0))


def _access(event: Event) -> Signal:
    target = event.get("target")
    return Irrelevant() if target is None else Accessed(target)


def _feedback(event: Event) -> Signal:
    target, payload = event.get("target"), event.get("payload")
    if target is None or not isinstance(payload, Mapping):
        return Irrelevant()
    signal = payload.get("signal")
    if signal in signals.WEIGHTS:
        return Weighted(target, signal, _effective_weight(signal, payload))
    if signal in signals.PLAIN:
        return Feedback(target, signal, _sections(payload.get("section_signals")))
    return Irrelevant()


def _effective_weight(signal: str, payload: Mapping[str, Any]) -> float:
    """What the gate let through; the nominal weight where no gate was passed."""
    gate = payload.get("gate")
    weight = gate.get("effective_weight") if isinstance(gate, Mapping) else None
    number = isinstance(weight, (int, float)) and not isinstance(weight, bool)
    return float(weight) if number else signals.WEIGHTS[signal]  # type: ignore[arg-type]


def _sections(given: Any) -> dict[str, str]:
    """Judgements of sections; none at all if one of them is no such thing."""
    try:
        return check_sections(given)
    except KipError:
        return {}


_READERS: dict[str, Callable[[Event], Signal]] = {
    "memory.recall": _recall,
    "recall": _recall,
    "get": _access,
    "remember": _access,
    FEEDBACK: _feedback,
}
