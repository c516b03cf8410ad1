"""What decides about which beliefs, and what of each the others will ask."""

from __future__ import annotations

from collections.abc import Sequence

from .voices import Judged, View


def citations(beliefs: Sequence[Judged]) -> list[list[int]]:
    """For each belief, the beliefs whose standing decides about its voices."""
    return [
        [voice.target for voice in belief.voices if voice.target is not None and not voice.refusal]
        for belief in beliefs
    ]


def questions(
    beliefs: Sequence[Judged], order: Sequence[Sequence[int]], graph: Sequence[Sequence[int]]
) -> list[dict[View, int]]:
    """For each belief, in which views it will be asked for its bases, and for how many of them at most.

    A belief with n legs needs n bases of each: more tell it nothing.  What it is asked itself it asks on.
    Members of one component share one answer.
    """
    asked: list[dict[View, int]] = [{} for _ in beliefs]
    for component in reversed(order):
        shared: dict[View, int] = {}
        for member in component:
            _ask(shared, asked[member])
            asked[member] = shared
        relayed = dict(shared)
        for member in component:
            _ask(relayed, {beliefs[member].view: len(beliefs[member].voices)})
        for cited in {target for member in component for target in graph[member]}.difference(component):
            scope = beliefs[cited].belief.scope
            _ask(asked[cited], {view: wanted for view, wanted in relayed.items() if scope in view})
    return asked


def _ask(asked: dict[View, int], more: dict[View, int]) -> None:
    for view, wanted in more.items():
        asked[view] = max(wanted, asked.get(view, 0))
