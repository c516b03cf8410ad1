"""Whether an aligned form asks what the query asks: the same but for small gaps, or but for other spellings.

A gap with bytes on both sides may be a *substitution*.  It is grown by equal bytes around it, while enough
matched bytes are left beside it, until it has been read elsewhere.  Then it must have the same canonical key
on both sides, or be a learned pair, and no other aligned form may show something else in its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .alignment import MAX_GAP, Alignment, Gap
from .forms import canonical
from .scale import W, dominates
from .texts import digit_runs
from .windows import windows

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Substitution:
    """A span of the query and the span of the form that may stand for it."""

    asked: Span
    stored: Span


@dataclass(frozen=True, slots=True)
class Bridge:
    """An alignment that holds: its covered spans of the query, and its substitutions."""

    alignment: Alignment
    substitutions: tuple[Substitution, ...]

    @property
    def spans(self) -> list[Span]:
        """The spans of the query that it accounts for, in order; a substitution overlaps its neighbours."""
        runs = [(run.asked, run.asked_end) for run in self.alignment.runs]
        return sorted([*runs, *(one.asked for one in self.substitutions)])

    @property
    def covered(self) -> int:
        """How many bytes of the query that is."""
        return len({place for start, end in self.spans for place in range(start, end)})

    @property
    def rewritten(self) -> bytes:
        """The query with the form's spelling in every substitution."""
        query, form = self.alignment.query, self.alignment.form
        for one in reversed(self.substitutions):
            query = query[: one.asked[0]] + form[slice(*one.stored)] + query[one.asked[1] :]
        return query

    def uncovered(self) -> Iterator[bytes]:
        """The stretches of the query that it doesn't account for."""
        place = 0
        for start, end in [*self.spans, (len(self.alignment.query),) * 2]:
            if start > place:
                yield self.alignment.query[place:start]
            place = max(place, end)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a space knows of a query: its stored windows, learned pairs of fillers, and all aligned forms."""

    stored: Mapping[str, int]
    learned: frozenset[tuple[bytes, bytes]]
    aligned: Sequence[Alignment]


def bridge(alignment: Alignment, evidence: Evidence) -> Bridge | None:
    """The bridge over `alignment`, if it holds; common gaps of an identity claim are left to `wide_gaps`."""
    if not alignment.is_plausible:
        return None
    found: list[Substitution] = []
    for place, gap in enumerate(alignment.gaps):
        one = _substitution(alignment, place, gap, evidence) if gap.is_two_sided else None
        if one:
            found.append(one)
        elif not _is_tolerable(gap):
            return None
    made = Bridge(alignment, tuple(found))
    return made if _holds(made, evidence) else None


def wide_gaps(made: Bridge) -> list[bytes]:
    """The gaps in the form that an identity claim must show to be common: those of a window and more."""
    if made.substitutions:
        return []
    form = made.alignment.form
    gaps = (form[gap.stored : gap.stored_end] for gap in made.alignment.gaps)
    return [gap for gap in gaps if len(gap) >= W]


def trimmings(gap: bytes) -> Iterator[list[str]]:
    """The windows of `gap`, and of what is left of it without up to W - 1 bytes at its edges."""
    for total in range(W):
        for left in range(total + 1):
            kept = gap[left : len(gap) - (total - left)]
            if len(kept) >= W:
                yield list(windows(kept))


def bare_fillers(alignment: Alignment) -> Iterator[tuple[bytes, bytes]]:
    """What query and form have in each two-sided gap, as it is and widened to whole words."""
    query, form = alignment.query, alignment.form
    for gap in alignment.gaps:
        if gap.is_two_sided:
            yield query[gap.asked : gap.asked_end], form[gap.stored : gap.stored_end]
            left, right = _word_edges(query, gap)
            yield (
                query[gap.asked - left : gap.asked_end + right],
                form[max(0, gap.stored - left) : gap.stored_end + right],
            )


def _substitution(alignment: Alignment, place: int, gap: Gap, evidence: Evidence) -> Substitution | None:
    before, after = alignment.runs[place], alignment.runs[place + 1]
    for left, right in _growths(gap, before.size - W, after.size - W):
        one = Substitution(
            (gap.asked - left, gap.asked_end + right), (gap.stored - left, gap.stored_end + right)
        )
        if (
            _is_attested(alignment.query[slice(*one.asked)], evidence.stored)
            and _is_same(alignment, one, gap, evidence)
            and _is_unanimous(alignment, one, evidence.aligned)
        ):
            return one
    return None


def _growths(gap: Gap, most_left: int, most_right: int) -> Iterator[tuple[int, int]]:
    longer = max(gap.asked_end - gap.asked, gap.stored_end - gap.stored)
    for total in range(MAX_GAP - longer + 1):
        for left in range(total + 1):
            if left <= most_left and total - left <= most_right:
                yield left, total - left


def _is_attested(filler: bytes, stored: Mapping[str, int]) -> bool:
    return len(filler) >= W and all(stored.get(window) for window in windows(filler))


def _is_same(alignment: Alignment, one: Substitution, gap: Gap, evidence: Evidence) -> bool:
    asked, meant = alignment.query[slice(*one.asked)], alignment.form[slice(*one.stored)]
    texts = asked.decode(errors="replace"), meant.decode(errors="replace")
    if canonical(texts[0]) == canonical(texts[1]):
        return True
    bare = {pair for pair in bare_fillers(alignment) if pair[0] in asked and pair[1] in meant}
    runs = [digit_runs(text) for text in texts]
    return not bare.isdisjoint(evidence.learned) and (runs[0] == runs[1] or not all(runs))


def _is_unanimous(alignment: Alignment, one: Substitution, aligned: Sequence[Alignment]) -> bool:
    """Whether the other aligned forms have one of both fillers, or nothing, between the same flanks."""
    query, form = alignment.query, alignment.form
    fillers = {query[slice(*one.asked)], form[slice(*one.stored)]}
    before = query[one.asked[0] - W : one.asked[0]]
    after = query[one.asked[1] : one.asked[1] + W]
    return all(
        filler in fillers
        for other in aligned
        if other.form != form
        for filler in _between(other.form, before, after)
    )


def _between(form: bytes, before: bytes, after: bytes) -> Iterator[bytes]:
    place = form.find(before)
    while place >= 0:
        start = place + len(before)
        end = form.find(after, start, start + MAX_GAP + len(after))
        if end >= 0:
            yield form[start:end]
        place = form.find(before, place + 1)


def _is_tolerable(gap: Gap) -> bool:
    return gap.asked_end - gap.asked <= W and gap.stored_end - gap.stored <= MAX_GAP


def _holds(made: Bridge, evidence: Evidence) -> bool:
    whole = len(made.alignment.query)
    if not made.substitutions and (made.covered < whole or made.alignment.surplus > W):
        return False
    dismissed = (window for stretch in made.uncovered() for window in windows(stretch))
    return dominates(made.covered, whole) and not any(evidence.stored.get(window) for window in dismissed)


def _word_edges(query: bytes, gap: Gap) -> tuple[int, int]:
    """How many bytes of the query's word lie left and right of `gap`."""
    left = len(query[: gap.asked]) - len(query[: gap.asked].rstrip(_WORD))
    right = len(query[gap.asked_end :]) - len(query[gap.asked_end :].lstrip(_WORD))
    return left, right


_WORD = bytes(code for code in range(256) if code >= 128 or bytes([code]).isalnum())
