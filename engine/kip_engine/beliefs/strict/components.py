"""What of a graph leads to each other: strongly connected components, after Tarjan (1972), in linear time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_UNSEEN = -1


def components(graph: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components of `graph`, each after all that it leads to."""
    return _Components(graph).found


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
