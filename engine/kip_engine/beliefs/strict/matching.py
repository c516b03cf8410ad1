"""Which of several legs stand on something of their own (STRICT, rule 3)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence


def independent(legs: Sequence[Sequence[str]]) -> list[bool]:
    """For each leg, given by the bases that it can stand on, strongest leg first: whether it counts.

    A leg counts if it and the legs that count before it can each be given a base of their own.  By augmenting
    paths; what a failed search saw is never searched again, because nothing in it can become free.
    """
    return [_Matching.place(matching, leg) for matching in [_Matching(legs)] for leg in range(len(legs))]


class _Matching:
    def __init__(self, legs: Sequence[Sequence[str]]) -> None:
        self.legs = legs
        self.holder: dict[str, int] = {}
        self.exhausted: set[str] = set()

    def place(self, leg: int) -> bool:
        """Gives `leg` a base, moving other legs to other bases if need be."""
        came_from: dict[str, str | None] = {}
        queue: deque[tuple[int, str | None]] = deque([(leg, None)])
        while queue:
            mover, left = queue.popleft()
            for base in self.legs[mover]:
                if base in came_from or base in self.exhausted:
                    continue
                came_from[base] = left
                if base not in self.holder:
                    self._move_along(base, came_from, leg)
                    return True
                queue.append((self.holder[base], base))
        self.exhausted.update(came_from)
        return False

    def _move_along(self, base: str, came_from: dict[str, str | None], leg: int) -> None:
        left = came_from[base]
        while left is not None:
            self.holder[base] = self.holder[left]
            base, left = left, came_from[left]
        self.holder[base] = leg
