"""What an UPSERT refers to, with handles and parameters resolved.

Handles are lexical: at each place a handle means the block above that bound it last, so it is replaced by
that block's own identity before anything runs.  `offset` says where in the text a reference stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class ConceptRef:
    """A concept by type and name; `key` is its identity key in the space."""

    key: str
    type: str = field(compare=False)
    name: str = field(compare=False)
    offset: int = field(compare=False)

    def __str__(self) -> str:
        return f'{{type: "{self.type}", name: "{shorten(self.name)}"}}'


@dataclass(frozen=True, slots=True)
class IdRef:
    """A concept or a link by id."""

    id: str
    offset: int = field(compare=False)

    def __str__(self) -> str:
        return f'{{id: "{self.id}"}}' if self.id.startswith("C:") else f'(id: "{self.id}")'


@dataclass(frozen=True, slots=True)
class LinkRef:
    """A link by its ends and predicate; `depth` is 1 between concepts, one more for each level above.

    `digest` is its hash, made once: computed anew it would double with every level.
    """

    subject: Ref
    predicate: str
    object: Ref
    depth: int = field(compare=False)
    offset: int = field(compare=False)
    digest: int = field(compare=False, repr=False)

    def __hash__(self) -> int:
        return self.digest

    def __str__(self) -> str:
        return f'({self.subject}, "{self.predicate}", {self.object})'


Ref: TypeAlias = ConceptRef | IdRef | LinkRef


def link_ref(subject: Ref, predicate: str, target: Ref, offset: int) -> LinkRef:
    """The reference to the link `(subject, predicate, target)`."""
    depth = 1 + max(_depth(subject), _depth(target))
    return LinkRef(subject, predicate, target, depth, offset, hash((subject, predicate, target)))


def shorten(text: str, width: int = 60) -> str:
    """`text` for an error message, cut to `width`."""
    return text if len(text) <= width else text[: width - 3] + "..."


def _depth(ref: Ref) -> int:
    return ref.depth if isinstance(ref, LinkRef) else 0
