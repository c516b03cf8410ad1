"""What a question asks of the store: few queries, each of bounded size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kip_cypher.keys import link_key
from kip_engine.storage.steps import Program

from . import queries
from .forms import digest
from .lessons import term, token_key
from .question import FEW, WHOLE, Asked, Form
from .spelling import SECOND_EDIT

LEADS_TO = "leads_to"


def slices(asked: Asked, digests: Iterable[str], *, alike: bool) -> Program[dict[str, Form]]:
    """The forms that lead somewhere with these digests, or with plain keys of these digests."""
    text = queries.PLAIN_SLICES if alike else queries.SLICES
    rows = yield asked.ask(text, digests=list(digests), few=FEW)
    return {row[0]: Form(*row[1:]) for row in rows}


def chosen(asked: Asked, form: Form) -> Program[Form | None]:
    """Of the first H continuations of `form` that with most predecessors, then most mass, then the oldest."""
    rows = yield asked.ask(queries.CHOSEN, ids=[form.id])
    return Form(*rows[0][1:]) if rows else None


def predecessors(asked: Asked, form: Form) -> Program[list[Form]]:
    """The newest H forms that lead to `form`, newest first."""
    return [Form(*row) for row in (yield asked.ask(queries.PREDECESSORS, id=form.id))]


def continuations(asked: Asked, form: Form) -> Program[set[str]]:
    """The ids of the first H forms that `form` leads to."""
    return {identity for (identity,) in (yield asked.ask(queries.CONTINUATIONS, id=form.id))}


def siblings(asked: Asked, form: Form) -> Program[list[tuple[int, Form]]]:
    """Forms that the predecessors of `form` lead to as well, each with how many of them do."""
    rows = yield asked.ask(queries.SIBLINGS, id=form.id)
    return [(row[0], Form(*row[1:])) for row in rows]


def whole(asked: Asked, form: Form) -> Program[Form]:
    """`form` with all of its text."""
    if len(form.text.encode()) == form.size:
        return form
    rows = yield asked.ask(queries.WHOLE_TEXT, seq=form.seq)
    return form._replace(text=rows[0][0]) if rows else form


def edges(asked: Asked, pairs: Iterable[tuple[Form, Form]]) -> Program[set[tuple[str, str]]]:
    """Which of `pairs` are edges, by their ids."""
    named = {link_key(asked.space, a.id, LEADS_TO, b.id): (a.id, b.id) for a, b in pairs}
    rows = (yield asked.ask(queries.EDGES, keys=list(named))) if named else []
    return {named[key] for (key,) in rows}


class Stored(NamedTuple):
    """How common a window is: forms that hold it, contexts that its words reach."""

    forms: int
    contexts: int


def counts(asked: Asked, windows: Iterable[str]) -> Program[dict[str, Stored]]:
    """Which of `windows` are stored, and how common they are."""
    rows = yield asked.ask(queries.COUNTS, windows=list(windows))
    return {row[0]: Stored(row[1], row[2]) for row in rows}


def contexts(asked: Asked, windows: Iterable[str]) -> Program[dict[str, list[int]]]:
    """The numbers of the contexts that each of `windows` reaches."""
    return {row[0]: row[1] for row in (yield asked.ask(queries.CONTEXTS, windows=list(windows)))}


def roots(asked: Asked, seqs: Sequence[int]) -> Program[dict[int, tuple[Form, Form]]]:
    """The contexts with these numbers, each with what it leads to first."""
    rows = yield asked.ask(queries.ROOTS, seqs=list(seqs))
    pairs = [(Form(*row[:7]), Form(*row[7:])) for row in rows]
    return {pair[0].seq: pair for pair in pairs}


def sharing(asked: Asked, windows: Sequence[str], pool: int) -> Program[list[tuple[int, Form]]]:
    """At most `pool` forms that hold any of `windows`, most of them first, with how many they hold."""
    hub = max(FEW, asked.scale.hub)
    limits = {"hub": hub, "pool": pool, "longest": 4 * len(asked.data), "most": WHOLE}
    rows = yield asked.ask(queries.CANDIDATES, windows=list(windows), **limits)
    return [(row[0], Form(*row[1:])) for row in rows]


def shortest(asked: Asked, tokens: Iterable[str]) -> Program[Mapping[str, int]]:
    """For each stored token of `tokens`, the bytes of the shortest form that has it."""
    named = {token_key(token): token for token in tokens}
    if not named:
        return {}
    rows = yield asked.ask(queries.TOKENS, tokens=list(named))
    return {named[text]: size for text, size in rows}


def similar_words(asked: Asked, words: Iterable[str]) -> Program[dict[str, list[str]]]:
    """For each of `words` the stored words that are an edit away, two for long ones."""
    searches = [
        [word, term(asked.space, word) + ("~2" if len(word) >= SECOND_EDIT else "~1")] for word in words
    ]
    similar: dict[str, list[str]] = {}
    for word, meant in (yield asked.ask(queries.SIMILAR, searches=searches, few=FEW)):
        similar.setdefault(word, []).append(meant)
    return similar


def reached(asked: Asked, windows: Iterable[str]) -> Program[dict[str, int]]:
    """How many contexts the forms that hold each of `windows` stand for, as far as it matters."""
    enough = asked.scale.hub + 1
    rows = yield asked.ask(queries.REACHED, windows=list(windows), enough=enough, rows=2 * enough)
    return dict(rows)


def learned_pairs(
    asked: Asked, pairs: Iterable[tuple[bytes, bytes]]
) -> Program[frozenset[tuple[bytes, bytes]]]:
    """Which of `pairs` were learned, in either direction."""
    texts = {(_digest(a), _digest(b)): (a, b) for a, b in pairs}
    rows = (yield asked.ask(queries.LEARNED, pairs=[list(pair) for pair in texts])) if texts else []
    return frozenset(texts[a, b] for a, b in rows)


def _digest(data: bytes) -> str:
    return digest(data.decode(errors="replace"))
