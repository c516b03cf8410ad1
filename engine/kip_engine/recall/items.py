"""From candidates to items: what they say, how sure it is, and why they were retrieved."""

from __future__ import annotations

from typing import Any

from kip_engine.search.text import strings

from .admitting import is_superseded
from .finds import Candidate, Element, Finds
from .ranking import dates, evidence_count
from .relevance import Fit
from .result import Item
from .texts import known_as, told

AROUND_FOUND = "around what was found"
_BEHAVIOR = "I.behavior"


def make_item(candidate: Candidate, fit: Fit, score: float, credence: float | None, finds: Finds) -> Item:
    """A candidate as an item."""
    element = candidate.element
    subject, predicate, target = _triple(candidate, finds)
    return Item(
        id=candidate.id,
        kind="fact" if candidate.is_link else "event" if candidate.is_event else "concept",
        text=_text(candidate, finds),
        score=score,
        why=tuple(_why(candidate, fit)),
        subject=subject,
        predicate=predicate,
        object=target,
        confidence=_confidence(element, finds),
        credence=credence,
        dates=dates(element, finds),
        evidence_count=evidence_count(element, finds),
        superseded=is_superseded(element, finds),
        source=_source(element),
        participants=_participants(candidate),
        owed_by=_ends(candidate, finds, "committed_to", "object", "subject"),
        owed_to=_ends(candidate, finds, "owed_to", "subject", "object"),
        said=sentence_of(element, finds) if candidate.is_link else known_as(element),
    )


def sentence_of(link: Element, finds: Finds) -> str:
    """A link in words: "Alice prefers dark mode"."""
    subject, target = finds.concept(link["subject"]), finds.concept(link["object"])
    assert subject is not None
    assert target is not None
    verb = link["predicate"].replace("_", " ")
    return f"{known_as(subject)} {_conjugated(verb, subject)} {_object(target)}"


def _text(candidate: Candidate, finds: Finds) -> str:
    element = candidate.element
    if candidate.is_link:
        target = finds.concept(element["object"])
        described = target is not None and target["type"] not in ("Person", "Domain")
        details = told(element) or (told(target) if target is not None and described else "")
        said = sentence_of(element, finds)
        return f"{said}: {details}" if details and details not in said else said
    if _BEHAVIOR in candidate.found_by and "J.self" not in candidate.found_by:
        return "; ".join(strings(element["attributes"].get("behavior_preferences")))
    return told(element) or str(element["name"])


def _object(concept: Element) -> str:
    return "me" if known_as(concept) == "I" else known_as(concept)


def _conjugated(verb: str, subject: Element) -> str:
    """`verb` as it goes with its subject: "working on" takes "is", "prefers" loses its ending after "I"."""
    first, *rest = verb.split(" ")
    if first.endswith("ing"):
        return f"{'am' if known_as(subject) == 'I' else 'is'} {verb}"
    if known_as(subject) == "I" and first.endswith("s") and not first.endswith("ss"):
        return " ".join([first[:-1], *rest])
    return verb


def _triple(candidate: Candidate, finds: Finds) -> tuple[Any, str | None, Any]:
    if not candidate.is_link:
        return _named(candidate.element), None, None
    element = candidate.element
    subject, target = finds.concept(element["subject"]), finds.concept(element["object"])
    return _named(subject), element["predicate"], _named(target)


def _named(concept: Element | None) -> dict[str, Any] | None:
    return None if concept is None else {"type": concept["type"], "name": concept["name"]}


def _confidence(element: Element, finds: Finds) -> float | None:
    target = finds.concept(element.get("object"))
    for part in (element, target):
        value = None if part is None else part["metadata"].get("confidence")
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return min(1.0, max(0.0, float(value)))
    return None


def _source(element: Element) -> str | None:
    source = element["metadata"].get("source")
    return source if isinstance(source, str) else None


def _participants(candidate: Candidate) -> tuple[str, ...]:
    took_part = candidate.element["attributes"].get("participants")
    named = took_part if candidate.is_event and isinstance(took_part, list) else ()
    return tuple(name for name in named if isinstance(name, str))


def _ends(candidate: Candidate, finds: Finds, predicate: str, here: str, there: str) -> tuple[str, ...]:
    """Who an obligation leads to, or comes from."""
    if candidate.element.get("type") != "Commitment":
        return ()
    links = [link for link in finds.elements.values() if link.get("predicate") == predicate]
    ends = [finds.concept(link[there]) for link in links if link[here] == candidate.id]
    return tuple(known_as(end) for end in ends if end is not None)


def _why(candidate: Candidate, fit: Fit) -> list[str]:
    why = [f"pattern {label}" for label in candidate.found_by if label[0].isupper() and label[0] != "F"]
    if fit.words > 0:
        why.append(f"words {fit.words:.2f}")
    if fit.meaning > 0:
        why.append(f"meaning {fit.meaning:.2f}")
    if fit.beside is not None:
        why.append("beside a turn that fits")
    if fit.linked:
        why.append("linked to what the question names")
    if any(label.startswith("around.") for label in candidate.found_by):
        why.append(AROUND_FOUND)
    return why
