"""Which nodes every way to a node leads through: dominators, after Lengauer and Tarjan (1979).

Near-linear: O(m log n) for n nodes and m edges, without recursion.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_NONE = -1


class Dominators:
    """The dominator tree of what `roots` lead to; `successors[n]` are the nodes that n leads to."""

    def __init__(self, roots: Iterable[int], successors: Sequence[Sequence[int]]) -> None:
        source = len(successors)
        flow = _Flow([*successors, list(roots)], source)
        self._enter, self._leave = _intervals(flow.immediate(), source)

    def leads(self, node: int, without: int) -> bool:
        """Whether a way from a root to `node` exists that doesn't touch `without`."""
        return self.reaches(node) and not self._enter[without] <= self._enter[node] < self._leave[without]

    def reaches(self, node: int) -> bool:
        """Whether any way from a root to `node` exists."""
        return self._enter[node] != _NONE


class _Flow:
    """The graph renumbered in depth-first order from `source`, with what the algorithm keeps by number."""

    def __init__(self, successors: Sequence[Sequence[int]], source: int) -> None:
        self.size = len(successors)
        self.node: list[int] = []
        self.number = [_NONE] * self.size
        self.parent: list[int] = []
        self._visit(successors, source)
        self.before: list[list[int]] = [[] for _ in self.node]
        for number, node in enumerate(self.node):
            for successor in successors[node]:
                self.before[self.number[successor]].append(number)
        self.semi = list(range(len(self.node)))
        self.label = list(range(len(self.node)))
        self.ancestor = [_NONE] * len(self.node)

    def immediate(self) -> list[int]:
        """The immediate dominator of each node, -1 for the source and for nodes that it doesn't reach."""
        dominator = [_NONE] * len(self.node)
        waiting: list[list[int]] = [[] for _ in self.node]
        for number in range(len(self.node) - 1, 0, -1):
            self.semi[number] = min(self.semi[self._best(before)] for before in self.before[number])
            waiting[self.semi[number]].append(number)
            parent = self.ancestor[number] = self.parent[number]
            for other in waiting[parent]:
                best = self._best(other)
                dominator[other] = best if self.semi[best] < parent else parent
            waiting[parent].clear()
        return self._settled(dominator)

    def _settled(self, dominator: list[int]) -> list[int]:
        immediate = [_NONE] * self.size
        for number in range(1, len(self.node)):
            if dominator[number] != self.semi[number]:
                dominator[number] = dominator[dominator[number]]
            immediate[self.node[number]] = self.node[dominator[number]]
        return immediate

    def _best(self, number: int) -> int:
        """What has the smallest semidominator between `number` and the root of its tree so far."""
        if self.ancestor[number] == _NONE:
            return number
        self._compress(number)
        return self.label[number]

    def _compress(self, number: int) -> None:
        path = []
        while self.ancestor[self.ancestor[number]] != _NONE:
            path.append(number)
            number = self.ancestor[number]
        for below in reversed(path):
            above = self.ancestor[below]
            if self.semi[self.label[above]] < self.semi[self.label[below]]:
                self.label[below] = self.label[above]
            self.ancestor[below] = self.ancestor[above]

    def _visit(self, successors: Sequence[Sequence[int]], source: int) -> None:
        stack = [(source, 0)]
        while stack:
            node, parent = stack.pop()
            if self.number[node] == _NONE:
                self.number[node] = len(self.node)
                stack.extend((successor, len(self.node)) for successor in successors[node])
                self.node.append(node)
                self.parent.append(parent)


def _intervals(immediate: Sequence[int], source: int) -> tuple[list[int], list[int]]:
    """When a walk over the tree enters and leaves each node; -1 for nodes that are not in it."""
    children: list[list[int]] = [[] for _ in immediate]
    for node, dominator in enumerate(immediate):
        if dominator != _NONE:
            children[dominator].append(node)
    enter, leave = [_NONE] * len(immediate), [_NONE] * len(immediate)
    clock, stack = 0, [source]
    while stack:
        node = stack.pop()
        if enter[node] == _NONE:
            enter[node], clock = clock, clock + 1
            stack += [node, *children[node]]
        else:
            leave[node] = clock
    return enter, leave
