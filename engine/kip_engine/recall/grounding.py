"""From names in a question to concepts of the memory: by exact name, by alias, by part of a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kip_engine import embedding
from kip_engine.search import tokens
from kip_engine.search.text import strings

from .analysis.asked import Asked, Name
from .finds import BESIDE_THE_POINT, Element, Finds
from .patterns import around, pattern
from .statements import Asking

OWNER = "$self"
NAMES = 4
PROBED = 60
LINKS = 20
LEAST_MEANING = 0.05
_NOT_NAMED = frozenset({"Event", "Experience", "ExperienceStep", "SleepTask"})
_WITHOUT_PROBES = ("identity", "learned", "briefing", "due")
EXACT, ALIAS, PART = 3, 2, 1


@dataclass(frozen=True, slots=True)
class Grounded:
    """Concepts that a name in the question may mean, equally well; the first is the likeliest."""

    asked: str
    concepts: tuple[Element, ...]
    fit: int

    @property
    def concept(self) -> Element:
        """The likeliest."""
        return self.concepts[0]


@dataclass(frozen=True, slots=True)
class Grounding:
    """What the question is about: `subjects` as it names them, or else who asks; `unknown` names."""

    subjects: tuple[Grounded, ...] = ()
    unknown: tuple[Name, ...] = ()
    counterparty: Element | None = None
    named: frozenset[str] = field(default_factory=frozenset)

    def of_type(self, *types: str) -> list[Element]:
        """All concepts of these types that may be meant."""
        return [c for grounded in self.subjects for c in grounded.concepts if c["type"] in types]

    @property
    def concepts(self) -> list[Element]:
        """All concepts that may be meant."""
        return [concept for grounded in self.subjects for concept in grounded.concepts]


def probes(asked: Asked) -> list[Asking]:
    """What to look up before anything is known: names, words, meaning, who asks; one batch."""
    askings = [Asking(around(), "called", {"name": name.text}) for name in asked.names[:NAMES]]
    askings += [Asking(pattern("A"), "named", {"concept_name": name.text}) for name in asked.names[:NAMES]]
    askings.append(Asking(around(), "people", {"name": asked.text}))
    if asked.context.counterparty:
        askings.append(Asking(pattern("A"), "person", {"person_name": asked.context.counterparty}))
        askings.append(Asking(around(), "people", {"name": asked.context.counterparty}))
    if asked.of_the_owner:
        askings.append(Asking(pattern("A"), "person", {"person_name": OWNER}))
    if asked.asks("domain", "existence"):
        askings.append(Asking(pattern("E"), "domains"))
    terms = asked.lookups[1:] if asked.intent in _WITHOUT_PROBES else asked.lookups
    return askings + broad(terms)


def broad(terms: Sequence[str], limit: int = PROBED, least: float = LEAST_MEANING) -> list[Asking]:
    """What to look up by words and, where there is an embedder, by meaning; the first among links too."""
    ways = ("concepts", "meanings") if embedding.available() else ("concepts",)
    askings = [
        Asking(pattern("F"), name, {"search_term": term, "limit": limit, "threshold": least})
        for term in terms
        for name in ways
    ]
    links = [
        Asking(pattern("F"), "propositions", {"search_term": term, "limit": LINKS}) for term in terms[:1]
    ]
    return askings + links


def ground(asked: Asked, finds: Finds) -> Grounding:
    """What the names in the question mean, as far as the probes found it."""
    known = [element for element in finds.elements.values() if _may_be_named(element)]
    counterparty = _called(asked.context.counterparty, known) if asked.context.counterparty else ()
    asker = counterparty[0] if counterparty else None
    if asked.of_the_owner:
        own = [element for element in known if (element["type"], element["name"]) == ("Person", OWNER)]
        return Grounding((Grounded(OWNER, tuple(own), EXACT),) if own else (), (), asker)
    named = [grounded for name in asked.names if (grounded := _grounded(name.text, known)) is not None]
    found = {grounded.asked for grounded in named}
    unknown = tuple(name for name in asked.names if name.text not in found)
    subjects = _distinct([*named, *_mentioned(asked.text, known)])
    explicit = frozenset(c["id"] for grounded in subjects for c in grounded.concepts)
    if not subjects and asker is not None and _is_left_open(asked):
        subjects = [Grounded(str(asked.context.counterparty), (asker,), EXACT)]
    return Grounding(tuple(subjects), unknown, asker, explicit)


def _is_left_open(asked: Asked) -> bool:
    """Whether the question leaves open whom it is about, so that it is about who asks."""
    personal = asked.asks("preference", "briefing", "evolution", "pattern")
    return not any(name.sure for name in asked.names) and ("counterparty" in asked.flags or personal)


def _grounded(name: str, known: Iterable[Element]) -> Grounded | None:
    fits = [(fit, element) for element in known if (fit := _fit(name, element))]
    if not fits:
        return None
    best = max(fit for fit, _ in fits)
    concepts = [element for fit, element in fits if fit == best]
    people = [element for element in concepts if element["type"] == "Person"]
    return Grounded(name, tuple(people or concepts), best)


def _called(name: str, known: Iterable[Element]) -> tuple[Element, ...]:
    """The people of that very name, or else those known by it."""
    grounded = _grounded(name, [element for element in known if element["type"] == "Person"])
    return grounded.concepts if grounded is not None and grounded.fit > PART else ()


def _fit(name: str, element: Mapping[str, Any]) -> int:
    """How a name fits a concept: its very name, another name of it, words of its name, or not (0)."""
    wanted = tokens.exact(name)
    if not wanted:
        return 0
    if name == element["name"] or wanted == tokens.exact(element["name"]):
        return EXACT
    others = [tokens.exact(other) for other in other_names(element)]
    if wanted in others:
        return ALIAS
    words = wanted.split()
    return (
        PART if any(_holds(other.split(), words) for other in [tokens.exact(element["name"]), *others]) else 0
    )


def _mentioned(text: str, known: Iterable[Element]) -> list[Grounded]:
    """Concepts whose whole name stands in the question, however it is spelled."""
    said = tokens.exact(text).split()
    found: dict[str, list[Element]] = {}
    for element in known:
        for name in (element["name"], *other_names(element)):
            if _holds(said, tokens.exact(name).split()):
                found.setdefault(name, []).append(element)
                break
    return [Grounded(name, tuple(elements), EXACT) for name, elements in found.items()]


def _distinct(subjects: list[Grounded]) -> list[Grounded]:
    """Each concept once, where it was named first; a name inside a longer one is part of that."""
    seen: set[str] = set()
    kept: list[Grounded] = []
    for grounded in subjects:
        fresh = [concept for concept in grounded.concepts if concept["id"] not in seen]
        if len(fresh) < len(grounded.concepts) or not fresh:
            continue
        if any(_is_within(grounded.asked, other.asked) for other in kept):
            continue
        seen.update(concept["id"] for concept in fresh)
        kept.append(grounded)
    return kept


def _is_within(name: str, longer: str) -> bool:
    return _holds(tokens.exact(longer).split(), tokens.exact(name).split())


def _holds(words: list[str], part: list[str]) -> bool:
    """Whether `part` stands in `words` as it is."""
    size = len(part)
    return size > 0 and any(words[at : at + size] == part for at in range(len(words) - size + 1))


def other_names(element: Mapping[str, Any]) -> list[str]:
    """What else a concept is called."""
    attributes = element["attributes"]
    return [
        text
        for key in ("name", "handle", "id", "aliases", "display_name", "full_name")
        for text in strings(attributes.get(key))
        if text.strip()
    ]


def _may_be_named(element: Mapping[str, Any]) -> bool:
    kind = element.get("type", "$")
    return not (kind.startswith("$") or kind in _NOT_NAMED or (kind, element.get("name")) in BESIDE_THE_POINT)
