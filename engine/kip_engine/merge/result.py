"""What a MERGE did."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Merged:
    """Links that the target took over, links that it had already, and attributes that it was given."""

    links_repointed: int = 0
    links_deduplicated: int = 0
    attributes_filled: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The result as section 4.4 has it."""
        return {"merged": True, **asdict(self)}
