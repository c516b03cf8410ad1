"""Which candidates may answer at all, whatever their score: time, what was superseded, what has expired."""

from __future__ import annotations

from typing import Any

from .analysis.asked import Asked
from .finds import Candidate, Element, Finds
from .grounding import OWNER
from .remembering.times import written


def admitted(candidate: Candidate, finds: Finds, asked: Asked) -> bool:
    """Whether a candidate may answer `asked`."""
    if _is_the_owner(candidate) and not _says_something(candidate, asked):
        return False
    if candidate.is_link and not _has_ends(candidate.element, finds):
        return False
    if not asked.history and is_superseded(candidate.element, finds):
        return False
    if asked.currency and _has_expired(candidate.element, finds, written(asked.now)):
        return False
    if asked.scope is not None and asked.scope.strict and candidate.is_event:
        return asked.scope.holds(candidate.element["attributes"].get("start_time"))
    return True


def is_superseded(element: Element, finds: Finds) -> bool:
    """Whether a fact, or what it leads to, is marked as replaced."""
    target = finds.concept(element.get("object"))
    return _marked(element) or (target is not None and _marked(target))


def is_sure_enough(belief: float | None, asked: Asked, *, of_a_fact: bool) -> bool:
    """Whether a confidence meets what the question requires; of a fact it must be known."""
    if asked.least is None:
        return True
    return belief >= asked.least if belief is not None else not of_a_fact


def _is_the_owner(candidate: Candidate) -> bool:
    return (candidate.element.get("type"), candidate.element.get("name")) == ("Person", OWNER)


def _says_something(candidate: Candidate, asked: Asked) -> bool:
    """Whether the owner's own concept answers: asked who it is, or how it means to behave if that is said."""
    told = candidate.element["attributes"].get("behavior_preferences")
    return asked.asks("identity") or (asked.asks("learned") and bool(told))


def _has_ends(link: Element, finds: Finds) -> bool:
    return finds.concept(link["subject"]) is not None and finds.concept(link["object"]) is not None


def _marked(element: Element) -> bool:
    return any(element[part].get("superseded") is True for part in ("metadata", "attributes"))


def _has_expired(element: Element, finds: Finds, now: str) -> bool:
    """Whether the fact or the link has a time to live that is over."""
    parts = [element, finds.concept(element.get("object"))]
    return any(_is_over(part["metadata"].get("expires_at"), now) for part in parts if part is not None)


def _is_over(expires: Any, now: str) -> bool:
    return isinstance(expires, str) and expires <= now
