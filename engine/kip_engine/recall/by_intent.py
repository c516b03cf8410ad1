"""The patterns that fit an intent, with what the question is about filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from kip_cypher.schema import Schema

from .analysis.asked import Asked
from .content import has_content
from .grounding import OWNER, Grounding
from .patterns import around, pattern
from .statements import Asking
from .words import SAYING_NOTHING, stems

SUBJECTS = 3
SHELVES = 3
_RECURRING = ("Preference", "Insight", "Skill")


class About(NamedTuple):
    """What a question asks, what it is about, and what the memory defines."""

    asked: Asked
    grounding: Grounding
    schema: Schema


def fitting(asked: Asked, grounding: Grounding, schema: Schema) -> list[Asking]:
    """The statements that fit the intents of `asked`, the likeliest intent first."""
    about = About(asked, grounding, schema)
    return [asking for intent in asked.intents for asking in _OF_INTENT.get(intent, _nothing)(about)]


def ego(grounding: Grounding) -> list[Asking]:
    """Everything around the concepts that are meant, in both directions."""
    return [
        Asking(around(), name, {"found_type": concept["type"], "found_name": concept["name"]})
        for concept in grounding.concepts[:SUBJECTS]
        if concept["name"] != OWNER
        for name in ("outgoing", "incoming")
    ]


def what_happened(asked: Asked, grounding: Grounding) -> list[Asking]:
    """The events of the time that is asked about, with the people that are meant."""
    scope = asked.scope
    given = {} if scope is None else {"cutoff_date": scope.cutoff, "until_date": scope.until}
    order = "memorable" if "memorable" in asked.flags else "recent"
    askings = _for_people("D", (order,), grounding, **given)
    if "thread" in asked.flags and asked.context.source:
        askings.append(Asking(pattern("D"), "thread", {"source": asked.context.source}))
    return askings or [Asking(pattern("D"), "between", given)]


def _people(grounding: Grounding) -> list[str]:
    return [person["name"] for person in grounding.of_type("Person")][:SUBJECTS]


def _for_people(letter: str, names: Iterable[str], grounding: Grounding, **given: Any) -> list[Asking]:
    return [
        Asking(pattern(letter), name, {"person_name": person, **given})
        for person in _people(grounding)
        for name in names
    ]


def _nothing(about: About) -> list[Asking]:
    return []


def _identity(about: About) -> list[Asking]:
    since = "" if about.asked.scope is None else about.asked.scope.cutoff
    return [
        Asking(pattern("J"), "self"),
        Asking(pattern("J"), "insights", {"since": since}),
        Asking(pattern("J"), "milestones"),
    ]


def _learned(about: About) -> list[Asking]:
    return [Asking(pattern("I"), "learned"), Asking(pattern("I"), "behavior")]


def _briefing(about: About) -> list[Asking]:
    wanted = ("identity", "preferences", "events", "owed", "owing")
    askings = _for_people("K", wanted, about.grounding)
    if not askings:
        askings = _due(about)
    return [*askings, Asking(pattern("K"), "insights"), *ego(about.grounding)]


def _due(about: About) -> list[Asking]:
    people = _for_people("L", ("owed_to", "owed_by"), about.grounding)
    return people or [Asking(pattern("L"), name) for name in ("dated", "undated", "own")]


def _evolution(about: About) -> list[Asking]:
    replaced = [
        Asking(pattern("G"), "replaced", {"concept_type": concept["type"], "concept_name": concept["name"]})
        for concept in about.grounding.concepts[:SUBJECTS]
    ]
    return [*_for_people("G", ("preferences",), about.grounding), *replaced, *ego(about.grounding)]


def _pattern(about: About) -> list[Asking]:
    shelves = [
        Asking(pattern("H"), "in_domain", {"type": kind, "domain": domain["name"]})
        for domain in about.grounding.of_type("Domain")[:SHELVES]
        for kind in _RECURRING
        if kind in about.schema.types
    ]
    people = _for_people("H", ("of_person",), about.grounding)
    if people or shelves:
        return [*people, *shelves]
    return [
        Asking(pattern("H"), "of_type", {"type": kind}) for kind in _RECURRING if kind in about.schema.types
    ]


def _domain(about: About) -> list[Asking]:
    shelves = about.grounding.of_type("Domain")[:SHELVES]
    members = [Asking(pattern("E"), "members", {"domain_name": shelf["name"]}) for shelf in shelves]
    return [*members, *ego(about.grounding)]


def _preference(about: About) -> list[Asking]:
    letter = "G" if about.asked.history else "C"
    return _for_people(letter, ("preferences",), about.grounding)


def _relation(about: About) -> list[Asking]:
    chosen = about.asked.predicates or tuple(_predicates(about.asked, about.schema))
    related = [
        Asking(pattern("B"), name, {"concept_type": one["type"], "concept_name": one["name"]}, chosen)
        for one in about.grounding.concepts[:SUBJECTS]
        for name in ("people", "relations")
    ]
    return [*related, *ego(about.grounding)]


def _predicates(asked: Asked, schema: Schema) -> list[str]:
    """Registered predicates that share a telling word with the question."""
    said = {word for word in stems(asked.text) if word not in SAYING_NOTHING}
    return [name for name in sorted(schema.predicates) if said & set(stems(name.replace("_", " ")))]


def _events(about: About) -> list[Asking]:
    asked = about.asked
    if asked.scope is None and has_content(asked) and "thread" not in asked.flags:
        return []
    return what_happened(asked, about.grounding)


def _entity(about: About) -> list[Asking]:
    return ego(about.grounding)


_OF_INTENT: dict[str, Callable[[About], list[Asking]]] = {
    "identity": _identity,
    "learned": _learned,
    "briefing": _briefing,
    "due": _due,
    "evolution": _evolution,
    "pattern": _pattern,
    "domain": _domain,
    "preference": _preference,
    "relation": _relation,
    "event": _events,
    "existence": _events,
    "entity": _entity,
}
