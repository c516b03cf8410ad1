"""What an element says, as text: what is compared with the question and shown in an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kip_engine.search.text import strings

from .finds import Candidate, Element, Finds

_FIRST = ("content_summary", "description", "identity_narrative", "persona", "core_mission", "text")
_NOT_TOLD_KEYS = """
access_level aliases avatar beneficiary category cognitive_state commitment_class consolidation_status
core_directives display_hint due_at end_time event_class first_observed fulfilled_at growth_log handle id
insight_class interaction_summary last_observed last_sleep_cycle maintenance_log name participants
person_class raw_content_ref salience_scored_at service_endpoints source_event source_memory start_time status
"""
_NOT_TOLD = frozenset(_NOT_TOLD_KEYS.split())


def told(element: Element) -> str:
    """What a concept or link says besides its name: its summary or description, or else all its texts."""
    attributes = element["attributes"]
    for key in _FIRST:
        text = attributes.get(key)
        if isinstance(text, str) and text.strip():
            return text
    return "; ".join(_texts(attributes))


def compared(candidate: Candidate, finds: Finds) -> str:
    """What of a candidate is compared with the question."""
    element = candidate.element
    if candidate.is_link:
        return " ".join(_of_link(element, finds))
    if candidate.is_event:
        return " ".join([*strings(element["attributes"].get("participants")), *_all(element)])
    return " ".join([element["name"], *strings(element["attributes"].get("aliases")), *_all(element)])


def _of_link(link: Element, finds: Finds) -> Iterator[str]:
    yield link["predicate"].replace("_", " ")
    yield from _texts(link["attributes"])
    for end in (link["subject"], link["object"]):
        concept = finds.concept(end)
        if concept is not None:
            yield known_as(concept)
    target = finds.concept(link["object"])
    if target is not None:
        yield from _all(target)


def _all(element: Element) -> list[str]:
    """The summary or description and whatever other texts there are, each once."""
    return list(dict.fromkeys([told(element), *_texts(element["attributes"])]))


def _texts(attributes: Mapping[str, Any]) -> Iterator[str]:
    for key, value in attributes.items():
        if key not in _NOT_TOLD:
            yield from (text for text in strings(value) if text.strip())


def known_as(concept: Element) -> str:
    """What a concept is called when it is spoken of."""
    if concept["name"] == "$self":
        return "I"
    shown = concept["attributes"].get("name")
    return (
        shown if concept["type"] == "Person" and isinstance(shown, str) and shown.strip() else concept["name"]
    )
