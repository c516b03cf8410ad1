"""What `execute` returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Response:
    """A command's answer (section 6.2).

    `result` has the shape of the command's kind; `next_cursor` is set where more results follow: repeat the
    command with `CURSOR :cursor` and this value.
    """

    result: Any
    next_cursor: str | None = None
