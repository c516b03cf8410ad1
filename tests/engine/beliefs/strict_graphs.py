"""Small graphs of beliefs and evidence: written by hand in one line each, or drawn by Hypothesis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from kip_engine.beliefs.strict import Judgement, LiveBelief, LiveEntry, judge

TIERS = ["model_assertion", "executable", "simulation", "held_out_truth", "real_measurement"]
SHORT = dict(zip("aeshm", TIERS, strict=True))
ALONE: Mapping[str, set[str]] = {"local": {"local"}}


def belief(name: str, *cited: str, scope: str = "local", shut: Sequence[str] = ()) -> LiveBelief:
    """A belief and its evidence, each piece as `+m doc` or `-e*2.5 doc`.

    Sign, first letter of the tier (a for a model's assertion), weight if it isn't 1, source; `?` before the
    source if it doesn't resolve.  The ids of the entries are name, dot, number.
    """
    entries = [entry(f"{name}.{place}", text) for place, text in enumerate(cited)]
    return LiveBelief(name, scope, entries, frozenset(shut))


def entry(identity: str, text: str) -> LiveEntry:
    """One piece of evidence, as in `belief`."""
    strength, _, source = text.partition(" ")
    tier, _, weight = strength[1:].partition("*")
    resolves = not source.startswith("?")
    return LiveEntry(identity, source.lstrip("?"), SHORT[tier], text[0], float(weight or 1), resolves)


def judged(*beliefs: LiveBelief, readable: Mapping[str, set[str]] = ALONE) -> Judgement:
    return judge(beliefs, readable)


def credence(name: str, *beliefs: LiveBelief, readable: Mapping[str, set[str]] = ALONE) -> float:
    """The credence of the belief `name` among `beliefs`."""
    return judge(beliefs, readable).standings[name].credence


SCOPES = ["alpha", "beta", "gamma"]
NAMES = ["b0", "b1", "b2", "b3", "b4"]
DOCUMENTS = ["d0", "d1", "d2"]
READABLE = st.fixed_dictionaries({scope: st.sets(st.sampled_from(SCOPES)) for scope in SCOPES})
ONE_VIEW = st.just({scope: set(SCOPES) for scope in SCOPES})
WEIGHTS = st.sampled_from([1.0, 1.0, 1.0, 0.0, 0.5, 3.0])
PIECES = st.tuples(
    st.sampled_from([*NAMES * 2, *DOCUMENTS, ""]),
    st.sampled_from([*TIERS, "real_measurement"]),
    st.sampled_from("+++-"),
    WEIGHTS,
    st.sampled_from([True, True, True, False]),
)


@st.composite
def graphs(draw: st.DrawFn, views: st.SearchStrategy[Any]) -> tuple[list[LiveBelief], dict[str, set[str]]]:
    """Up to five beliefs in up to three scopes, with what each scope can read."""
    readable = {scope: {scope} | more for scope, more in draw(views).items()}
    names = NAMES[: draw(st.integers(1, 5))]
    scopes = {name: draw(st.sampled_from(SCOPES)) for name in names}
    return [_drawn(draw, name, scopes, readable) for name in names], readable


def _drawn(
    draw: st.DrawFn, name: str, scopes: Mapping[str, str], readable: Mapping[str, set[str]]
) -> LiveBelief:
    entries = []
    for place, (source, tier, direction, weight, exists) in enumerate(draw(st.lists(PIECES, max_size=5))):
        resolves = scopes[source] in readable[scopes[name]] if source in scopes else exists and source != ""
        entries.append(LiveEntry(f"{name}.{place}", source, tier, direction, weight, resolves))
    shut = draw(st.sets(st.sampled_from([*NAMES, *DOCUMENTS]), max_size=1))
    return LiveBelief(name, scopes[name], entries, frozenset(shut))


def without(belief: LiveBelief, source: str) -> LiveBelief:
    """`belief` after `source` was retracted from it."""
    left = [each for each in belief.entries if each.source_id != source]
    if len(left) == len(belief.entries):
        return belief
    return replace(belief, entries=left, shut=belief.shut | {source})
