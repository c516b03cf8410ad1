"""Utterances as elements of the memory: Events in a row, with the people who speak and are spoken of.

("3f9a…:L12" is an Event)  -[involves]->     the speaker
                           -[mentions]->     others of the conversation, by whose name the text calls them
                           -[followed_by]->  the next Event
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from kip_cypher import keys, names
from kip_cypher.values import encode
from kip_engine.search import tokens
from kip_engine.upsert.operations import EMPTY, Changes, Put
from kip_engine.upsert.references import ConceptRef, link_ref

from .lines import Line, numbered

FOLLOWED_BY = "followed_by"
EVENT_CLASS = "Conversation"
DEFINITION = (
    "What came right after it in the same conversation or series. The order says nothing about causes."
)


@dataclass(frozen=True, slots=True)
class Conversation:
    """Where utterances were made: the space, and what tells this conversation from others in it."""

    space: str
    name: str

    def event(self, line: Line) -> ConceptRef:
        """The Event of a line: its identity is the conversation and the line's number, whatever it says."""
        return _concept(self.space, "Event", f"{self.name}:L{line.number}")

    def person(self, name: str) -> ConceptRef:
        """A speaker."""
        return _concept(self.space, "Person", name)


def definition(space: str) -> list[Put]:
    """The one predicate that Genesis lacks, filed with the rest of the schema."""
    attributes = {
        "description": DEFINITION,
        "subject_types": ["Event"],
        "object_types": ["Event"],
        "is_symmetric": False,
        "is_transitive": True,
    }
    predicate = _concept(space, names.PROPOSITION_TYPE, FOLLOWED_BY)
    filed = _link(predicate, "belongs_to_domain", _concept(space, "Domain", "CoreSchema"))
    return [Put(predicate, _attributes(attributes), 0, 0), filed]


def utterances(
    conversation: Conversation, lines: Sequence[Line], before: Line | None, speakers: Iterable[str]
) -> list[Put]:
    """What `lines` become; `before` is the line that the first one follows, `speakers` all who take part."""
    people = sorted(speakers)
    puts = [Put(conversation.person(name), EMPTY, 0, 0) for name in people]
    puts += [_event(conversation, line) for line in lines]
    called = [(name, _called(name)) for name in people]
    for earlier, line in numbered(lines):
        puts += _links(conversation, earlier or before, line)
        puts += _mentions(conversation, line, called)
    return puts


def _called(name: str) -> frozenset[str]:
    """What a person is called by: the first word of the name."""
    return frozenset(islice(tokens.terms(name), 1))


def _event(conversation: Conversation, line: Line) -> Put:
    attributes: dict[str, Any] = {"event_class": EVENT_CLASS, "content_summary": line.text}
    if line.time is not None:
        attributes["start_time"] = line.time
    if line.speaker is not None:
        attributes["participants"] = [line.speaker]
    if line.access_level is not None:
        attributes["access_level"] = line.access_level
    attributes["line"] = line.number
    metadata = {names.metadata_property("source"): encode(conversation.name)}
    return Put(conversation.event(line), {**_attributes(attributes), **metadata}, 0, 0)


def _links(conversation: Conversation, before: Line | None, line: Line) -> Iterator[Put]:
    event = conversation.event(line)
    if line.speaker is not None:
        yield _link(event, "involves", conversation.person(line.speaker))
    if before is not None:
        yield _link(conversation.event(before), FOLLOWED_BY, event)


def _link(subject: ConceptRef, predicate: str, target: ConceptRef) -> Put:
    return Put(link_ref(subject, predicate, target, 0), EMPTY, 0, 0, listed=False)


def _mentions(
    conversation: Conversation, line: Line, called: Iterable[tuple[str, frozenset[str]]]
) -> Iterator[Put]:
    said = frozenset(tokens.terms(line.text))
    for name, words in called:
        if name != line.speaker and words and words <= said:
            yield _link(conversation.event(line), "mentions", conversation.person(name))


def _attributes(attributes: dict[str, Any]) -> Changes:
    return {names.attribute_property(key): encode(value) for key, value in attributes.items()}


def _concept(space: str, type_name: str, name: str) -> ConceptRef:
    return ConceptRef(keys.concept_key(space, type_name, name), type_name, name, 0)
