"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SAMPLE = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check.

    `check` is its name, `says` what must hold, `space` whose elements were looked at (None: the whole
    database), `count` how many offend and `sample` names the first of them.
    """

    check: str
    says: str
    space: str | None
    count: int = 0
    sample: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing offends."""
        return self.count == 0

    def to_dict(self) -> dict[str, Any]:
        """The finding, JSON-ready."""
        return {
            "check": self.check,
            "says": self.says,
            "space": self.space,
            "ok": self.ok,
            "count": self.count,
            "sample": list(self.sample),
        }
