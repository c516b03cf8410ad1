"""Tier 0b, argument binding: a query that wraps one form that leads on is answered by what that leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kip_engine.storage.steps import Program

from .answering import answer
from .asking import slices
from .guards import says_nothing
from .projecting import follow
from .question import Asked, Form
from .results import Resonance
from .scale import BINDABLE_BYTES
from .slices import MOST, Span, exact_slices, plain_slices


class Constituent(NamedTuple):
    """A stored form that leads somewhere, and where the query has it, in bytes."""

    start: int
    end: int
    form: Form

    def is_inside(self, other: Constituent) -> bool:
        """Whether `other` has all of this one and more."""
        return other.start <= self.start and self.end <= other.end and self[:2] != other[:2]

    def is_outside(self, other: Constituent) -> bool:
        """Whether this one has nothing of `other`."""
        return self.end <= other.start or other.end <= self.start


def bind_argument(asked: Asked) -> Program[Resonance | None]:
    """What the one argument of the query leads to, if nothing else that is known stands beside it."""
    if asked.exact is not None:
        return None
    known = yield from constituents(asked)
    arguments = [one for one in known if one.form.outs]
    maximal = [one for one in arguments if not any(one.is_inside(other) for other in arguments)]
    if len(maximal) != 1 or any(other.is_outside(maximal[0]) for other in known):
        return None
    argument = maximal[0]
    found = yield from follow(asked, argument.form)
    if found is None or says_nothing(asked.query, found.text):
        return None
    return answer(asked, "0b", found, spans=((argument.start, argument.end),), via=argument.form)


def constituents(asked: Asked) -> Program[list[Constituent]]:
    """Where the query has stored forms of 8 bytes and more, apart from all of itself: at most two queries."""
    if len(asked.data) > BINDABLE_BYTES:
        asked.notes.append(f"0b skipped: the query has more than {BINDABLE_BYTES} bytes")
        return []
    exact = exact_slices(asked.query, asked.scale.lengths)
    alike = plain_slices(asked.query, asked.scale.plain_lengths) if asked.alike else {}
    if max(len(exact), len(alike)) > MOST:
        asked.notes.append(f"0b skipped: the query has more than {MOST} slices as long as a form")
        return []
    spans = yield from _stored(asked, alike, alike=True)
    spans |= yield from _stored(asked, exact, alike=False)
    return [Constituent(*span, form) for span, form in sorted(spans.items())]


def _stored(asked: Asked, by_digest: Mapping[str, list[Span]], *, alike: bool) -> Program[dict[Span, Form]]:
    if not by_digest:
        return {}
    found = yield from slices(asked, by_digest, alike=alike)
    return {span: form for key, form in found.items() for span in by_digest[key]}
