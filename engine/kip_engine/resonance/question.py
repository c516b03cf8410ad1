"""A question on its way down the ladder: its query, its space, and the forms that the query resolves to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kip_cypher.query import Query
from kip_engine.storage.steps import Program

from . import queries
from .forms import canonical, digest, plain
from .scale import Scale

FEW = 64
"""Forms of one canonical key that are looked at."""

SENT = 4_096
"""Characters of a text that are sent before it is known to be the answer."""

WHOLE = 2**31 - 1


class Form(NamedTuple):
    """A stored form: its KIP id, its number, its length in bytes, its degrees, its mass and its text."""

    id: str
    seq: int
    size: int
    ins: int
    outs: int
    mass: int
    text: str

    @property
    def leads_somewhere(self) -> bool:
        """Whether it has been part of a pair."""
        return self.ins + self.outs > 0


@dataclass(slots=True)
class Asked:
    """A query and the space it is asked in.

    `exact` is the form the query resolves to; `onward` is one to read forward: exact, or else of its
    canonical or plain key.  `notes` go into the provenance.
    """

    space: str
    query: str
    alike: bool
    scale: Scale
    exact: Form | None = None
    onward: Form | None = None
    notes: list[str] = field(default_factory=list)
    data: bytes = b""

    def ask(self, text: str, **parameters: Any) -> Query:
        """A query on the question's space."""
        return Query(text, {"space": self.space, "hub": self.scale.hub, "most": SENT, **parameters})


def open_question(space: str, query: str, *, alike: bool) -> Program[Asked | None]:
    """`query` in `space`, resolved, or None if nothing was ever learned there.

    Without `alike` forms of the same canonical or plain key aren't looked up, only the former as a form.
    """
    key = digest(canonical(query))
    keys = {"exact": digest(query), "canonical": key}
    spelled = {"alike": key, "plain": digest(plain(query))} if alike else {"alike": None, "plain": None}
    opening = Query(queries.OPEN, {"space": space, "few": FEW, "most": WHOLE, **keys, **spelled})
    contexts, lengths, plain_lengths, *found = (yield opening)[0]
    if contexts is None:
        return None
    asked = Asked(space, query, alike, Scale(contexts, tuple(lengths), tuple(plain_lengths)))
    asked.data = query.encode()
    _resolve(asked, [[Form(*row) for row in rows] for rows in found])
    return asked


def _resolve(asked: Asked, found: Sequence[Sequence[Form]]) -> None:
    """Exact bytes, else the canonical key as bytes, else the oldest form of that key that leads somewhere."""
    exact, as_key, alike, said = found
    by_key = sorted(alike, key=lambda form: (not form.leads_somewhere, form.seq))
    resolved = [*exact, *as_key, *by_key]
    asked.exact = resolved[0] if resolved else None
    asked.onward = next((form for form in (*resolved, *said) if form.outs), None)
