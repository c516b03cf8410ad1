"""In which order beliefs are judged, and what of each the others will ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .voices import Judged, View

_UNSEEN = -1


def citations(beliefs: Sequence[Judged]) -> list[list[int]]:
    """For each belief, the beliefs whose standing decides about its voices."""
    return [
        [voice.target for voice in belief.voices if voice.target is not None and not voice.refusal]
        for belief in beliefs
    ]


def components(graph: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components of `graph`, each after all that it leads to (Tarjan 1972)."""
    return _Components(graph).found


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


class _Components:
    """Tarjan's algorithm with a stack of its own instead of recursion."""

    def __init__(self, graph: Sequence[Sequence[int]]) -> None:
        self.index = [_UNSEEN] * len(graph)
        self.low = [0] * len(graph)
        self.pending: list[int] = []
        self.is_pending = [False] * len(graph)
        self.seen = 0
        self.found: list[list[int]] = []
        for node in range(len(graph)):
            if self.index[node] == _UNSEEN:
                self._explore(node, graph)

    def _explore(self, root: int, graph: Sequence[Sequence[int]]) -> None:
        trail: list[tuple[int, Iterator[int]]] = [self._enter(root, graph)]
        while trail:
            node, successors = trail[-1]
            for successor in successors:
                if self.index[successor] == _UNSEEN:
                    trail.append(self._enter(successor, graph))
                    break
                if self.is_pending[successor]:
                    self.low[node] = min(self.low[node], self.index[successor])
            else:
                trail.pop()
                self._leave(node, trail[-1][0] if trail else node)

    def _enter(self, node: int, graph: Sequence[Sequence[int]]) -> tuple[int, Iterator[int]]:
        self.index[node] = self.low[node] = self.seen
        self.seen += 1
        self.pending.append(node)
        self.is_pending[node] = True
        return node, iter(graph[node])

    def _leave(self, node: int, above: int) -> None:
        self.low[above] = min(self.low[above], self.low[node])
        if self.low[node] == self.index[node]:
            component: list[int] = []
            while not component or component[-1] != node:
                component.append(self.pending.pop())
                self.is_pending[component[-1]] = False
            self.found.append(component)
