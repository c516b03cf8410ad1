"""What evidence is cited from, besides beliefs: documents, measurements, anything with an id."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from kip_cypher.query import Query
from kip_engine import owned
from kip_engine.owned import Origin
from kip_engine.search.text import stored_text
from kip_engine.secrets import mask_record, mask_text
from kip_engine.spaces import Space
from kip_engine.storage.steps import Body, Program, Transaction
from kip_engine.upsert.apply import timestamp
from kip_engine.upsert.references import shorten
from kip_grammar.errors import KipError

from . import arguments
from .access import Scope, checked_scope
from .begun import begun
from .ledger import TAKE_LEDGER, taken
from .rejudging import Changed, rejudge_if
from .stored import source_row
from .validation import refuse
from .vocabulary import OWNER, scope_digest, source_key
from .writing import Writing

_KINDS = """
text record image signal graph field mesh tensor volume spectrum event_stream artifact trace context
"""
KINDS: Final = frozenset(_KINDS.split())
"""What a source may be."""
_KINDS_HINT: Final = f"A source is one of {', '.join(sorted(KINDS))}."

BELIEF_TAG: Final = "belief"
FIELDS: Final = ("kind", "scope", "text", "payload", "tags", "search_text", "_order", "_text_in")
"""The properties that a source has if it exists, and a mere name hasn't."""

READ_ITEM: Final = (
    TAKE_LEDGER
    + """
OPTIONAL MATCH (source:Concept {key: $key})
OPTIONAL MATCH (source)-[:is_belief]->(belief)
RETURN first, ledger.policy, properties(source), properties(belief)
"""
)


@dataclass(frozen=True, slots=True)
class Source:
    """A source as it may be stored."""

    id: str
    kind: str
    scope: str
    text: str
    payload: Mapping[str, Any]
    tags: Sequence[str]

    def attributes(self) -> dict[str, Any]:
        """Its attributes, those that say nothing left out."""
        given = {"text": self.text, "payload": dict(self.payload), "tags": list(self.tags)}
        said = {key: value for key, value in given.items() if value}
        return {"kind": self.kind, "scope": self.scope, **said}


def put_source(
    space: Space,
    source_id: str | None,
    *,
    kind: str = "text",
    text: str = "",
    payload: Mapping[str, Any] | None = None,
    tags: Sequence[str] = (),
    scope: Scope = None,
) -> Program[str]:
    """The id of a source that now exists in `scope`, anew or in the place of what it was.

    `kind` is one of KINDS.  Without `source_id` it gets one.  What looks like a credential is masked, in the
    id as well.  Raises KIP_2002 `bad_kind`, for the tag `belief`, and for the id of a belief; KIP_2003 for
    values of the wrong type.
    """
    identity = secrets.token_hex(8) if source_id is None else source_id
    said = {} if payload is None else arguments.mapped(payload, "A source's payload")
    source = guarded(
        Source(identity, kind, checked_scope(scope), text, said, arguments.listed(tags, "What tags a source"))
    )
    if BELIEF_TAG in source.tags:
        raise _no_source("A source can't be tagged as a belief.", "Let `assimilate` make the belief.")
    return (yield from begun(space, lambda: _putting(space.name, source)))


def guarded(source: Source) -> Source:
    """`source` checked, and with credentials masked.  Raises KIP_2002 and KIP_2003."""
    for what, value in (("id", source.id), ("kind", source.kind), ("text", source.text)):
        arguments.text(value, f"A source's {what}")
    for tag in source.tags:
        arguments.text(tag, "A source's tag")
    if source.kind not in KINDS:
        refuse("KIP_2002", "bad_kind", f"{shorten(source.kind)!r} is no kind of source.", hint=_KINDS_HINT)
    owned.stored(source.attributes())
    text, payload, tags = mask_record(source.text, source.payload, source.tags)
    return Source(mask_text(source.id), source.kind, source.scope, text, payload, tags)


class Item(NamedTuple):
    """What is found under an id: the number for a new item, the space's policy, and what is stored of the
    source and of the belief that it is."""

    first: int
    policy: str
    source: Mapping[str, Any] | None
    belief: Mapping[str, Any] | None

    @property
    def place(self) -> int:
        """The place in the store of what is there, or else of what may come."""
        place = (self.belief or self.source or {}).get("_order")
        return self.first if place is None else int(place)

    @property
    def exists(self) -> bool:
        """Whether there is more than a name."""
        return self.belief is not None or (self.source or {}).get("_order") is not None


def read_item(space: str, source_id: str, items: int = 1) -> Body[Item]:
    """Take the ledger, and look what is under `source_id`."""
    parameters = {"space": space, "items": items, "key": source_key(space, source_id)}
    [row] = taken((yield Query(READ_ITEM, parameters)), space)
    return Item(*row)


def write_source(writing: Writing, source: Source, stored: Mapping[str, Any] | None, order: int) -> None:
    """Add to `writing` that `source` exists; `stored` is its node, if it has one."""
    row = source_row(writing.origin, source.id)
    if stored is None:
        writing.concepts.append(row)
    properties = row["properties"] | owned.stored(source.attributes())
    if source.text:
        properties["search_text"] = stored_text(properties)
        properties["_text_in"] = scope_digest(writing.origin.space, source.scope)
    properties["_order"] = order
    row["properties"] = properties
    if stored is not None:
        writing.change(stored, {field: properties.get(field) for field in FIELDS})


def _putting(space: str, source: Source) -> Program[str]:
    yield Transaction(lambda: _put(space, source))
    return source.id


def _put(space: str, source: Source) -> Body[None]:
    item = yield from read_item(space, source.id)
    if item.belief is not None:
        raise _no_source(f"{source.id!r} is the id of a belief.", "Give the source another id.")
    writing = Writing(Origin(space, OWNER, timestamp()))
    write_source(writing, source, item.source, item.place)
    yield from writing.write()
    yield from rejudge_if(item.policy, space, Changed(sources=[source_key(space, source.id)]))


def _no_source(message: str, hint: str) -> KipError:
    return KipError("KIP_2002", message, hint=hint)
