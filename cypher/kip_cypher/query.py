"""The end product of compiling: Cypher text and its parameters."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Query:
    """One Cypher statement.  Values are always parameters; the text never holds caller input."""

    text: str
    parameters: dict[str, Any] = field(default_factory=dict)
