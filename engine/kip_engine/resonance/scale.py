"""Thresholds, and what they depend on (D is 1024 wherever a formula names it).

N is the number of forms that lead on, at least 2.  H, the *hub bound*, is the square root of N: no fan-out is
read further, since a connection that more than H others share tells nothing apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log, sqrt

W = 4
"""Bytes of a window."""

SIGNIFICANCE = 3 / sqrt(1024)
REACH = 1 - 1 / (2 * W)
CONCEPT = 0.5 + 0.5 / sqrt(1024)

SMALLEST_CONSTITUENT = 2 * W
HITS = 24
SIBLINGS = 12
BINDABLE_BYTES = 4_096


@dataclass(frozen=True, slots=True)
class Scale:
    """How much a space has learned: forms that lead on, and the lengths in bytes of forms and plain keys."""

    contexts: int = 0
    lengths: tuple[int, ...] = ()
    plain_lengths: tuple[int, ...] = ()

    @property
    def n(self) -> int:
        """N: at least 2."""
        return max(2, self.contexts)

    @property
    def hub(self) -> int:
        """H: the most rows that any traversal reads."""
        return ceil(sqrt(self.n))

    @property
    def floor(self) -> float:
        """What a consensus must reach, in nats: more than one region alone can give."""
        return log(self.n) + 0.5


def tolerated_edits(size: int) -> int:
    """How many edited bytes leave a query of `size` bytes the same question: 0 below 32, at most 4."""
    return min(W, size // 32)


def dominates(part: float, whole: float) -> bool:
    """Whether `part` is more than half of `whole`."""
    return 2 * part > whole
