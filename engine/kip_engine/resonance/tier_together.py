"""Tier 2 again, after all others: words that many contexts share agree on one together.

In a memory of like facts ("Hugo's car", "Hugo's bank", "Mara's car") no word tells one context from all
others, but two of them do.  So each word of content is counted as if it reached only the contexts whose pairs
know all that the query names.  A lone word stays below the floor here too.

Contexts are considered that the regions reach, or that share rare bytes with the query.  If none of them
knows all, words that were never stored are taken for misspellings of stored ones, and those vote.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt

from kip_engine.storage.steps import Program

from .asking import counts, roots, shortest, similar_words, whole
from .candidates import Neighbourhood
from .content import Content, content
from .forms import canonical
from .question import Asked, Form
from .regions import region_of, voters
from .results import Resonance
from .scale import Scale, W
from .sides import Pair
from .spelling import FIRST_EDIT, misspelled
from .texts import Token, tokens, unblanked
from .tier_consensus import Root, answer_of, poll

CONSIDERED = 64
"""Contexts, those with most of the query's words first, that the content guard is put to."""

MISSED = 2
"""Words that a pair may lack which another has, for being misspelled or put otherwise."""

CORRECTED = 8
"""Words of a query that may be taken for misspellings."""


def agree_together(asked: Asked, around: Neighbourhood, polled: Sequence[Root]) -> Program[Resonance | None]:
    """What the one context says that the words of the query single out together."""
    words = tokens(asked.query)
    stored = yield from shortest(asked, [word.text for word in words])
    sharing = [form.seq for form in around.sharing if form.outs]
    found = yield from _read_together(asked, [*(root.seq for root in polled), *sharing], stored)
    if found:
        return found
    strange = [word for word in words if word.text not in stored and _may_be_misspelled(word)]
    meant = yield from _corrections(asked, strange[:CORRECTED])
    return (yield from _read_together(asked, (root.seq for root in meant), stored)) if meant else None


def _read_together(
    asked: Asked, candidates: Iterable[int], stored: Mapping[str, int]
) -> Program[Resonance | None]:
    seqs = list(dict.fromkeys(candidates))[: max(CONSIDERED, asked.scale.hub)]
    pairs = (yield from roots(asked, seqs)) if seqs else {}
    knowing = _knowing(asked.query, pairs, stored)
    if not knowing:
        return None
    seq, named = min(knowing, key=lambda one: (-_vote(one[1], len(knowing), asked.scale), one[0]))
    vote = _vote(named, len(knowing), asked.scale)
    if vote < asked.scale.floor:
        return None
    left, right = pairs[seq]
    left = yield from whole(asked, left)
    right = yield from whole(asked, right)
    root = Root(seq, vote, len(named.known), _span(asked.query, named))
    return (yield from answer_of(asked, root, left, Pair.of(left.text, right.text)))


def _knowing(
    query: str, pairs: Mapping[int, tuple[Form, Form]], stored: Mapping[str, int]
) -> list[tuple[int, Content]]:
    """The contexts whose pairs pass the content guard, with what they know."""
    found = []
    for seq in _holding_most(query, pairs):
        named = content(query, Pair.of(pairs[seq][0].text, pairs[seq][1].text))
        if named.passes and not any(word in stored for word in named.misspelled):
            found.append((seq, named))
    return found


def _holding_most(query: str, pairs: Mapping[int, tuple[Form, Form]]) -> list[int]:
    """The contexts whose pairs have as many of the query's words as any has, but for two at most."""
    words = {word.text for word in tokens(query)}
    held = {}
    for seq, (left, right) in pairs.items():
        text = canonical(f"{left.text} {right.text}")
        held[seq] = sum(word in text for word in words)
    least = max(held.values(), default=0) - MISSED
    return sorted((seq for seq in held if held[seq] >= least), key=lambda seq: (-held[seq], seq))[:CONSIDERED]


def _vote(named: Content, together: int, scale: Scale) -> float:
    """The votes of the words of content, each as if it reached the `together` contexts that know them all."""
    told = log(scale.n / together) / together
    return sum(_damping(word) * told for word in (*named.known, *named.misspelled))


def _damping(word: str) -> float:
    ratio = sqrt(W / len(word.encode()))
    return min(1.0, ratio) * min(1.0, 1 / ratio)


def _span(query: str, named: Content) -> tuple[int, int]:
    """Where the word is in `query` that says most, the leftmost."""
    words = [word for word in tokens(query) if word.text in (*named.known, *named.misspelled)]
    best = max(words, key=lambda word: (_damping(word.text), -word.start))
    return best.start, best.end


def _may_be_misspelled(word: Token) -> bool:
    return len(word.text) >= FIRST_EDIT - 1 and not word.clitic and not unblanked(word.text)


def _corrections(asked: Asked, strange: Sequence[Token]) -> Program[list[Root]]:
    """The contexts that stored words reach which the `strange` ones may be misspellings of."""
    similar = (yield from similar_words(asked, [word.text for word in strange])) if strange else {}
    regions = [
        region_of(Token(meant, word.start, word.end))
        for word in strange
        for meant in similar.get(word.text, ())
        if misspelled(word.text, meant)
    ]
    known = yield from counts(asked, {window for region in regions for window in region.windows})
    return (yield from poll(asked, voters(regions, known)))
